// Doctor check: the type of one check of `doctor`, and words that several of them use.

import type { Config } from "../../config.ts";

export interface Result {
  readonly state: "ok" | "problem" | "skipped";
  /** Sentences; those of a problem name the remedy. */
  readonly says: string;
  /** Measured times, in whole milliseconds. */
  readonly ms?: Readonly<Record<string, number>>;
}

export type DoctorCheck = (config: Config) => Promise<Result>;

export const sayings = {
  unconfigured: "Not tested, because the configuration has an error.",
  problems: (count: number): string => `${count} ${count === 1 ? "problem" : "problems"}: see ✗ above.`,
} as const;

/** Size for people. */
export function mib(bytes: number): string {
  const all = bytes / 1024 ** 2;
  return all < 10_240 ? `${Math.round(all)} MiB` : `${Math.round(all / 1024)} GiB`;
}
