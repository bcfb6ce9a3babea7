// Test run messages: messages between the page and its worker about a run, and the run itself.

import { loadFlow } from "../../../src/flow/language/load-flow.ts";
import type { Problem } from "../../../src/flow/language/source/problem.ts";
import { type FlowTestReport, FlowTests } from "../../../src/flow/author/testing/flow-tests.ts";

export interface RunRequest {
  readonly text: string;
  /** Index of the only test to run, from 0; absent runs all. */
  readonly only?: number;
  /** True if the server lets the flow reach its addresses, including private ones. */
  readonly allowsAddresses?: boolean;
}

export interface RunProgress {
  readonly done: number;
  readonly all: number;
}

export type RunResult =
  | {
      readonly type: "ran";
      /** For a run of one test it holds only that test and its coverage. */
      readonly report: FlowTestReport;
      /** Duration of the run in milliseconds. */
      readonly ms: number;
    }
  /** The flow has errors, or is a library. */
  | { readonly type: "invalid"; readonly problems: readonly Problem[] };

export type RunAnswer =
  | { readonly type: "progress"; readonly progress: RunProgress }
  | { readonly type: "result"; readonly result: RunResult };

/** Yields after each step of the engine. `now` is in milliseconds. */
export function* runTests(
  { text, only, allowsAddresses = false }: RunRequest,
  now: () => number,
): Generator<RunProgress, RunResult> {
  const { program, tests, problems } = loadFlow(text, { outboundAllowed: () => allowsAddresses });
  if (program === undefined || tests === undefined) return { type: "invalid", problems };
  const chosen = only === undefined ? tests : tests.slice(only, only + 1);
  const begun = now();
  const run = new FlowTests(text, { program, tests: chosen });
  for (const _ of run.run()) yield { done: run.done, all: chosen.length };
  const { report } = run;
  return { type: "ran", report, ms: now() - begun };
}
