// Bad network: a relay of datagrams on one machine that loses, doubles, delays and reorders them. The same seed loses
// the same datagrams.

import dgram from "node:dgram";
import { random } from "../random.ts";

export interface Impairment {
  readonly seed: number;
  /** 0 to 1, each way. */
  readonly loss: number;
  /** 0 to 1: share of datagrams that arrive twice. */
  readonly doubled: number;
  /** Maximum random delay of each datagram, so that they overtake each other. */
  readonly jitterMs: number;
  /** 0 to 1: share of datagrams with an extra delay. */
  readonly late: number;
  readonly lateMs: number;
  /** Longer datagrams are dropped. */
  readonly bytesMax: number;
  /** Change of a datagram on its way. */
  readonly change: (data: Buffer, to: "server" | "caller") => Buffer;
}

const recentMax = 200;

const perfect: Impairment = {
  seed: 1,
  loss: 0,
  doubled: 0,
  jitterMs: 0,
  late: 0,
  lateMs: 0,
  bytesMax: Infinity,
  change: (data) => data,
};

export class UdpRelay implements Disposable {
  readonly #front: dgram.Socket;
  readonly #backs = new Map<string, dgram.Socket>();
  readonly #target: { readonly address: string; readonly port: number };
  readonly #impairment: Impairment;
  readonly #random: ReturnType<typeof random>;
  readonly #recent: Buffer[] = [];
  #cut = false;
  #passed = 0;
  #dropped = 0;

  private constructor(
    front: dgram.Socket,
    target: { address: string; port: number },
    impairment: Impairment,
  ) {
    this.#front = front;
    this.#target = target;
    this.#impairment = impairment;
    this.#random = random(impairment.seed);
    front.on("error", () => undefined);
    front.on("message", (data, from) => {
      const back = this.#backOf(from);
      this.#recent.push(data);
      if (this.#recent.length > recentMax) this.#recent.shift();
      this.#pass(data, "server", (changed) => {
        back.send(changed, target.port, target.address, () => undefined);
      });
    });
  }

  static async open(target: { address: string; port: number }, impairment: Partial<Impairment> = {}) {
    const front = dgram.createSocket("udp4");
    await new Promise<void>((resolve) => front.bind(0, target.address, resolve));
    return new UdpRelay(front, target, { ...perfect, ...impairment });
  }

  /** Redirects an answer through a relay to its original target; only the first UDP candidate stays. */
  static async between(answer: string, impairment: Partial<Impairment> = {}) {
    const lines = answer.split("\r\n");
    const found = lines.find((line) => /^a=candidate:\S+ 1 udp /i.test(line))?.split(" ") ?? [];
    const relay = await UdpRelay.open({ address: found[4] ?? "", port: Number(found[5]) }, impairment);
    const { port } = relay.#front.address();
    const through = lines.flatMap((line) => {
      if (!line.startsWith("a=candidate:")) return [line];
      return line === found.join(" ") ? [found.with(5, String(port)).join(" ")] : [];
    });
    return { relay, sdp: through.join("\r\n") };
  }

  get port(): number {
    return this.#front.address().port;
  }

  get counts() {
    return { passed: this.#passed, dropped: this.#dropped };
  }

  /** Last packets of the caller, oldest first. */
  get recent(): readonly Buffer[] {
    return this.#recent;
  }

  /** Sends to the server, from the address of the caller's datagrams. */
  inject(data: Uint8Array): void {
    const [back] = this.#backs.values();
    back?.send(data, this.#target.port, this.#target.address, () => undefined);
  }

  get target(): { readonly address: string; readonly port: number } {
    return this.#target;
  }

  /** Drops everything from now on, as if the cable was pulled. */
  cut(): void {
    this.#cut = true;
  }

  [Symbol.dispose](): void {
    this.#cut = true;
    this.#front.close();
    for (const back of this.#backs.values()) back.close();
  }

  #backOf(from: dgram.RemoteInfo): dgram.Socket {
    const name = `${from.address}:${from.port}`;
    const known = this.#backs.get(name);
    if (known !== undefined) return known;
    const back = dgram.createSocket("udp4");
    back.on("error", () => undefined);
    back.on("message", (data) => {
      this.#pass(data, "caller", (changed) => {
        this.#front.send(changed, from.port, from.address, () => undefined);
      });
    });
    back.bind(0, this.#target.address);
    this.#backs.set(name, back);
    return back;
  }

  #pass(data: Buffer, to: "server" | "caller", send: (changed: Buffer) => void): void {
    const { loss, doubled, jitterMs, late, lateMs, bytesMax, change } = this.#impairment;
    const chance = this.#random;
    if (this.#cut || data.length > bytesMax || chance.chance(loss)) {
      this.#dropped++;
      return;
    }
    this.#passed++;
    const deliver = (): void => {
      if (!this.#cut) send(change(data, to));
    };
    for (let copies = doubled > 0 && chance.chance(doubled) ? 2 : 1; copies > 0; copies -= 1) {
      const waitMs = (jitterMs && chance.next() * jitterMs) + (late > 0 && chance.chance(late) ? lateMs : 0);
      if (waitMs === 0) deliver();
      // The stacks on both sides run in real time, so the delay between them is real, too.
      else setTimeout(deliver, waitMs);
    }
  }
}
