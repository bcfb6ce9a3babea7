// Simulation lines: the report of a simulation for people.

import { contractTerms, shownBound, shownValue, type Standing } from "../flow/value/contract-terms.ts";
import type { UntestedBranch } from "../flow/author/testing/coverage.ts";
import type { OutcomeCount, SimulationReport } from "./simulation.ts";

export function simulationLines(report: SimulationReport): readonly string[] {
  const { callers, seed, turns, seconds, coverage } = report;
  const { nodes, branches, inherited, handlers } = coverage;
  return [
    `  ${callers} callers, seed ${seed}: ${list(report.manners)}`,
    `  outcomes     ${list(report.outcomes)}`,
    `  turns        ${turns.p50} for half of them, ${turns.p95} for 95 of 100`,
    `  seconds      ${seconds.p50} for half of them, ${seconds.p95} for 95 of 100`,
    `  asked again  ${report.askedAgain.length === 0 ? "never" : list(report.askedAgain)}`,
    "  ways",
    ...report.paths.map(({ name, count }) => `    ${String(count).padStart(5)}  ${name}`),
    `  reached      ${nodes.tested} of ${nodes.all} nodes, ${branches.tested} of ${branches.all} branches`,
    ...nodes.untested.map((name) => `    never: node ${name}`),
    ...branches.untested.map((branch) => `    never: ${placeOf(branch)}`),
    ...inherited.untested.map((name) => `    never: ${name} was given up`),
    ...handlers.untested.map((name) => `    never: handler ${name}`),
    ...report.untested.map((branch) => `    reached, but by no test of the flow: ${placeOf(branch)}`),
    ...report.contract.map(contractLine),
    ...report.broken.map(
      ({ law, detail, atMs, seed: one }) =>
        `  BROKEN  ${law}: ${detail}, at ${atMs} ms of the call with seed ${one}`,
    ),
  ];
}

function contractLine({ name, bound, value, samples, state }: Standing): string {
  const { samples: things, samplesMin } = contractTerms[name];
  const of = `${shownBound(name, bound)}: ${shownValue(name, value)} over ${samples} ${things}`;
  if (state === "unmeasured") return `  contract     ${of}; at least ${samplesMin} are needed to measure it`;
  return state === "broken" ? `  BROKEN  contract ${of}` : `  contract     ${of}`;
}

const placeOf = ({ line, from, to, label }: UntestedBranch): string =>
  `line ${line}, ${from} to ${to} (${label})`;

const list = (all: readonly OutcomeCount[]): string =>
  all.map(({ name, count }) => `${name} ${count}`).join(", ");
