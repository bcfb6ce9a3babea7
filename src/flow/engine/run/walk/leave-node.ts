// The way out of a node: its events for the hooks, then the first branch that holds.

import { evaluate, holds } from "../../../language/expression/evaluator.ts";
import type { Emission, Edges } from "../../../language/program.ts";
import { type Draft, type Next, type Step } from "../step-draft.ts";
import { type Passage } from "../flow-state.ts";
import { scopeOf, type View } from "../expression-scope.ts";
import { viewOf } from "../running-flow.ts";

export function go(to: string, by: string): Step {
  return { to, by };
}

/** Where a way leads now. */
export function follow(way: Edges, view: View): Step {
  const scope = scopeOf(view);
  const at = way.findIndex((one) => one.if === undefined || holds(one.if, scope));
  // The checker refuses a list without `else`; what comes here is ended as an error.
  return go(way[at]?.target ?? "", `next:${at}`);
}

/** A node has done its work. */
export function leave(draft: Draft, way: Edges): Next {
  emitHere(draft);
  return follow(way, viewOf(draft));
}

export function emitHere(draft: Draft): void {
  const { emit } = draft.node;
  const before = replayed(draft)?.emitted ?? [];
  const sent = emit.map((emission) => emitted(draft, emission, before));
  if (sent.length > 0) draft.passage({ emitted: sent });
  draft.changeFrame({ phase: { type: "passing" } });
}

/** What was sent already is not sent again. */
function emitted(draft: Draft, emission: Emission, before: readonly string[]): string {
  const data = evaluate(emission.data, scopeOf({ ...viewOf(draft), isMasked: true }));
  const line = `${emission.event} ${JSON.stringify(data)}`;
  if (!before.includes(line)) draft.emit({ type: "emit", event: emission.event, data });
  return line;
}

/** What the node where the flow stands did after the answer that a correction has replaced; else undefined. */
export function replayed(draft: Draft): Passage | undefined {
  const { replay, trail, node } = draft.frame;
  if (replay === null || !Object.hasOwn(trail, node)) return undefined;
  const passage = trail[node];
  return passage !== undefined && passage.order > replay.since ? passage : undefined;
}
