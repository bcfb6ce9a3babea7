// UDP port: a socket that loses datagrams and never throws, like the network.

export interface Remote {
  readonly host: string;
  readonly port: number;
}

export interface UdpPort extends Disposable {
  readonly port: number;
  send(bytes: Uint8Array | string, to: Remote): void;
}

export type Heard = (bytes: Buffer, from: Remote) => void;

/** Ports of a machine, or of a simulated one. */
export interface UdpPorts {
  /** Undefined: no port of the range is free. */
  any(
    range: readonly [first: number, last: number] | undefined,
    host: string,
    heard: Heard,
  ): Promise<UdpPort | undefined>;
  /** Rejects if it is taken. */
  at(port: number, host: string, heard: Heard): Promise<UdpPort>;
}

/** Rejects if the port is taken. `port`: 0 is any free one. */
export async function openUdpPort(port: number, host: string, heard: Heard): Promise<UdpPort> {
  /** Nearly all come from the previous source. */
  let from: Remote = { host: "", port: 0 };
  const socket = await Bun.udpSocket({
    port,
    hostname: host,
    socket: {
      // Bun gives the socket, the bytes, the port and the address.
      data: (...[, bytes, fromPort, fromHost]) => {
        if (fromPort !== from.port || fromHost !== from.host) from = { host: fromHost, port: fromPort };
        heard(bytes, from);
      },
      // The kernel reports a peer that is gone; a waiting transaction has timers.
      error: () => undefined,
    },
  });
  let isOpen = true;
  return {
    port: socket.port,
    send(bytes, to) {
      if (!isOpen) return;
      try {
        socket.send(bytes, to.port, to.host);
      } catch {
        // An address without a route: the datagram is lost.
      }
    },
    [Symbol.dispose]() {
      if (isOpen) socket.close();
      isOpen = false;
    },
  };
}

/** Tries of a range before it counts as full: two calls may choose the same port. */
const triesMax = 50;

/** @internal Any even port, of the range if given: the odd one after it is for reports (RFC 3550, 11). */
export async function openPortOf(
  range: readonly [first: number, last: number] | undefined,
  host: string,
  heard: Heard,
): Promise<UdpPort | undefined> {
  if (range === undefined) return openEvenPort(host, heard);
  const [first, last] = [Math.ceil(range[0] / 2), Math.floor(range[1] / 2)];
  const count = last - first + 1;
  const from = Math.floor(Math.random() * count);
  for (let i = 0; i < Math.min(count, triesMax); i++) {
    try {
      return await openUdpPort(2 * (first + ((from + i) % count)), host, heard);
    } catch {
      // Taken: tries the next one.
    }
  }
  return undefined;
}

async function openEvenPort(host: string, heard: Heard): Promise<UdpPort | undefined> {
  for (let i = 0; i < triesMax; i++) {
    const port = await openUdpPort(0, host, heard);
    if (port.port % 2 === 0) return port;
    port[Symbol.dispose]();
  }
  return undefined;
}

export const udpPorts: UdpPorts = { any: openPortOf, at: openUdpPort };
