// What is wrong with the text of a flow, for who does not want to run it. Never throws, whatever the text.

import type { Knowledge } from "./check/context.ts";
import { Loading } from "./loading.ts";
import type { Problem } from "./problem.ts";

/** As `loadFlow` finds them, but for flows that it calls: their `with` is not compared with what they take. */
export function problemsOf(text: string, knowledge: Knowledge = {}): readonly Problem[] {
  return new Loading(knowledge).load(text).problems;
}
