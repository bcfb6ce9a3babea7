// Edge removal: removes all edges to removed nodes.

import type { Path } from "../../language/source/problem.ts";
import { type EdgeTarget, targetsOfFlow, targetsOfNode } from "../document/targets.ts";
import { type Fields, fieldsOf, isEmpty, isFields, listOf, put, valueAt, without } from "./data-at-path.ts";

/**
 * The document without the target at this path. A condition stays without its `goto`, so that its author need not
 * rewrite it, and so does an exit; an `else`, an option's edge and every other key are removed. An emptied map is
 * removed too.
 */
export function withoutTarget(data: Fields, path: Path): Fields {
  const holder = path.slice(0, -1);
  const isBranch = typeof holder.at(-1) === "number";
  const holderValue = valueAt(data, holder);
  const isLast = isFields(holderValue) && holderValue.size === 1;
  const rest = without(data, isBranch && isLast ? holder : path) as Fields;
  if (isBranch) return tidied(rest, holder.slice(0, -1));
  const isOption = holder.length === 3 && holder[2] === "goto";
  const isDefault = holder.length === 1 && holder[0] === "defaults";
  return isOption || isDefault ? tidied(rest, holder) : rest;
}

function tidied(data: Fields, path: Path): Fields {
  return isEmpty(valueAt(data, path)) ? (without(data, path) as Fields) : data;
}

/** All edges of the nodes and of the flow as a whole. */
export function targetsIn(data: Fields): readonly EdgeTarget[] {
  const nodes = fieldsOf(data.get("nodes"));
  return [...[...nodes].flatMap(([id, node]) => targetsOfNode(id, node)), ...targetsOfFlow(data)];
}

/** Data without the nodes and all edges to them. */
export function withoutNodes(data: Fields, ids: ReadonlySet<string>): Fields {
  const nodes = fieldsOf(data.get("nodes"));
  const left = new Map([...nodes].filter(([id]) => !ids.has(id)));
  const start = data.get("start");
  const isStartGone = typeof start === "string" && ids.has(start);
  const next = isStartGone ? nextStart(nodes, { id: start, ids }) : undefined;
  // Last first, so that the others keep their places in lists.
  const edges = targetsIn(data).filter(({ from, to }) => ids.has(to) && !ids.has(from));
  const unlinked = edges.toReversed().reduce((rest, { path }) => withoutTarget(rest, path), data);
  const kept = [...left.keys()].map((id) => [id, fieldsOf(unlinked.get("nodes")).get(id) ?? null] as const);
  const pruned = put(unlinked, ["nodes"], new Map(kept)) as Fields;
  const started = isStartGone ? withStart(pruned, next ?? left.keys().next().value) : pruned;
  return withoutSteps(started, ids);
}

function withStart(data: Fields, start: string | undefined): Fields {
  return (start === undefined ? without(data, ["start"]) : put(data, ["start"], start)) as Fields;
}

/** New start of the call: the first remaining node reached from the removed one. */
function nextStart(
  nodes: Fields,
  { id, ids }: { readonly id: string; readonly ids: ReadonlySet<string> },
): string | undefined {
  const seen = new Set<string>();
  const open = [id];
  for (let each = open.shift(); each !== undefined; each = open.shift()) {
    if (seen.has(each) || !nodes.has(each)) continue;
    if (!ids.has(each)) return each;
    seen.add(each);
    open.push(...targetsOfNode(each, nodes.get(each) ?? null).map(({ to }) => to));
  }
  return undefined;
}

/** Removes test steps that assert one of the nodes (`at`), and tests without other steps. */
function withoutSteps(data: Fields, ids: ReadonlySet<string>): Fields {
  let rest = data;
  for (const [i, test] of [...listOf(data.get("tests")).entries()].toReversed()) {
    const script = listOf(fieldsOf(test).get("script"));
    const gone = [...script.entries()].filter(([, step]) => isAt(step, ids)).map(([at]) => at);
    if (gone.length === 0) continue;
    if (gone.length === script.length) {
      rest = without(rest, ["tests", i]) as Fields;
      continue;
    }
    for (const at of gone.toReversed()) rest = without(rest, ["tests", i, "script", at]) as Fields;
  }
  return rest === data ? data : tidied(rest, ["tests"]);
}

function isAt(step: unknown, ids: ReadonlySet<string>): boolean {
  const at = step instanceof Map ? (step as Fields).get("at") : undefined;
  return typeof at === "string" && ids.has(at);
}
