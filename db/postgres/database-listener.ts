// Database listener: receives notices that another node added something. Notices are wake-ups only: those sent during
// a reconnection are lost, so no reader relies on them.

import type { SQL } from "bun";
import type { Clock } from "../../src/base/clock.ts";

/** Interval of attempts to subscribe. */
const retryMs = 5_000;

export class Listener implements Disposable {
  readonly #client: SQL;
  readonly #channel: string;
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #retry: Disposable | undefined;
  #isListening = false;
  #isClosed = false;

  constructor(client: SQL, channel: string, clock: Clock) {
    this.#client = client;
    this.#channel = channel;
    this.#clock = clock;
  }

  /** Calls `fire` when something was added, or a notice may have been missed, until the returned object is disposed. */
  readonly onAdded = (fire: () => void): Disposable => {
    this.#waiting.add(fire);
    if (!this.#isListening) {
      this.#isListening = true;
      void this.#listen();
    }
    return { [Symbol.dispose]: () => void this.#waiting.delete(fire) };
  };

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#retry?.[Symbol.dispose]();
    this.#client.close({ timeout: 0 }).catch(() => undefined);
  }

  async #listen(): Promise<void> {
    const tell = (): void => {
      for (const fire of this.#waiting) fire();
    };
    try {
      await this.#client.listen(this.#channel, tell, tell);
    } catch {
      if (!this.#isClosed) this.#retry = this.#clock.after(retryMs, () => void this.#listen());
    }
  }
}
