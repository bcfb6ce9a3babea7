// Live tests: runs the tests of flows that ask a model several times with the deployment's model, and counts the passes.

import { FlowTests } from "../../flow/author/testing/flow-tests.ts";
import type { TestModels } from "../../flow/author/testing/judged/test-model.ts";
import type { TestResult } from "../../flow/author/testing/test-report.ts";
import type { FlowFile } from "../flow-files.ts";

export interface LiveTest {
  readonly name: string;
  /** One for each run. */
  readonly results: readonly LiveResult[];
}

interface LiveResult {
  /** Undefined: passed. `where`: its line or step. */
  readonly failure?: {
    readonly where: string;
    readonly message: string;
    readonly expected?: string | undefined;
    readonly got?: string | undefined;
  };
  readonly unjudged?: readonly string[];
}

/** Tests in their order, each with all its runs. */
export async function liveTests(
  { text, loaded: { program, tests = [] } }: FlowFile,
  models: TestModels,
  runs: number,
): Promise<readonly LiveTest[]> {
  const asking = tests.filter(({ hasModel }) => hasModel);
  if (program === undefined || asking.length === 0) return [];
  const reports: (readonly LiveResult[])[] = [];
  for (let run = 0; run < runs; run++) {
    const flowTests = new FlowTests(text, { program, tests: asking }, models);
    for (const waits of flowTests.run()) if (waits !== undefined) await waits;
    reports.push(flowTests.report.tests.map(liveResult));
  }
  return asking.map(({ name }, at) => ({ name, results: reports.flatMap((report) => report[at] ?? []) }));
}

const liveResult = ({ failure, unjudged = [] }: TestResult): LiveResult =>
  failure === undefined ? { unjudged } : { failure: { ...failure, where: `line ${failure.line}` }, unjudged };

const hasPassed = ({ failure }: LiveResult): boolean => failure === undefined;

/** Whether each passes in one run at least. */
export const isPossible = (tests: readonly LiveTest[]): boolean =>
  tests.every(({ results }) => results.some(hasPassed));

export function liveLines(tests: readonly LiveTest[], runs: number): readonly string[] {
  if (tests.length === 0) return ["no test asks a model: write llm: beside the words at which one is asked"];
  const rates = tests.map(({ results }) => results.filter(hasPassed).length / runs);
  const mean = (of: readonly number[]): string =>
    (of.reduce((sum, rate) => sum + rate, 0) / of.length).toFixed(2);
  return [
    ...tests.flatMap(({ name, results }) => [
      `${results.filter(hasPassed).length} of ${runs}  ${name}`,
      ...results.flatMap((result, run) => runLines(result, run + 1)),
    ]),
    `pass@1 ${mean(rates)}, pass@${runs} ${mean(rates.map((rate) => (rate > 0 ? 1 : 0)))}`,
  ];
}

function runLines({ failure, unjudged = [] }: LiveResult, run: number): readonly string[] {
  const open = unjudged.map((claim) => `      run ${run}: not judged: ${claim}`);
  if (failure === undefined) return open;
  const { where, message, expected, got } = failure;
  return [
    `      run ${run}: ${where}: ${message}`,
    ...(expected === undefined ? [] : [`        expected  ${expected}`]),
    ...(got === undefined ? [] : [`        got       ${got}`]),
    ...open,
  ];
}
