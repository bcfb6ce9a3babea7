// Benchmark load: a number of calls at once on a server of its own, their use of its core, and the verdict.

import { quantile, stolenMs } from "../pinned.ts";
import { type CallerFigures, startServer } from "./callers.ts";
import { climb, type Verdict } from "./climb.ts";

export const lateMsMax = 20;
/** In a run in which the host took more than this share of a core, the host was measured. */
const stolenMax = 0.02;

/** Reports of each kind of callers, ms. */
interface Heard {
  readonly p50: number | null;
  readonly p99: number | null;
  readonly worst: number | null;
  readonly callersLateP99: number;
}

export interface Load<Told extends Heard> {
  readonly calls: number;
  /** Share of the server's core, 1 being all of it. */
  readonly cpu: number;
  /** Share of the core that the host took away. */
  readonly stolen: number;
  /** Resident memory above that without a call, per call, in bytes. */
  readonly memoryPerCall: number;
  /** Time from the end of a turn to the first audio, ms. */
  readonly addedMs: { readonly turns: number; readonly p50: number; readonly p99: number };
  readonly heard: Told;
  readonly verdict: Verdict;
}

/** The most calls that were carried, and each run before; null: the machine disturbed all runs of the first step. */
export interface ClimbResult<Told extends Heard> {
  readonly callsMax: number | null;
  readonly steps: readonly Load<Told>[];
}

type Start<Told> = (port: number, calls: number, seconds: number) => Promise<CallerFigures<Told>>;

/** Whether 99 % of the audio came in time. A run disturbed by the host or the callers proves nothing. */
export function verdictOf({ cpu, stolen, heard }: Omit<Load<Heard>, "verdict" | "addedMs">): Verdict {
  if (stolen > stolenMax || heard.callersLateP99 >= lateMsMax) return "disturbed";
  return (heard.p99 ?? lateMsMax) < lateMsMax && cpu < 1 ? "fine" : "late";
}

/**
 * Each step on a server of its own, until one fails twice. `within`: see `climb`; `tell`: receives each run at its end.
 */
export async function climbed<Told extends Heard>(
  steps: Iterable<number>,
  options: {
    readonly seconds: number;
    readonly within: number;
    readonly start: Start<Told>;
    /** Environment of the server. */
    readonly env?: Readonly<Record<string, string>>;
    readonly tell: (load: Load<Told>) => void;
  },
): Promise<ClimbResult<Told>> {
  const loads: Load<Told>[] = [];
  const { within, tell } = options;
  const run = async (calls: number): Promise<Verdict> => {
    const load = await loadOf(calls, options);
    tell(load);
    loads.push(load);
    return load.verdict;
  };
  const callsMax = await climb(steps, run, { within });
  const isDecided = loads.some(({ verdict }) => verdict !== "disturbed");
  return { callsMax: isDecided ? callsMax : null, steps: loads };
}

async function loadOf<Told extends Heard>(
  calls: number,
  {
    seconds,
    start,
    env = {},
  }: {
    readonly seconds: number;
    readonly start: Start<Told>;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<Load<Told>> {
  await using server = await startServer(env);
  const idle = await server.ask();
  const callers = await start(server.port, calls, seconds);
  const [before, from, stolenBefore] = [await server.ask(), performance.now(), await stolenMs()];
  await Bun.sleep((seconds - 1) * 1_000);
  const [after, until, stolenAfter] = [await server.ask(), performance.now(), await stolenMs()];
  const heard = await callers.late;
  const added = after.added.toSorted((a, b) => a - b);
  const load = {
    calls,
    cpu: (after.cpuMs - before.cpuMs) / (until - from),
    stolen: (stolenAfter - stolenBefore) / (until - from),
    memoryPerCall: (after.rss - idle.rss) / calls,
    addedMs: { turns: added.length, p50: quantile(added, 0.5), p99: quantile(added, 0.99) },
    heard,
  };
  return { ...load, verdict: verdictOf(load) };
}

/** A run as cells of a row; settings of one kind of callers are at its end. */
export function rowOf(load: Load<Heard>, ...rest: readonly string[]): string {
  const { calls, cpu, heard, addedMs, memoryPerCall, stolen, verdict } = load;
  const ms = (...values: readonly (number | null)[]): string =>
    values.map((value) => value?.toFixed(1) ?? "?").join(" / ");
  return [
    `  ${String(calls).padStart(5)}`,
    `${(cpu * 100).toFixed(0)} %`.padStart(15),
    `${ms(heard.p50, heard.p99, heard.worst)} ms`.padStart(29),
    `${ms(addedMs.p50, addedMs.p99)} ms of ${addedMs.turns}`.padStart(25),
    `${(memoryPerCall / 2 ** 20).toFixed(2)} MiB`.padStart(13),
    `${heard.callersLateP99.toFixed(1)} ms; ${(stolen * 100).toFixed(1)} %`.padStart(20),
    ...rest,
    verdict,
  ].join(" | ");
}

export const head = (...rest: readonly string[]): string =>
  [
    "  calls",
    "CPU of the core",
    "audio late p50 / p99 / worst ",
    "added to a turn p50 / p99",
    "memory a call",
    "callers late; stolen",
    ...rest,
    "verdict",
  ].join(" | ");
