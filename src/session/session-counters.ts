// Session counters: the port by which sessions count their beginnings and ends, for the metrics.

import type { ContractTerm } from "../flow/value/contract-terms.ts";
import type { FaultCode } from "../base/fault.ts";

/** Counters of sessions. Nothing here throws. */
export interface SessionCounters {
  /** Refused sessions, by reason. */
  readonly refused: (code: FaultCode) => void;
  /** Settled time of an account's session with a connected client, in milliseconds. */
  readonly charged: (ms: number) => void;
  /** Use that could not be charged, in micro-cents. */
  readonly writtenOff: (micros: number) => void;
  /** A term of a flow's contract broke, or is held again. */
  readonly contractChanged: (name: ContractTerm, to: "broken" | "held") => void;
}
