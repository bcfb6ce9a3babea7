// STUN listener: a UDP port of a third party that counts received ICE checks and answers none.

import dgram from "node:dgram";
import { until } from "../until.ts";

export class StunEar implements Disposable {
  readonly port: number;
  readonly #socket: dgram.Socket;
  #count = 0;
  #lastAt = performance.now();

  private constructor(socket: dgram.Socket) {
    this.#socket = socket;
    this.port = socket.address().port;
    socket.on("message", (data) => {
      // RFC 8489, 5: a binding request and the magic cookie.
      if (data.readUInt16BE(0) !== 1 || data.readUInt32BE(4) !== 0x2112a442) return;
      this.#count++;
      this.#lastAt = performance.now();
    });
  }

  static async open(address = "127.0.0.1"): Promise<StunEar> {
    const socket = dgram.createSocket("udp4");
    await new Promise<void>((resolve) => socket.bind(0, address, resolve));
    return new StunEar(socket);
  }

  get count(): number {
    return this.#count;
  }

  /** Resolves when nothing has arrived for longer than the interval of repeated checks. */
  async quiet(msMax = 30_000): Promise<void> {
    const from = performance.now();
    await until("quiet", () => performance.now() - Math.max(from, this.#lastAt) > 1_000, msMax);
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}
