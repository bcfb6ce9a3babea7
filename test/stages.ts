// Stages of tests: fast ones, those that wait for servers and browsers, and those with speech.

import {
  inLongRun,
  onBothStores,
  onFileAlone,
  onPostgresInLongRun,
  spoken,
  thorough,
  waiting,
} from "./suites.ts";

/** Default time limit of a test: far more than any takes, also on a machine with other work. */
export const timeoutMs = 240_000;

export interface Stage {
  readonly name: string;
  readonly files: readonly string[];
  /** Number of files at a time; without it as many as the machine has cores. */
  readonly parallel?: number;
  /** Whether its tests talk at real pace or to a real database, so that other work on the machine disturbs them. */
  readonly isPaced?: boolean;
  /** Whether its files share a world in each process, which halves the time of small ones; the others have one each. */
  readonly isShared?: boolean;
  /** Environment variables of its tests. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Every suite, in the order in which the stages run. Paths are relative to the project. */
export function stages({ long }: { readonly long: boolean }): Stage[] {
  const files = suites().filter((file) => !isOf(file, inLongRun));
  const isSpoken = (file: string): boolean => isOf(file, spoken);
  const isWaiting = (file: string): boolean => isOf(file, waiting) && !isSpoken(file);
  const small = new Set(quickSuites());
  return [
    { name: "small", files: files.filter((file) => small.has(file)), isShared: true },
    {
      name: "thorough",
      files: files.filter((file) => !small.has(file) && !isSpoken(file) && !isWaiting(file)),
    },
    // They use half of two cores; five at a time would disturb each other, and take as long.
    { name: "servers and pages", files: files.filter(isWaiting), parallel: 3, isPaced: true },
    { name: "speech", files: files.filter(isSpoken), parallel: 3, isPaced: true },
    {
      name: "on Postgres",
      isPaced: true,
      files: files.filter(
        (file) =>
          isOf(file, onBothStores) && !isOf(file, onFileAlone) && (long || !isOf(file, onPostgresInLongRun)),
      ),
      // They wait for sockets and the database.
      parallel: 4,
      environment: { STORE: "postgres" },
    },
    // One at a time: an emulated machine takes all cores.
    {
      name: "long run alone",
      files: long ? suites().filter((file) => isOf(file, inLongRun)) : [],
      parallel: 1,
    },
  ].filter((stage) => stage.files.length > 0);
}

/** Suites that a commit waits for: under a minute, with the other checks. */
export function quickSuites(): string[] {
  return suites().filter((file) => !isOf(file, [...spoken, ...waiting, ...thorough, ...inLongRun]));
}

function suites(): string[] {
  return [...new Bun.Glob("test/**/*.test.ts").scanSync(".")].sort();
}

function isOf(file: string, places: readonly string[]): boolean {
  return places.some((place) => file.startsWith(place) || file.endsWith(place));
}
