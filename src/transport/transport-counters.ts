// Transport counters: the port by which connections count late, dropped and lost audio, for the metrics.

import type { Wire } from "./wire.ts";

export const drops = ["overrun", "early"] as const;

export interface TransportCounters {
  /** Delay of the caller's audio, in milliseconds. */
  readonly lateIn: (ms: number) => void;
  readonly dropped: (why: (typeof drops)[number], frames: number) => void;
  /** RTP packets given up. */
  readonly lost: (packets: number) => void;
  /** RTP packets of the agent reported as lost by telephones. */
  readonly lostThere: (packets: number) => void;
  /** Jitter of the agent's packets as reported by a telephone. */
  readonly jitterThere: (ms: number) => void;
  /** Counts a connection until the result is disposed. */
  readonly opened: (wire: Pick<Wire, "bufferedBytes">) => Disposable;
}
