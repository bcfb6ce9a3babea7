// Breaking wire: a TCP proxy between a client and a server whose connections can be cut without a word.

import type { Socket } from "bun";

interface End {
  other: Socket<End> | undefined;
  /** Bytes from before the other end was connected. */
  waiting: Uint8Array[];
}

export interface BreakingWire extends Disposable {
  readonly url: string;
  /** Number of carried connections. */
  readonly connections: number;
  /** Number of refused connections. */
  readonly refused: number;
  /** Every connection breaks now. */
  cut(): void;
  /** Present connections stay open, but carry nothing any more. */
  hang(): void;
  /** While false, connections are refused. */
  carries: boolean;
}

export function breakingWire(to: URL): BreakingWire {
  const open = new Set<Socket<End>>();
  const hung = new WeakSet<Socket<End>>();
  let connections = 0;
  let refused = 0;
  const end = (socket: Socket<End>): void => {
    open.delete(socket);
    socket.data.other?.end();
  };
  const data = (socket: Socket<End>, bytes: Uint8Array): void => {
    const { other, waiting } = socket.data;
    if (hung.has(socket)) return;
    if (other === undefined) waiting.push(bytes.slice());
    else other.write(bytes);
  };
  const handlers = { data, close: end, error: end };
  const listener = Bun.listen<End>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      ...handlers,
      open(near) {
        near.data = { other: undefined, waiting: [] };
        if (!wire.carries) {
          refused += 1;
          near.terminate();
          return;
        }
        connections += 1;
        open.add(near);
        void Bun.connect<End>({
          hostname: to.hostname,
          port: Number(to.port),
          data: { other: near, waiting: [] },
          socket: {
            ...handlers,
            open(far) {
              open.add(far);
              near.data.other = far;
              for (const bytes of near.data.waiting) far.write(bytes);
              near.data.waiting = [];
            },
          },
        });
      },
    },
  });
  const wire = {
    url: `http://127.0.0.1:${listener.port}`,
    get connections() {
      return connections;
    },
    get refused() {
      return refused;
    },
    carries: true,
    cut: () => {
      for (const socket of open) socket.terminate();
      open.clear();
    },
    hang: () => {
      for (const socket of open) hung.add(socket);
    },
    [Symbol.dispose]: () => listener.stop(true),
  };
  return wire;
}
