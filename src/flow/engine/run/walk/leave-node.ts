// Node exit: sends the node's events to the hooks, then takes the first branch whose condition holds.

import { evaluate, holds } from "../../../language/expression/evaluator.ts";
import type { Emission, Edges } from "../../../language/program.ts";
import { type StepDraft, type Continuation, type Transition } from "../step-draft.ts";
import { type NodeVisit } from "../flow-state.ts";
import { scopeOf, type FlowView } from "../expression-scope.ts";
import { viewOf } from "../running-flow.ts";

export function transitionTo(to: string, by: string): Transition {
  return { to, by };
}

/** The first branch whose condition holds. */
export function chooseBranch(edges: Edges, view: FlowView): Transition {
  const scope = scopeOf(view);
  const at = edges.findIndex((one) => one.if === undefined || holds(one.if, scope));
  // The checker refuses a list without `else`; an empty target ends the call with an error.
  return transitionTo(edges[at]?.target ?? "", `next:${at}`);
}

/** Leaves a node that has done its work, by its `next`. */
export function leaveNode(draft: StepDraft, edges: Edges): Continuation {
  emitNodeEvents(draft);
  return chooseBranch(edges, viewOf(draft));
}

/** Sends the events of the current node to the hooks, with sensitive values masked. */
export function emitNodeEvents(draft: StepDraft): void {
  const { emit } = draft.node;
  const before = replayedVisit(draft)?.emitted ?? [];
  const sent = emit.map((emission) => emitted(draft, emission, before));
  if (sent.length > 0) draft.recordVisit({ emitted: sent });
  draft.changeFrame({ phase: { type: "passing" } });
}

/** Sends an event to the hooks, unless it was sent before the correction that is being replayed. */
function emitted(draft: StepDraft, emission: Emission, before: readonly string[]): string {
  const data = evaluate(emission.data, scopeOf({ ...viewOf(draft), isMasked: true }));
  const line = `${emission.event} ${JSON.stringify(data)}`;
  if (!before.includes(line)) draft.emit({ type: "emit", event: emission.event, data });
  return line;
}

/** The visit of the current node that a replay repeats; undefined when nothing is replayed. */
export function replayedVisit(draft: StepDraft): NodeVisit | undefined {
  const { replay, trail, node } = draft.frame;
  if (replay === null || !Object.hasOwn(trail, node)) return undefined;
  const passage = trail[node];
  return passage !== undefined && passage.order > replay.since ? passage : undefined;
}
