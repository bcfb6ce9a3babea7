// Crash moments: the work of a server at its kill, as its clients see it: begun and not answered.

import type { Random } from "../random.ts";

/** Waits for a random time, both limits included: the moment of a real crash is a moment of real time. */
export async function someTime(chance: Random, msMin: number, msMax: number): Promise<void> {
  await Bun.sleep(chance.int(msMin, msMax));
}

/** Work that clients can see. */
const visible = ["signup", "key", "flow", "session", "call", "settle"] as const;
/** The other moments belong to a process without clients. */
export const moments = [...visible, "start", "migration", "backup"] as const;
type Visible = (typeof visible)[number];
export type Moment = (typeof moments)[number];

export class Moments {
  /** Number of kills in each moment. */
  readonly killed = new Map<Moment, number>();
  readonly #running = new Map<Visible, number>();
  #begun = Promise.withResolvers<Visible>();

  async during<T>(moment: Visible, work: () => Promise<T>): Promise<T> {
    this.#running.set(moment, this.#count(moment) + 1);
    this.#begun.resolve(moment);
    this.#begun = Promise.withResolvers();
    try {
      return await work();
    } finally {
      this.#running.set(moment, this.#count(moment) - 1);
    }
  }

  /** Kills during the next work of this kind: a random time after its beginning, if it still runs then. */
  async killDuring(moment: Visible, chance: Random, kill: () => void): Promise<void> {
    for (;;) {
      if ((await this.#begun.promise) !== moment) continue;
      await someTime(chance, 0, moment === "call" ? 400 : 3);
      if (this.#count(moment) === 0) continue;
      kill();
      for (const each of visible) if (this.#count(each) > 0) this.count(each);
      return;
    }
  }

  count(moment: Moment): void {
    this.killed.set(moment, (this.killed.get(moment) ?? 0) + 1);
  }

  #count(moment: Visible): number {
    return this.#running.get(moment) ?? 0;
  }
}
