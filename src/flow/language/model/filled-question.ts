// Filled question: the default behaviour of a node that asks for a known value.

import type { Model, NodeModel } from "./model.ts";

/**
 * Whether a question is asked even when its answer is known: a yes or no in words of the node's own is about what was
 * said just now ("Shall I book it?"), so an older answer is none. A value from the session's start is one.
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
