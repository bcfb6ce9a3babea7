// Peer hearing: how well the agent's audio reaches the telephone, by the telephone's reports.

import type { HeardReports } from "../transport/rtp/rtcp-packet.ts";
import type { TransportCounters } from "../transport/transport-counters.ts";

export class PeerHearing {
  readonly #counters: Pick<TransportCounters, "lostThere" | "jitterThere"> | undefined;
  #lost = 0;
  #jitterMsMax = 0;
  #reports = 0;

  constructor(counters: Pick<TransportCounters, "lostThere" | "jitterThere"> | undefined) {
    this.#counters = counters;
  }

  /** Undefined: no report yet. */
  get summary(): { readonly lost: number; readonly jitter_ms: number } | undefined {
    return this.#reports === 0 ? undefined : { lost: this.#lost, jitter_ms: Math.round(this.#jitterMsMax) };
  }

  /** `clockRate`: of the reported codec. Returns the loss since its last report, in percent. */
  read({ reports }: HeardReports, clockRate: number): number | undefined {
    for (const { lost, jitter } of reports) {
      const jitterMs = (jitter / clockRate) * 1_000;
      this.#counters?.lostThere(Math.max(0, lost - this.#lost));
      this.#counters?.jitterThere(jitterMs);
      this.#lost = Math.max(this.#lost, lost);
      this.#jitterMsMax = Math.max(this.#jitterMsMax, jitterMs);
      this.#reports += 1;
    }
    return reports.at(-1)?.lostPercent;
  }
}
