// Configuration of metrics: the address for Prometheus, and its credentials.

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
    about: "Address of GET /metrics for Prometheus, such as 127.0.0.1:9464; unset: off",
    parse: optional(hostAndPort),
  }),
  METRICS_TOKEN: row("", {
    unit: "secret",
    about: "Bearer token for /metrics; required unless METRICS_ADDRESS is a loopback address",
    parse: optional((text) => new Secret(text)),
  }),
};

type Values = ValuesOf<typeof metricsVariables>;

/** Undefined: no metrics. Errors are added to `problems`. */
export function metricsConfig(
  { METRICS_ADDRESS: address, METRICS_TOKEN: token }: Values,
  problems: string[],
): MetricsConfig | undefined {
  if (address === undefined) return undefined;
  if (token === undefined && !isLoopback(address.host))
    problems.push(`Others can read METRICS_ADDRESS at ${address.host}. Set METRICS_TOKEN, or use 127.0.0.1.`);
  return { ...address, token };
}
