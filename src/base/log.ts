// Structured log: events with a name and fields. Readable on a terminal, one JSON line per event otherwise.

import { type Clock, wallClock } from "./clock.ts";

export type Level = "debug" | "info" | "warn" | "error";
export type Fields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
  /** A log that adds these fields to every event. */
  with(fields: Fields): Log;
}

export type LogFormat = "pretty" | "json";

export interface LogOptions {
  readonly level: Level | "silent";
  readonly format: LogFormat;
  readonly write?: (line: string) => void;
  readonly clock?: Clock;
}

const rank = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 } as const;
const paint = { debug: "\x1b[90m", info: "\x1b[36m", warn: "\x1b[33m", error: "\x1b[31m" } as const;

/** Longest value of a field in characters; a log line is no place for a document. */
const fieldCharsMax = 2_000;

export function openLog(options: LogOptions): Log {
  const write = options.write ?? ((line: string) => void process.stderr.write(`${line}\n`));
  const clock = options.clock ?? wallClock;
  const make = (bound: Fields): Log => {
    const at =
      (level: Level) =>
      (event: string, fields: Fields = {}): void => {
        if (rank[level] < rank[options.level]) return;
        const all = { ...bound, ...fields };
        const time = new Date(clock.wall()).toISOString();
        write(
          options.format === "json"
            ? jsonLine(time, level, { event, ...all })
            : prettyLine(time, level, [event, all]),
        );
      };
    return {
      debug: at("debug"),
      info: at("info"),
      warn: at("warn"),
      error: at("error"),
      with: (fields) => make({ ...bound, ...fields }),
    };
  };
  return make({});
}

/** Log of calls without an operator: simulated calls and tests. */
export const silentLog: Log = openLog({ level: "silent", format: "json" });

function jsonLine(time: string, level: Level, fields: Fields): string {
  const plain = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, printable(value)]));
  return JSON.stringify({ time, level, ...plain });
}

function prettyLine(time: string, level: Level, [event, fields]: readonly [string, Fields]): string {
  const rest = Object.entries(fields).flatMap(([key, value]) => {
    // The key is left out, as in JSON, which has no such value.
    if (value === undefined) return [];
    const shown = printable(value);
    return `\x1b[90m${key}=\x1b[0m${typeof shown === "string" ? shown : JSON.stringify(shown)}`;
  });
  return [
    `\x1b[90m${time.slice(11, 23)}\x1b[0m`,
    `${paint[level]}${level.padEnd(5)}\x1b[0m`,
    event,
    ...rest,
  ].join(" ");
}

function printable(value: unknown): unknown {
  if (value instanceof Error) {
    return { name: value.name, message: clip(value.message), stack: clip(value.stack ?? "") };
  }
  return typeof value === "string" ? clip(value) : value;
}

function clip(text: string): string {
  return text.length > fieldCharsMax ? `${text.slice(0, fieldCharsMax)}… (${text.length} characters)` : text;
}
