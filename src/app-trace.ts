// Composition of traces: from call events to spans, and on to the operator's OpenTelemetry collector.

import type { Clock } from "./base/clock.ts";
import type { Log } from "./base/log.ts";
import { version } from "./base/version.ts";
import type { Config } from "./config.ts";
import type { TraceCounters } from "./metrics/trace-metrics.ts";
import { Traces } from "./trace/call-traces.ts";
import { SpanExporter } from "./trace/span-exporter.ts";

interface TraceParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly dropped: TraceCounters["dropped"];
  /** Closed after the calls, whose last spans they send. */
  readonly owned: AsyncDisposableStack;
  readonly nodeId: () => string;
}

/** Undefined: there is no collector, so nothing runs. */
export function openTraces(
  { traces: config }: Pick<Config, "traces">,
  parts: TraceParts,
): Traces | undefined {
  if (config === undefined) return undefined;
  const { clock, log, dropped, owned, nodeId } = parts;
  const { share, words, url, headers, timeoutMs, serviceName, resource } = config;
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
