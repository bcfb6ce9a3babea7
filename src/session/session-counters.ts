// Session counters: the port by which sessions count how they began and ended, for the metrics.

import type { FaultCode } from "../base/fault.ts";

/** What is counted of sessions. Nothing here throws. */
export interface SessionCounters {
  /** Who is not let in, by why. */
  readonly refused: (code: FaultCode) => void;
  /** One of an account was settled that a client was connected to for so long, in milliseconds. */
  readonly charged: (ms: number) => void;
  /** So much was used that nobody could pay. */
  readonly writtenOff: (micros: number) => void;
}
