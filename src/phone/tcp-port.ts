// TCP port: one lasting connection to a PBX for both directions. Like a UDP port it never throws: messages without a
// connection are lost.

import { connect, type Socket } from "node:net";
import type { Clock } from "../base/clock.ts";
import { takeMessages } from "../sip/message-stream.ts";
import type { Remote } from "./udp-port.ts";

export interface TcpPortOptions {
  readonly clock: Clock;
  readonly heard: (message: Buffer, from: Remote) => void;
  /** The other side closed. */
  readonly closed: () => void;
}

const connectMsMax = 5_000;
/** Backlog of a PBX that has stopped reading. */
const unsentBytesMax = 1_000_000;

export class TcpPort implements Disposable {
  readonly #o: TcpPortOptions;
  #socket: Socket | undefined;
  #rest = Buffer.alloc(0);

  constructor(options: TcpPortOptions) {
    this.#o = options;
  }

  /** Local end of a new connection; undefined: already connected. Rejects if the peer does not answer. */
  async connect({ host, port }: Remote): Promise<Remote | undefined> {
    if (this.#socket !== undefined) return undefined;
    const socket = connect({ host, port, noDelay: true });
    this.#socket = socket;
    this.#rest = Buffer.alloc(0);
    let isOpen = false;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.once("connect", resolve);
    socket.on("error", reject);
    socket.on("data", (bytes: Buffer) => this.#took(socket, bytes, { host, port }));
    socket.on("close", () => {
      reject(new Error("closed"));
      if (socket !== this.#socket) return;
      this.#socket = undefined;
      if (isOpen) this.#o.closed();
    });
    using _late = this.#o.clock.after(connectMsMax, () => socket.destroy());
    await promise;
    isOpen = true;
    return { host: socket.localAddress ?? "", port: socket.localPort ?? 0 };
  }

  send(text: string): void {
    const socket = this.#socket;
    if (socket === undefined || socket.connecting) return;
    if (socket.writableLength > unsentBytesMax) socket.destroy();
    else socket.write(text);
  }

  [Symbol.dispose](): void {
    const socket = this.#socket;
    this.#socket = undefined;
    // Earlier messages are still sent.
    socket?.destroySoon();
  }

  #took(socket: Socket, bytes: Buffer, from: Remote): void {
    const taken = takeMessages(this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]));
    if (taken === undefined) return void socket.destroy();
    this.#rest = Buffer.from(taken.rest);
    for (const message of taken.messages) if (socket === this.#socket) this.#o.heard(message, from);
  }
}
