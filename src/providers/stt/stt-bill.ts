// Bill of a recogniser's session: the length of the sent audio or the time of the open socket, or the
// vendor's own count of it, each billed once.

import type { Usage } from "../provider-contract.ts";

/** A vendor's count may exceed ours by this much, since it begins at the handshake; a greater one is not trusted. */
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

  /** Takes the vendor's own count since the last report, instead of ours. */
  reported(ms: number): void {
    this.#reportedMs = (this.#reportedMs ?? 0) + ms;
  }

  /** Reports the use since the last report. */
  settle(): void {
    const measured = Math.round(this.#o.usedMs() - this.#billed);
    this.#billed += measured;
    const reported = this.#reportedMs;
    this.#reportedMs = undefined;
    this.#tell(reported ?? measured, reported === undefined ? "measured" : "reported");
  }

  /**
   * Ends our count. The returned function reports the use since the last report, by the vendor's count of the
   * whole session, or by ours if the vendor sent none.
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
