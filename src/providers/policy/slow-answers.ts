// Slow answers: logs a provider whose answers are mostly late for a waiting caller, once a minute.

import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { ProviderCounters } from "../measured-stt.ts";

/** A caller takes a later answer for a fault. */
const slowMs = 1_500;
/** One or two may be an odd question. */
const slowMin = 3;
const windowMs = 60_000;

interface Window {
  readonly since: number;
  answers: number;
  slow: number;
  slowestMs: number;
  isReported: boolean;
}

/** The same counters, whose times are also watched. There are as many windows as counters. */
export function slowAnswersTold(
  counters: ProviderCounters,
  { clock, log }: { readonly clock: Pick<Clock, "now">; readonly log: Pick<Log, "warn"> },
): ProviderCounters {
  const windows = new Map<string, Window>();
  const windowOf = (key: string): Window => {
    const now = clock.now();
    const window = windows.get(key);
    if (window !== undefined && now - window.since < windowMs) return window;
    const fresh = { since: now, answers: 0, slow: 0, slowestMs: 0, isReported: false };
    windows.set(key, fresh);
    return fresh;
  };
  return (kind, provider) => {
    const requestCounters = counters(kind, provider);
    return {
      ended: requestCounters.ended,
      took(what, ms) {
        requestCounters.took(what, ms);
        if (what === "connect") return;
        const window = windowOf(`${kind} ${provider}`);
        window.answers += 1;
        window.slowestMs = Math.max(window.slowestMs, ms);
        if (ms > slowMs) window.slow += 1;
        const { answers, slow, slowestMs, isReported } = window;
        if (isReported || slow < slowMin || slow * 2 < answers) return;
        window.isReported = true;
        const all = { provider, capability: kind, answers, slow, slowest_ms: Math.round(slowestMs) };
        log.warn("provider.slow", all);
      },
    };
  };
}
