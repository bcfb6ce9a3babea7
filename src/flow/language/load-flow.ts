// The text of a flow to what runs: everything that is wrong with it, and, if nothing is, its program and its tests.
// Never throws, whatever the text.

import type { Knowledge } from "./check/check-context.ts";
import { compileProgram } from "./compile/compile-program.ts";
import { compileTests } from "./compile/compile-tests.ts";
import { type LoadedFlow, Loading } from "./find-problems.ts";

export type { Knowledge } from "./check/check-context.ts";
export type { LoadedFlow } from "./find-problems.ts";

export function loadFlow(text: string, knowledge: Knowledge = {}): LoadedFlow {
  const loading = new Loading(knowledge, (model, { graph, calls }) => ({
    program: compileProgram(model, graph, calls),
    tests: compileTests(model),
  }));
  return loading.load(text);
}
