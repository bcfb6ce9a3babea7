// Compiler of on_end: the post-processing of a call.

import type { Model, OnEndModel } from "../model/model.ts";
import { llmOf } from "../model/model-wording.ts";
import type { OnEnd } from "../program.ts";
import { compileVariable } from "./compile-variables.ts";

export function compileOnEnd(
  { summarises, extract }: OnEndModel,
  { defaults }: Pick<Model, "defaults">,
): OnEnd {
  const llm = llmOf(undefined, defaults.fields);
  return {
    summarises,
    extract: [...extract.values()].map((value) => {
      const { name, type, description } = compileVariable(value);
      return { name, type, ...(description !== undefined && { description }) };
    }),
    ...(llm !== undefined && { llm }),
  };
}
