// Paced clock: a virtual clock that advances by itself while anything waits, in steps between which messages to a
// socket of this process are read and answered. Audio is sent in its own time, and deadlines pass, in a fraction of the
// real time.

import { turn } from "../until.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** Longest step. */
const stepMs = 100;
/** A socket must be read, answered and read again. */
const turnsEach = 3;
/** Wait before each step towards a deadline: messages from another thread take time. */
const patienceMs = 5;

export class PacedClock extends VirtualClock {
  #isRunning = false;

  override after(ms: number, fire: () => void): Disposable {
    const timer = super.after(ms, fire);
    if (!this.#isRunning) void this.#run();
    return timer;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.nextInMs; next !== undefined; next = this.nextInMs) {
      for (let i = 0; i < turnsEach; i++) await turn();
      if (next > stepMs) await Bun.sleep(patienceMs);
      await this.advance(Math.min(stepMs, this.nextInMs ?? 0));
    }
    this.#isRunning = false;
  }
}
