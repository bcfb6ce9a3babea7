// TCP relay: between a program and a server, it can hang like a pulled cable, or reset everything like a dead server.

import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export type RelayMood = "passes" | "hangs" | "resets";

export class TcpRelay implements AsyncDisposable {
  readonly port: number;
  readonly #server: Server;
  readonly #answered: (bytes: Buffer) => Buffer;
  readonly #pairs = new Set<readonly [near: Socket, far: Socket]>();
  #mood: RelayMood = "passes";
  /** Port that new connections lead to. */
  target: number;

  private constructor(server: Server, target: number, answered: (bytes: Buffer) => Buffer) {
    this.#server = server;
    this.#answered = answered;
    this.target = target;
    this.port = (server.address() as AddressInfo).port;
  }

  /** Relays to a port of this machine; `answered` converts the server's bytes for the client. */
  static async to(port: number, answered: (bytes: Buffer) => Buffer = (bytes) => bytes): Promise<TcpRelay> {
    const server = createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const relay = new TcpRelay(server, port, answered);
    server.on("connection", (near) => relay.#pass(near));
    return relay;
  }

  /** Present connections hang, continue or break with it. */
  set mood(mood: RelayMood) {
    this.#mood = mood;
    for (const pair of this.#pairs) this.#apply(pair);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.mood = "resets";
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(near: Socket): void {
    if (this.#mood === "resets") return void near.resetAndDestroy();
    const far = connect(this.target, "127.0.0.1");
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on("data", (bytes: Buffer) => void to.write(from === far ? this.#answered(bytes) : bytes));
      from.on("error", () => undefined);
      from.on("end", () => to.end());
      from.on("close", () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
    this.#apply(pair);
  }

  #apply(pair: readonly [Socket, Socket]): void {
    for (const socket of pair) {
      if (this.#mood === "resets") socket.resetAndDestroy();
      else if (this.#mood === "hangs") socket.pause();
      else socket.resume();
    }
  }
}
