// Composition of traces: from the events of calls to spans, and from there to the collector that the operator named.

import type { Clock } from "./base/clock.ts";
import type { Log } from "./base/log.ts";
import type { Metrics } from "./base/metrics.ts";
import { version } from "./base/version.ts";
import type { Config } from "./config.ts";
import { Traces } from "./trace/call-traces.ts";
import { type DropReason, SpanExporter } from "./trace/span-exporter.ts";

interface TraceParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** What they own is closed after the calls, which have last spans for it. */
  readonly owned: AsyncDisposableStack;
  readonly nodeId: () => string;
}

const dropReasons = ["queue", "refused", "unsent", "held"] as const satisfies readonly (
  DropReason | "held"
)[];

/** Undefined: there is no collector, so nothing of it runs. */
export function openTraces(
  { traces: config }: Pick<Config, "traces">,
  parts: TraceParts,
): Traces | undefined {
  if (config === undefined) return undefined;
  const { clock, log, metrics, owned, nodeId } = parts;
  const { share, words, url, headers, timeoutMs, serviceName, resource } = config;
  const lost = metrics.counter<(typeof dropReasons)[number]>("voice_flow_spans_dropped_total", {
    help: "Spans of traces that the collector has not got, by the reason.",
    label: "why",
    values: dropReasons,
  });
  const dropped = (why: (typeof dropReasons)[number], spans: number): void => lost.add(why, spans);
  const exporter = owned.use(
    new SpanExporter({
      clock,
      log,
      url,
      headers,
      timeoutMs,
      resource: () => ({
        "service.instance.id": nodeId(),
        "service.version": version,
        ...resource,
        "service.name": serviceName,
      }),
      dropped,
    }),
  );
  return new Traces({ exporter, log, share, words, forgotten: (spans) => dropped("held", spans) });
}
