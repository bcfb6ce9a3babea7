// Dependency analysis: which variables are cleared when others change, and which a digression may have cleared. A
// digression is a handler that returns to the interrupted node.

import type { Expr } from "../expression/ast.ts";
import type { AssignmentModel, Model } from "../model/model.ts";
import { type FlowGraph, handlerTargets, resume, reachableFrom, edgesOfNext } from "../model/flow-graph.ts";

/** Whether the expression is the literal `null`, which clears a variable. */
export function isNull(expr: Expr | undefined): boolean {
  return expr?.type === "literal" && expr.value === null;
}

type ClearedBy = (names: readonly string[]) => ReadonlySet<string>;

/** For given variables all that depend on them, directly or through others, without the variables themselves. */
export function dependentsOf(model: Model): ClearedBy {
  const dependents = new Map<string, string[]>();
  for (const { name, dependsOn } of model.variables.values()) {
    for (const { value } of dependsOn) dependents.getOrInsert(value, []).push(name);
  }
  return (names) => {
    const cleared = new Set<string>();
    const open = [...names];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      for (const dependent of dependents.get(name) ?? []) {
        if (cleared.has(dependent)) continue;
        cleared.add(dependent);
        open.push(dependent);
      }
    }
    for (const name of names) cleared.delete(name);
    return cleared;
  };
}

/** Variables that returning handlers, and the nodes that they pass through, set to null or clear. */
export function clearedInDigressions(
  model: Model,
  graph: FlowGraph,
  clearedBy: ClearedBy,
): ReadonlySet<string> {
  const handlers = [
    ...model.handlers.values(),
    ...[...model.nodes.values()].flatMap((node) => node.handlers),
  ];
  const away = reachableFrom(handlerTargets(handlers), graph.edges);
  const comesBack = [...away].some((id) => (graph.edges.get(id) ?? []).some(({ to }) => to === resume));
  const returning = handlers.filter(
    ({ next }) => next === undefined || edgesOfNext(next).some(({ to }) => to === resume),
  );
  const sets = [
    ...returning.map(({ set }) => set),
    ...(comesBack ? [...away].map((id) => model.nodes.get(id)?.set ?? []) : []),
  ];
  return new Set(sets.flatMap((set) => clearedIn(set, clearedBy)));
}

function clearedIn(set: readonly AssignmentModel[], clearedBy: ClearedBy): readonly string[] {
  if (set.length === 0) return [];
  const nulls = set.filter(({ value }) => isNull(value.expr)).map(({ variable }) => variable);
  return [...nulls, ...clearedBy(set.map(({ variable }) => variable))];
}
