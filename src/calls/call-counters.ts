// Call counters: the port by which calls count their events, for the metrics.

import type { CallEvent } from "../voice/call-event.ts";
import type { Invariant } from "../voice/invariants/call-invariants.ts";
import type { Transport } from "../voice/line.ts";
import type { TurnDecision } from "../voice/turn-loop.ts";

/** Counters of calls. Nothing here throws. */
export interface CallCounters {
  readonly begun: (transport: Transport | undefined) => void;
  /** The call has ended completely. */
  readonly over: (transport: Transport | undefined) => void;
  /** `lagMs`: as in `Line`. */
  readonly told: (
    event: CallEvent,
    by: { readonly transport: Transport | undefined; readonly lagMs: number | undefined },
  ) => void;
  readonly decided: (decision: TurnDecision) => void;
  /** A flow asks once more because of the caller's words. */
  readonly askedAgain: () => void;
  /** As in `CallOptions`. */
  readonly lateOut: (ms: number) => void;
  readonly broken: (law: Invariant) => void;
}
