// Bill of a recogniser's session: how much audio was sent or how long the socket was open, or the vendor's own count of
// it, each once.

import type { Usage } from "../provider-contract.ts";

/** A vendor's count of a session that is so much above ours is not believed: it began before we saw it, by a handshake. */
const beyondMsMax = 5_000;

export interface SttBillOptions {
  readonly unit: "audio_ms" | "socket_ms";
  /** Use since the session began, by our count. */
  readonly usedMs: () => number;
  readonly tell: (usage: Usage) => void;
}

export class SttBill {
  readonly #o: SttBillOptions;
  #billed = 0;
  #reportedMs: number | undefined;

  constructor(options: SttBillOptions) {
    this.#o = options;
  }

  /** The vendor's own count, instead of ours since the last time. */
  reported(ms: number): void {
    this.#reportedMs = (this.#reportedMs ?? 0) + ms;
  }

  /** Tells the use since the last time. */
  settle(): void {
    const measured = Math.round(this.#o.usedMs() - this.#billed);
    this.#billed += measured;
    const reported = this.#reportedMs;
    this.#reportedMs = undefined;
    this.#tell(reported ?? measured, reported === undefined ? "measured" : "reported");
  }

  /**
   * Ends our count. The answer tells the use since the last time, by the vendor's count of the whole session, or by ours
   * where it did not say.
   */
  last(): (told: number | undefined) => void {
    const used = Math.round(this.#o.usedMs());
    return (told) => {
      const total = told === undefined || told > used + beyondMsMax ? undefined : told;
      this.#tell((total ?? used) - this.#billed, total === undefined ? "measured" : "reported");
    };
  }

  #tell(amount: number, basis: "measured" | "reported"): void {
    if (amount > 0) this.#o.tell({ unit: this.#o.unit, amount, basis });
  }
}
