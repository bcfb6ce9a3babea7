// Goodbyes and time limits: the end of a call that neither side has ended. The client is warned before, the agent
// says goodbye, and every goodbye has a time limit.

import type { CallEvent, EndReason, WithoutTime } from "./call-event.ts";
import type { Timers } from "./named-timers.ts";

type Told = WithoutTime<Extract<CallEvent, { readonly type: "ending" | "failed" }>>;

export interface GoodbyesOptions {
  readonly timers: Pick<Timers<"duration">, "arm">;
  readonly durationMsMax: number;
  readonly tell: (event: Told) => void;
  /** Interrupts, says the text and hangs up. */
  readonly say: (text: string, reason: EndReason) => void;
  readonly end: (reason: EndReason) => void;
}

/** Time from the client's warning to the end. */
const noticeMs = 10_000;
/** Longest goodbye; after it the call closes even in mid-sentence. */
const goodbyeMsMax = 10_000;

export class Goodbyes {
  readonly #o: GoodbyesOptions;

  constructor(options: GoodbyesOptions) {
    this.#o = options;
    options.timers.arm("duration", Math.max(0, options.durationMsMax - noticeMs), () => this.#nearTheEnd());
  }

  shutdown(ms: number): void {
    this.#o.tell({ type: "ending", reason: "shutdown", timeLeftMs: ms });
    this.#o.timers.arm("duration", Math.max(0, ms - goodbyeMsMax), () => {
      this.say("I am sorry, I have to end this call now. Goodbye.", "shutdown");
    });
  }

  dismiss(text: string, reason: EndReason): void {
    this.#o.tell({ type: "ending", reason, timeLeftMs: goodbyeMsMax });
    this.say(text, reason);
  }

  /** Hearing is lost. */
  deaf(): void {
    const message = "Speech recognition is unavailable";
    this.#o.tell({ type: "failed", code: "stt_unavailable", message, fatal: true });
    this.say("I am sorry, I cannot hear you any more. Goodbye.", "failed");
  }

  say(text: string, reason: EndReason): void {
    this.#o.timers.arm("duration", goodbyeMsMax, () => this.#o.end(reason));
    this.#o.say(text, reason);
  }

  #nearTheEnd(): void {
    this.#o.tell({ type: "ending", reason: "max_duration", timeLeftMs: noticeMs });
    this.#o.timers.arm("duration", noticeMs, () => {
      this.say("We have reached the time limit of this call. Goodbye.", "max_duration");
    });
  }
}
