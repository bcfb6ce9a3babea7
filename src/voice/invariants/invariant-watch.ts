// Invariant watch: follows a real call, counts broken invariants, and logs them, a few times per call at most.

import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { CallInvariants, type Invariant } from "./call-invariants.ts";

export interface InvariantWatchOptions {
  readonly clock: Clock;
  /** Log of the call. */
  readonly log: Log;
  /** Counts each; absent: only logged. */
  readonly broken: ((law: Invariant, atMs: number) => void) | undefined;
}

/** Log lines per call: one that breaks a law often breaks it always. */
const linesMax = 3;
/** A pause is decided within 1.3 s; a busy machine may need longer. */
const pauseMsMax = 3_000;

export interface InvariantWatch extends Pick<CallInvariants, "decided" | "event"> {
  /** The call has ended completely. */
  readonly over: () => void;
}

/** Watches a new call. */
export function watchInvariants({ clock, log, broken }: InvariantWatchOptions): InvariantWatch {
  const beganAt = clock.now();
  let lines = 0;
  const call = new CallInvariants({
    broken: (law, atMs, detail) => {
      broken?.(law, atMs);
      if (lines++ < linesMax) log.warn("call.invariant-broken", { law, atMs, detail });
    },
    pauseMsMax,
  });
  return {
    decided: (decision) => call.decided(decision),
    event: (event) => call.event(event),
    over: () => call.over(Math.round(clock.now() - beganAt)),
  };
}
