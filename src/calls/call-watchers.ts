// Call observers: the recording of a call, its trace, log lines, figures, and the laws that it must keep. They see
// every event and change nothing.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Traces } from "../trace/call-traces.ts";
import type { CallEvent } from "../voice/call-event.ts";
import type { CallOptions } from "../voice/call-options.ts";
import type { Invariant } from "../voice/invariants/call-invariants.ts";
import { watchInvariants } from "../voice/invariants/invariant-watch.ts";
import type { CallLine, Transport } from "../voice/line.ts";
import type { TurnDecision } from "../voice/turn-loop.ts";
import type { CallCounters } from "./call-counters.ts";
import type { FlightRecorder } from "./flight/flight-recorder.ts";

export interface WatcherOptions {
  readonly clock: Clock;
  /** Log of the call. */
  readonly log: Log;
  readonly counters?: Pick<CallCounters, "told" | "decided" | "broken"> | undefined;
  readonly traces?: Pick<Traces, "begin"> | undefined;
}

interface WatchedCall extends Pick<Parameters<Traces["begin"]>[0], "session" | "flow" | "stt" | "link"> {
  /** Duration of the call in other processes, in milliseconds. */
  readonly beforeMs: number;
  /** Undefined: not recorded. */
  readonly flight: FlightRecorder | undefined;
  /** The caller's line. */
  readonly line: Pick<CallLine, "lagMs">;
  /** As in `CallOrder`. */
  readonly transport: Transport | undefined;
}

export interface CallWatchers extends Required<Pick<CallOptions, "decided" | "emit">> {
  /** The call has ended completely. */
  readonly over: () => void;
}

export function watchCall(
  { flight, line, transport, beforeMs, ...call }: WatchedCall,
  { clock, log, traces, counters }: WatcherOptions,
): CallWatchers {
  const trace = traces?.begin({ ...call, startedAtMs: clock.wall() - beforeMs });
  const note = callLog(log);
  const broken = (law: Invariant, atMs: number): void => {
    counters?.broken(law);
    trace?.broke(law, atMs);
  };
  const invariants = watchInvariants({ clock, log, broken });
  return {
    decided: (decision: TurnDecision) => {
      invariants.decided(decision);
      flight?.decided(decision);
      counters?.decided(decision);
    },
    emit: (event) => {
      flight?.told(event);
      trace?.told(event);
      note(event);
      invariants.event(event);
      counters?.told(event, { transport, lagMs: line.lagMs });
    },
    over: () => {
      flight?.end();
      invariants.over();
      trace?.over();
    },
  };
}

/** Logs a call without a word of the conversation. */
function callLog(log: Log): (event: CallEvent) => void {
  let turns = 0;
  return (event) => {
    if (event.type === "latency") {
      turns += 1;
      log.debug("call.turn", { ...event.latency });
    }
    if (event.type === "turn-ended")
      log.debug("call.turn-ended", { reason: event.reason, silentMs: event.silentMs });
    if (event.type === "failed") log.warn("call.failed", { code: event.code, fatal: event.fatal });
    if (event.type === "ended")
      log.info("call.ended", { reason: event.reason, durationMs: event.durationMs, turns });
  };
}
