// Transport counters: the port by which connections count late, dropped and lost audio, for the metrics.

import type { Wire } from "./wire.ts";

export const drops = ["overrun", "early"] as const;

export interface TransportCounters {
  /** Audio of the caller came so much later than it was due, in milliseconds. */
  readonly lateIn: (ms: number) => void;
  readonly dropped: (why: (typeof drops)[number], frames: number) => void;
  /** RTP packets that are waited for no longer. */
  readonly lost: (packets: number) => void;
  /** RTP packets of the agent that telephones report as lost. */
  readonly lostThere: (packets: number) => void;
  /** By how much they came earlier or later than they were sent, as a telephone reports it. */
  readonly jitterThere: (ms: number) => void;
  /** There is another connection, until the answer is disposed. */
  readonly opened: (wire: Pick<Wire, "bufferedBytes">) => Disposable;
}
