// Flow loader: turns the text of a flow into its problems and, if there are no errors, its program and its tests.
// Never throws, for any text.

import type { Knowledge } from "./check/check-context.ts";
import { compileProgram } from "./compile/compile-program.ts";
import { compileTests } from "./compile/compile-tests.ts";
import { type LoadedFlow, FlowLoader } from "./find-problems.ts";

export type { Knowledge, ReadSource, SourceProblem } from "./check/check-context.ts";
export type { LoadedFlow } from "./find-problems.ts";

/** Reads, checks and compiles a text. `program` and `tests` are only given if no problem is an error. */
export function loadFlow(text: string, knowledge: Knowledge = {}): LoadedFlow {
  const loading = new FlowLoader(knowledge, (model, parts) => ({
    program: compileProgram(model, parts),
    tests: compileTests(model),
  }));
  return loading.load(text);
}
