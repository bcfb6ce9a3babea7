// Filled question: what a node does that asks for what is known already, where it does not say so itself.

import type { Model, NodeModel } from "./model.ts";

/**
 * Whether a question is asked even when its answer is known: a yes or no in words of the node's own is about what was
 * said just now ("Shall I book it?"), so an older answer is none. What a session brings along is one.
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
