// Simulation of a flow: many simulated callers, and what became of them. The same flow, callers and seed give the same
// report.

import { type Coverage, coverageOf, type UntestedBranch } from "../flow/author/testing/coverage.ts";
import { runFlowTests } from "../flow/author/testing/flow-tests.ts";
import type { LoadedFlow } from "../flow/language/load-flow.ts";
import type { BrokenLaw } from "./call-laws.ts";
import { seededRandom } from "./seeded-random.ts";
import { type SimCall, simulateCall } from "./sim-call.ts";

export interface SimulationOptions extends Required<Pick<LoadedFlow, "program" | "tests">> {
  /** The flow's own text. */
  readonly text: string;
  readonly callers: number;
  readonly seed: number;
  /** Recogniser and voice are slow and fail now and then, as on a vendor's bad day. */
  readonly troubles: boolean;
  /** Called after each call with how many are over. */
  readonly progress: (done: number) => void;
}

/** Half of the calls are below the first figure, 95 of 100 below the second. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
}

export interface SimulationReport {
  readonly callers: number;
  readonly seed: number;
  /** Counted by outcome, manner of the caller, and way through the flow; the most frequent first. */
  readonly outcomes: readonly Counted[];
  readonly manners: readonly Counted[];
  readonly paths: readonly Counted[];
  /** Nodes that had to ask again, and how often. */
  readonly askedAgain: readonly Counted[];
  readonly turns: Spread;
  readonly seconds: Spread;
  readonly coverage: Coverage;
  /** Where callers went and no test of the flow does. */
  readonly untested: readonly UntestedBranch[];
  /** With the seed that `--callers 1 --seed` repeats the call with. */
  readonly broken: readonly (BrokenLaw & { readonly seed: number })[];
}

export interface Counted {
  readonly name: string;
  readonly count: number;
}

/** Callers ring at any minute of one week, the same at each run: from Monday, 16 November 2026, UTC. */
const weekBeginsMs = Date.UTC(2026, 10, 16);
const [minutesPerWeek, minuteMs] = [7 * 24 * 60, 60_000];
const pathsMax = 10;
const brokenMax = 100;

export async function simulateFlow(options: SimulationOptions): Promise<SimulationReport> {
  const { text, program, tests, callers, seed, troubles, progress } = options;
  const calls: Omit<SimCall, "events">[] = [];
  for (let i = 0; i < callers; i++) {
    const startsAtMs = weekBeginsMs + seededRandom(seed + i).int(0, minutesPerWeek) * minuteMs;
    const { events: _, ...call } = await simulateCall({
      program,
      tests,
      seed: seed + i,
      troubles,
      startsAtMs,
    });
    calls.push(call);
    progress(calls.length);
  }
  const coverage = coverageOf(
    text,
    calls.map((call) => call.coverage),
  );
  return {
    callers,
    seed,
    outcomes: counted(calls.map(({ outcome }) => outcome)),
    manners: counted(calls.map(({ manner }) => manner)),
    paths: counted(calls.map(({ path }) => path.join(" › "))).slice(0, pathsMax),
    askedAgain: counted(calls.flatMap(({ askedAgain }) => askedAgain)),
    turns: spread(calls.map(({ turns }) => turns)),
    seconds: spread(calls.map(({ durationMs }) => Math.round(durationMs / 1_000))),
    coverage,
    untested: runFlowTests(text, { program, tests }).coverage.branches.untested.filter(
      ({ pointer }) => !coverage.branches.untested.some((never) => never.pointer === pointer),
    ),
    broken: calls
      .flatMap((call) => call.broken.map((one) => ({ ...one, seed: call.seed })))
      .slice(0, brokenMax),
  };
}

function counted(names: readonly string[]): readonly Counted[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count);
}

/** @internal Of the sorted values the one in the middle, and the one below which 95 of 100 lie. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}
