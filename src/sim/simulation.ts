// Simulation of a flow: many simulated callers, and their results. The same flow, callers and seed give the
// same report.

import { type Coverage, coverageOf, type UntestedBranch } from "../flow/author/testing/coverage.ts";
import { runFlowTests } from "../flow/author/testing/flow-tests.ts";
import { type Standing, standingsOf } from "../flow/value/contract-terms.ts";
import type { BrokenLaw } from "./call-laws.ts";
import { type ManyCalls, simulateMany } from "./sim-threads.ts";

export interface SimulationOptions extends Omit<ManyCalls, "seeds"> {
  readonly callers: number;
  /** Seed of the first call; each further call has the next number. */
  readonly seed: number;
}

/** Half of the calls are below the first figure, 95 of 100 below the second. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
}

export interface SimulationReport {
  readonly callers: number;
  readonly seed: number;
  /** Counted by outcome, manner of the caller, and path through the flow; the most frequent first. */
  readonly outcomes: readonly OutcomeCount[];
  readonly manners: readonly OutcomeCount[];
  readonly paths: readonly OutcomeCount[];
  /** Nodes that asked again, with counts. */
  readonly askedAgain: readonly OutcomeCount[];
  readonly turns: Spread;
  readonly seconds: Spread;
  /** Standing of the terms of the flow's contract over all these calls; empty: no contract. */
  readonly contract: readonly Standing[];
  readonly coverage: Coverage;
  /** Branches that callers took and no test of the flow takes. */
  readonly untested: readonly UntestedBranch[];
  /** Broken laws with the seed for `--callers 1 --seed`, which repeats the call. */
  readonly broken: readonly (BrokenLaw & { readonly seed: number })[];
}

export interface OutcomeCount {
  readonly name: string;
  readonly count: number;
}

const pathsMax = 10;
const brokenMax = 100;

export async function simulateFlow(options: SimulationOptions): Promise<SimulationReport> {
  const { text, program, tests, seed } = options;
  const seeds = Array.from({ length: options.callers }, (_, i) => seed + i);
  const calls = await simulateMany({ ...options, seeds });
  // Fewer than requested if the time ran out.
  const callers = calls.length;
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
    contract: standingsOf(
      program.contract ?? {},
      calls.map(({ measured }) => measured),
    ),
    coverage,
    untested: runFlowTests(text, { program, tests }).coverage.branches.untested.filter(
      ({ pointer }) => !coverage.branches.untested.some((never) => never.pointer === pointer),
    ),
    broken: calls
      .flatMap((call) => call.broken.map((one) => ({ ...one, seed: call.seed })))
      .slice(0, brokenMax),
  };
}

function counted(names: readonly string[]): readonly OutcomeCount[] {
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
