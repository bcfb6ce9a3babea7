// Turn latency: the parts of a turn's time, from the caller's last speech to the agent's first audio. Bookkeeping
// only.

import type { Clock } from "../base/clock.ts";
import type { TurnLatency } from "./call-event.ts";
import type { EndOfTurnReason } from "./pauses/end-of-turn.ts";

export class Latency {
  readonly #clock: Clock;
  #turn = 0;
  #from: number | undefined;
  #marks: { endOfTurnMs?: number; endedBy?: EndOfTurnReason; wordsMs?: number; textMs?: number } = {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The caller's turn is over, and speech ended `silentMs` ago. */
  turnEnded(silentMs: number, reason: EndOfTurnReason): void {
    this.#begin(this.#clock.now() - silentMs);
    this.#marks.endOfTurnMs = silentMs;
    this.#marks.endedBy = reason;
  }

  /** The turn was typed or keyed: it ends as soon as it begins. */
  typed(): void {
    this.#begin(this.#clock.now());
  }

  /** The turn is not answered. */
  unanswered(): void {
    this.#from = undefined;
  }

  words(): void {
    if (this.#from !== undefined) this.#marks.wordsMs ??= this.#clock.now() - this.#from;
  }

  text(): void {
    if (this.#from !== undefined) this.#marks.textMs ??= this.#clock.now() - this.#from;
  }

  /** First audio of an answer: reports the turn that it answers, once. */
  audio(report: (latency: TurnLatency) => void): void {
    if (this.#from === undefined) return;
    const audioMs = this.#clock.now() - this.#from;
    this.#from = undefined;
    report({ turn: this.#turn, ...this.#marks, audioMs });
  }

  #begin(from: number): void {
    this.#turn += 1;
    this.#from = from;
    this.#marks = {};
  }
}
