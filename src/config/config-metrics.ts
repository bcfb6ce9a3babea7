// Configuration of metrics: where Prometheus finds them, and what it must show to read them.

import { Secret } from "../base/secret.ts";
import { hostAndPort, isLoopback, optional, row, type ValuesOf } from "../base/setting-reader.ts";

export interface MetricsConfig {
  readonly host: string;
  readonly port: number;
  readonly token: Secret | undefined;
}

export const metricsVariables = {
  METRICS_ADDRESS: row("", {
    unit: "host:port",
    about: "Where GET /metrics answers Prometheus, such as 127.0.0.1:9464; unset is nowhere",
    parse: optional(hostAndPort),
  }),
  METRICS_TOKEN: row("", {
    unit: "secret",
    about: "Bearer token that Prometheus sends; needed where METRICS_ADDRESS is no loopback address",
    parse: optional((text) => new Secret(text)),
  }),
};

type Values = ValuesOf<typeof metricsVariables>;

/** Undefined: nowhere. Errors are added to `problems`. */
export function metricsConfig(
  { METRICS_ADDRESS: address, METRICS_TOKEN: token }: Values,
  problems: string[],
): MetricsConfig | undefined {
  if (address === undefined) return undefined;
  if (token === undefined && !isLoopback(address.host))
    problems.push(
      `METRICS_ADDRESS at ${address.host} can be read by others: set METRICS_TOKEN, too, or choose 127.0.0.1.`,
    );
  return { ...address, token };
}
