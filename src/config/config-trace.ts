// Configuration of traces: their collector, the share of traced calls, and the content. Settings with an
// OpenTelemetry variable have its name.

import { type AllowRule, allowed } from "../base/outbound/outbound-allow.ts";
import { Secret } from "../base/secret.ts";
import { endpoint, listOf, oneOf, optional, row, whole, type ValuesOf } from "../base/setting-reader.ts";

export interface TraceConfig {
  /** Complete address for spans. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: Secret])[];
  readonly timeoutMs: number;
  readonly serviceName: string;
  readonly resource: Readonly<Record<string, string>>;
  /** Share from 0 to 1. */
  readonly share: number;
  readonly words: boolean;
  /** Receivers of our requests that get trace headers. */
  readonly propagate: readonly AllowRule[];
}

export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: row("", {
    unit: "URL",
    about:
      "Collector of traces by OTLP over HTTP, such as http://127.0.0.1:4318, to which /v1/traces is added; unset " +
      "sends none",
    parse: optional(endpoint),
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: row("", {
    unit: "URL",
    about: "Complete URL for traces, instead of OTEL_EXPORTER_OTLP_ENDPOINT",
    parse: optional(endpoint),
  }),
  OTEL_EXPORTER_OTLP_HEADERS: row("", {
    unit: "secret, name=value",
    about: "Headers for the collector, separated by commas, values percent-encoded",
    parse: (text: string) => headersIn(text),
  }),
  OTEL_EXPORTER_OTLP_TIMEOUT: row("10000", {
    unit: "milliseconds",
    about: "Time limit of a request to the collector",
    parse: whole(1, 600_000),
  }),
  OTEL_SERVICE_NAME: row("", {
    unit: "name",
    about: "Service name in traces; unset: voice-flow, or service.name of OTEL_RESOURCE_ATTRIBUTES",
    parse: optional(String),
  }),
  OTEL_RESOURCE_ATTRIBUTES: row("", {
    unit: "name=value",
    about: "Further attributes of this deployment in traces, separated by commas, values percent-encoded",
    parse: (text: string) => Object.fromEntries(pairsIn(text)),
  }),
  OTEL_SDK_DISABLED: row("false", {
    unit: "true, false",
    about: "true: send no traces, regardless of the other settings",
    parse: oneOf(["true", "false"]),
  }),
  TRACE_SAMPLE: row("1", {
    unit: "0 to 1",
    about:
      "Share of sessions to trace. Always traced are sessions that failed, fell back to another provider, violated an invariant or " +
      "answered after more than 1.2 s",
    parse: share,
  }),
  TRACE_TEXT: row("off", {
    unit: "on, off",
    about: "on: add spoken words to traces, as attributes that start with pii.",
    parse: oneOf(["on", "off"]),
  }),
  TRACE_PROPAGATE: row("", {
    unit: "hosts, addresses, networks",
    about:
      "Hosts of tools and hooks that receive a traceparent header, with or without a port, such as " +
      "crm.internal:8080",
    parse: listOf(allowed),
  }),
};

type Values = ValuesOf<typeof traceVariables>;

/** Undefined: no traces, and no part of them runs. */
export function traceConfig(values: Values): TraceConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = values;
  const url = whole ?? (base && `${base}/v1/traces`);
  if (url === undefined || values.OTEL_SDK_DISABLED === "true") return undefined;
  const { "service.name": named = "voice-flow", ...resource } = values.OTEL_RESOURCE_ATTRIBUTES;
  return {
    url,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT,
    serviceName: values.OTEL_SERVICE_NAME ?? named,
    resource,
    share: values.TRACE_SAMPLE,
    words: values.TRACE_TEXT === "on",
    propagate: values.TRACE_PROPAGATE,
  };
}

function share(text: string): number {
  const value = Number(text);
  if (/^[\d.]+$/.test(text) && value >= 0 && value <= 1) return value;
  throw new Error(`must be a number from 0 to 1, not "${text}"`);
}

/** Never repeats a value. https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
function headersIn(text: string): readonly (readonly [string, Secret])[] {
  return pairsIn(text).map(([name, value]) => {
    if (!/^[!#$%&'*+.^`|~\w-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw new Error("must list headers as name=value, such as api-key=abc, separated by commas");
    return [name.toLowerCase(), new Secret(value)] as const;
  });
}

/** W3C Baggage without its properties. Never repeats its input. */
function pairsIn(text: string): readonly (readonly [string, string])[] {
  return listOf((pair) => {
    const [, name = "", value = ""] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? [];
    if (name === "") throw new Error("must list name=value, separated by commas");
    try {
      return [decodeURIComponent(name), decodeURIComponent(value.trim())] as const;
    } catch {
      throw new Error("holds a % that begins no percent-encoded character: write %25");
    }
  })(text);
}
