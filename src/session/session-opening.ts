// Opening of a session's call: at once if speech is warm, after its warm-up, or not at all.

import type { Log } from "../base/log.ts";
import type { CallOrder, Calls } from "../calls/live-calls.ts";
import type { Call } from "../voice/call.ts";
import type { Timers } from "../voice/named-timers.ts";
import { warmUpMsMax } from "./session-waits.ts";

export interface Opening {
  readonly calls: Pick<Calls, "open" | "ready" | "warm">;
  readonly timers: Pick<Timers<"warm-up">, "arm" | "disarm">;
  readonly log: Log;
  readonly order: () => CallOrder;
  readonly opened: (call: Call) => void;
  readonly isOver: () => boolean;
  readonly stop: (reason: "overloaded" | "failed") => void;
}

/** Throws only for a bug of ours. */
export function openWhenWarm(opening: Opening): void {
  const { calls, timers, stop } = opening;
  if (calls.ready) return open(opening);
  const late = (): void => stop("overloaded");
  timers.arm("warm-up", warmUpMsMax, late);
  calls.warm.then(() => openLate(opening), late);
}

function openLate(opening: Opening): void {
  if (opening.isOver()) return;
  try {
    open(opening);
  } catch (error) {
    opening.log.error("session.bug", { effect: "open-call", error });
    opening.stop("failed");
  }
}

function open({ calls, timers, order, opened }: Opening): void {
  timers.disarm("warm-up");
  opened(calls.open(order()));
}
