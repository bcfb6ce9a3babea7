// Password hashes: made and compared a few at a time. Each takes memory and a core for a moment, and calls during a
// flood of logins must not notice.

import { Fault } from "../base/fault.ts";
import { yieldPool } from "../base/priority.ts";

/** Two at a time leave the machine to the calls; a hundred wait for less than two seconds. */
const runningMax = 2;
const waitingMax = 100;
const retryAfterSeconds = 2;

export class Passwords {
  readonly #memoryKib: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #decoy: Promise<string> | undefined;

  constructor(memoryMib: number) {
    this.#memoryKib = memoryMib * 1_024;
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => this.#make(password));
  }

  /** Takes the same time with and without a hash, so the time does not show which emails are registered. */
  async matches(password: string, hash: string | undefined): Promise<boolean> {
    return await this.#inTurn(async () => {
      const against = hash ?? (await (this.#decoy ??= this.#make(crypto.randomUUID())));
      const same = await Bun.password.verify(normal(password), against);
      return same && hash !== undefined;
    });
  }

  #make(password: string): Promise<string> {
    return Bun.password.hash(normal(password), {
      algorithm: "argon2id",
      memoryCost: this.#memoryKib,
      timeCost: 2,
    });
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < runningMax) this.#running += 1;
    else if (this.#waiting.length < waitingMax) {
      // A finished job hands its place to the next one, so no newcomer can take it.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      throw new Fault("auth/busy", "Too many people are logging in: try again in a moment.", {
        retryAfterSeconds,
      });
    }
    try {
      const done = work();
      yieldPool();
      return await done;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

/** The same password typed on another keyboard has the same bytes. */
function normal(password: string): string {
  return password.normalize("NFC");
}
