// Composition of metrics: which figures of this process its operator can watch. None of them names an account, a flow
// or a session, so there are as many series after a year as on the first day.

import { memoryUsage } from "node:process";
import { type Clock, delay } from "./base/clock.ts";
import type { FaultCode } from "./base/fault.ts";
import { type Counter, Metrics } from "./base/metrics.ts";
import type { Calls } from "./calls/live-calls.ts";
import { type Invariant, invariants } from "./voice/invariants/call-invariants.ts";

/** Why calls and sessions are refused, but for what a client got wrong, which is `other`. */
const refusals = [
  "calls/limit",
  "calls/draining",
  "session/limit",
  "session/over",
  "credits/empty",
  "speech/unavailable",
  "auth/invalid",
  "flow/not-found",
  "flow/invalid",
  "assistant/invalid",
  "provider/unusable",
  "storage/full",
  "storage/away",
  "other",
] as const satisfies readonly (FaultCode | "other")[];

type Refusal = (typeof refusals)[number];

export interface CallCounters {
  readonly broken: (law: Invariant) => void;
  readonly refused: (code: FaultCode) => void;
}

export function openCounters(metrics: Metrics): CallCounters {
  const broken: Counter<Invariant> = metrics.counter("voice_flow_invariant_violations_total", {
    help: "What calls broke of the laws that every call keeps. Anything but 0 is a bug of Voice Flow.",
    label: "law",
    values: invariants,
  });
  const refused: Counter<Refusal> = metrics.counter("voice_flow_calls_refused_total", {
    help: "Calls and sessions that were refused, by the code of the refusal.",
    label: "code",
    values: refusals,
  });
  const known: ReadonlySet<string> = new Set(refusals);
  const isKnown = (code: string): code is Refusal => known.has(code);
  return { broken: broken.add, refused: (code) => refused.add(isKnown(code) ? code : "other") };
}

/** A timer of so many milliseconds, which is late by as much as the event loop. */
const lagTimerMs = 20;

export function openGauges(
  metrics: Metrics,
  { clock, calls }: { readonly clock: Clock; readonly calls: Pick<Calls, "byKind"> },
): void {
  metrics.gauges("voice_flow_calls_open", {
    help: "Calls of which something is left, by what answers them.",
    label: "kind",
    read: () => calls.byKind,
  });
  metrics.gauge("voice_flow_loop_lag_seconds", {
    help: "How late a timer of 20 ms was at this scrape.",
    together: "worst",
    read: async () => {
      const from = clock.now();
      await delay(clock, lagTimerMs, never);
      return Math.max(0, clock.now() - from - lagTimerMs) / 1_000;
    },
  });
  metrics.gauge("process_resident_memory_bytes", {
    help: "Resident memory size in bytes.",
    read: () => memoryUsage.rss(),
  });
}

const never = new AbortController().signal;
