// Trace metrics: parts of call traces that their collector has not received.

import type { Metrics } from "../base/metrics.ts";
import { dropReasons } from "../trace/span-exporter.ts";

/** `held`: given up before their call became remarkable. */
const reasons = [...dropReasons, "held"] as const;

export interface TraceCounters {
  readonly dropped: (why: (typeof reasons)[number], spans: number) => void;
}

export function openTraceMetrics(metrics: Metrics): TraceCounters {
  const lost = metrics.counter("voice_flow_spans_dropped_total", {
    help: "Trace spans that did not reach the collector, by reason.",
    labels: [["why", reasons]],
  });
  return { dropped: (why, spans) => lost.at(why).add(spans) };
}
