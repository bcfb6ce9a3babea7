// Filled question: the default behaviour of a node that asks for a value that is already filled.

import type { Model, NodeModel } from "./model.ts";

/**
 * Whether a question is asked although its answer is already filled. A yes or no in the node's own words refers to the
 * line just spoken ("Shall I book it?"), so an older answer does not count; a value from the session's start does.
 */
export function isAskedAnew(
  { verb, asks, say }: NodeModel,
  { variables }: Pick<Model, "variables">,
): boolean {
  const [only, ...others] = asks;
  if (verb !== "ask" || only === undefined || others.length > 0 || say === undefined) return false;
  const variable = variables.get(only.value);
  return variable?.kind === "boolean" && !variable.input;
}
