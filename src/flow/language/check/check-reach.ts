// Checks VF406 to VF409: nodes that are never reached, nodes without a path to an end, and cycles of the graph.

import { isVerbThat } from "../schema/verbs.ts";
import type { NodeModel } from "../model/model.ts";
import type { CheckContext } from "./check-context.ts";
import { cyclesIn, type Edge, handlerTargets, resume, reachableFrom } from "../model/flow-graph.ts";

export function checkReach(checking: CheckContext): void {
  unreached(checking);
  endless(checking);
  cyclesWithoutCaller(checking);
  cyclesWithoutExit(checking);
}

function unreached({ model, graph, report }: CheckContext): void {
  if (model.start === undefined || !model.nodes.has(model.start.value)) return;
  for (const { id, path } of model.nodes.values()) {
    if (graph.reached.has(id)) continue;
    report({
      code: "VF406",
      path,
      atKey: true,
      message: `'${id}' is never reached`,
      hint: "add an edge to it, or remove it",
    });
  }
}

/** One finding for each dead end: the nodes that lead into it have no end for the same reason. */
function endless({ model, graph, report }: CheckContext): void {
  const into = new Map<string, string[]>();
  for (const [id, edges] of graph.edges) {
    for (const { to } of edges) into.getOrInsert(to, []).push(id);
  }
  const saved = new Set<string>();
  const open = [...model.nodes.values()].filter((node) => isExit(node, graph.edges)).map(({ id }) => id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (saved.has(id)) continue;
    saved.add(id);
    open.push(...(into.get(id) ?? []));
  }
  const lost = new Set([...graph.reached].filter((id) => !saved.has(id)));
  for (const cycle of graph.cycles) {
    const members = new Set(cycle);
    const first = [...model.nodes.values()].find(({ id }) => members.has(id));
    const isDeadEnd = cycle.every(
      (id) => lost.has(id) && (graph.edges.get(id) ?? []).every(({ to }) => members.has(to)),
    );
    if (first === undefined || !isDeadEnd) continue;
    report({
      code: "VF407",
      path: first.path,
      atKey: true,
      message: `no path leads from '${first.id}' to an end`,
      hint: "add an edge to a node with 'end' or 'transfer'",
    });
  }
}

/** Whether a call can end here; also true for nodes whose missing or unknown target is reported by another check. */
function isExit(node: NodeModel, edges: ReadonlyMap<string, readonly Edge[]>): boolean {
  if (isVerbThat("isLast", node.verb)) return true;
  const outgoing = edges.get(node.id) ?? [];
  return outgoing.length === 0 || outgoing.some(({ to }) => to === resume || !edges.has(to));
}

function cyclesWithoutCaller({ model, graph, report }: CheckContext): void {
  const targets = (id: string): readonly string[] => {
    const node = model.nodes.get(id);
    return node === undefined ? [] : edgesWithoutCaller(node, graph.edges.get(id) ?? []);
  };
  for (const cycle of cyclesIn([...model.nodes.keys()], targets)) {
    const members = new Set(cycle);
    const first = [...model.nodes.values()].find(({ id }) => members.has(id));
    if (first === undefined || !graph.reached.has(first.id)) continue;
    const trail = roundTrip(first.id, members, targets);
    report({
      code: "VF408",
      path: first.path,
      atKey: true,
      message: `${trail.join(" → ")} can loop for ever without the caller`,
      hint: "add a question or a 'wait' to the loop",
    });
  }
}

/** Targets of the edges that can be taken without the caller speaking and without time passing. */
function edgesWithoutCaller(node: NodeModel, edges: readonly Edge[]): readonly string[] {
  switch (node.verb) {
    case "ask":
    case "menu":
      return node.whenFilled === "skip"
        ? edges.filter(({ kind }) => kind === "next" || kind === "goto").map(({ to }) => to)
        : [];
    case "converse":
      return edges.filter(({ kind }) => kind === "without_llm").map(({ to }) => to);
    case "transfer":
      return edges.filter(({ kind }) => kind !== "on_return").map(({ to }) => to);
    case "answer_from":
    case "wait":
    case "record":
      return [];
    default:
      return edges.map(({ to }) => to);
  }
}

/** A shortest path through a cycle that returns to its beginning. */
function roundTrip(
  start: string,
  members: ReadonlySet<string>,
  targets: (id: string) => readonly string[],
): readonly string[] {
  const cameFrom = new Map<string, string>();
  const open = [start];
  for (const id of open) {
    const next = targets(id);
    if (next.includes(start)) return [...trailTo(id, start, cameFrom), start];
    for (const to of next) {
      if (!members.has(to) || cameFrom.has(to)) continue;
      cameFrom.set(to, id);
      open.push(to);
    }
  }
  return [start, start];
}

function trailTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const trail = [end];
  for (let at = end; at !== start;) {
    at = cameFrom.get(at) ?? start;
    trail.push(at);
  }
  return trail.reverse();
}

function cyclesWithoutExit({ model, graph, report }: CheckContext): void {
  const global = reachableFrom(handlerTargets(model.handlers.values()), graph.edges);
  const ends = (id: string): boolean => isVerbThat("isLast", model.nodes.get(id)?.verb ?? "");
  // If a handler of the whole flow leads to an end, callers can leave every cycle by asking for it.
  if ([...global].some(ends)) return;
  for (const cycle of graph.cycles) {
    const members = new Set(cycle);
    const leaving = cycle.flatMap((id) => (graph.edges.get(id) ?? []).filter(({ to }) => !members.has(to)));
    const first = [...model.nodes.values()].find(({ id }) => members.has(id));
    if (first === undefined || !graph.reached.has(first.id)) continue;
    if (leaving.length === 0 || leaving.some(({ kind }) => kind !== "give_up")) continue;
    const targets = cycle.flatMap((id) => handlerTargets(model.nodes.get(id)?.handlers ?? []));
    if (targets.some((id) => !members.has(id))) continue;
    report({
      code: "VF409",
      path: first.path,
      atKey: true,
      message: `callers can leave the loop at '${first.id}' only by give_up`,
    });
  }
}
