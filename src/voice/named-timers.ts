// Named timers: arming a running one restarts it.

import type { Clock } from "../base/clock.ts";

export class Timers<Name extends string> {
  readonly #clock: Clock;
  readonly #armed = new Map<Name, Disposable>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  arm(name: Name, ms: number, fire: () => void): void {
    this.disarm(name);
    this.#armed.set(name, this.#clock.after(ms, fire));
  }

  disarm(name: Name): void {
    this.#armed.get(name)?.[Symbol.dispose]();
    this.#armed.delete(name);
  }

  disarmAll(): void {
    for (const name of this.#armed.keys()) this.disarm(name);
  }
}
