// Configuration of the log: level, format, and the detail of clients' addresses.

import type { Level, LogFormat } from "../base/log.ts";
import { oneOf, row, type ValuesOf } from "../base/setting-reader.ts";
import { addressModes, type AddressMode } from "../base/shown-address.ts";

export interface LogConfig {
  readonly level: Level | "silent";
  /** `pretty`: for a person, with a greeting after the start. */
  readonly format: LogFormat;
  /** Addresses in the log and in the audit log. */
  readonly addresses: AddressMode;
}

const levels = ["debug", "info", "warn", "error", "silent"] as const;

export const logVariables = {
  LOG_LEVEL: row("info", {
    unit: levels.join(", "),
    about: "Lowest level of log lines",
    parse: oneOf(levels),
  }),
  LOG_FORMAT: row("auto", {
    unit: "auto, pretty, json",
    about:
      "auto: pretty on a terminal, otherwise json; pretty also prints the addresses of the pages at the start",
    parse: oneOf(["auto", "pretty", "json"]),
  }),
  LOG_ADDRESSES: row("masked", {
    unit: addressModes.join(", "),
    about:
      "Client IP addresses in logs and in the audit log; masked: only the network, /24 of IPv4 and /48 of IPv6",
    parse: oneOf(addressModes),
  }),
};

type Values = ValuesOf<typeof logVariables>;

/** `terminal`: the output is read by a person. */
export function logConfig(
  { LOG_LEVEL: level, LOG_FORMAT: format, LOG_ADDRESSES: addresses }: Values,
  terminal: boolean,
): LogConfig {
  return {
    level,
    format: format === "auto" ? (terminal ? "pretty" : "json") : format,
    addresses,
  };
}
