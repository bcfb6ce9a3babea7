// Trace metrics: what of the traces of calls their collector has not got.

import type { Metrics } from "../base/metrics.ts";
import type { DropReason } from "../trace/span-exporter.ts";

/** A reason that is missing here does not compile. `held`: they had been given up when their call became remarkable. */
const reasonTable: Readonly<Record<DropReason | "held", true>> = {
  queue: true,
  refused: true,
  unsent: true,
  held: true,
};
const reasons = Object.keys(reasonTable) as (keyof typeof reasonTable)[];

export interface TraceCounters {
  readonly dropped: (why: keyof typeof reasonTable, spans: number) => void;
}

export function openTraceMetrics(metrics: Metrics): TraceCounters {
  const lost = metrics.counter("voice_flow_spans_dropped_total", {
    help: "Spans of traces that the collector has not got, by the reason.",
    labels: [["why", reasons]],
  });
  return { dropped: (why, spans) => lost.at(why).add(spans) };
}
