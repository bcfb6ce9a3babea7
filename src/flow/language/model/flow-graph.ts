// Flow graph: the nodes of a flow and the edges between them, with reachability and cycles.

import { isVerbThat } from "../schema/verbs.ts";
import type { LocatedValue } from "./map-reader.ts";
import type { ExpressionModel, HandlerModel, Model, NodeModel, EdgesModel } from "./model.ts";
import { places } from "../schema/table.ts";
import { type WayKey, ways } from "../schema/way-keys.ts";
import type { Path } from "../source/problem.ts";

export type EdgeKind = "next" | "goto" | "exit" | WayKey;

export interface Edge {
  readonly kind: EdgeKind;
  readonly to: string;
  /** Path of the edge's target in the document. */
  readonly path: Path;
  /** Conditions that are true when this edge is taken; `fails` are those that are false. */
  readonly holds: readonly ExpressionModel[];
  readonly fails: readonly ExpressionModel[];
  /** True if the edge comes from `defaults`. */
  readonly isInherited: boolean;
}

/** Target that goes back to the node that a handler interrupted. */
export const resume = "RESUME";

export interface FlowGraph {
  /** The outgoing edges of each node. Their targets are existing nodes, unknown nodes, or RESUME. */
  readonly edges: ReadonlyMap<string, readonly Edge[]>;
  /** Nodes that are reachable from `start` without handlers. */
  readonly fromStart: ReadonlySet<string>;
  /** Nodes that are reachable from `start` and from every handler that listens somewhere. */
  readonly reached: ReadonlySet<string>;
  /** Strongly connected components; a single node only if it has an edge to itself. */
  readonly cycles: readonly (readonly string[])[];
}

/** The graph of a model, which may still have errors: edges can lead to nodes that do not exist. */
export function graphOf(model: Model): FlowGraph {
  const edges = new Map([...model.nodes.values()].map((node) => [node.id, edgesOf(node, model)]));
  const start = model.start === undefined ? [] : [model.start.value];
  const fromStart = reachableFrom(start, edges);
  return {
    edges,
    fromStart,
    reached: withHandlers(fromStart, { model, edges }),
    cycles: cyclesIn([...model.nodes.keys()], (id) => (edges.get(id) ?? []).map(({ to }) => to)),
  };
}

/** Verbs of each edge key. */
const verbsOfWay = ways.map(({ key }) => {
  const only = places.node.keys.find(({ name }) => name === key)?.only ?? [];
  return { key, verbs: new Set(only) };
});

/** The outgoing edges that a node has by its verb. */
export function edgesOf(node: NodeModel, model: Model): readonly Edge[] {
  const single = (
    kind: EdgeKind,
    at: LocatedValue<string> | undefined,
    isInherited = false,
  ): readonly Edge[] =>
    at === undefined ? [] : [{ kind, to: at.value, path: at.path, holds: [], fails: [], isInherited }];
  const goesOn = !isVerbThat("isLast", node.verb) && !isVerbThat("hasExits", node.verb);
  return [
    ...(node.verb === "menu" ? node.goto.flatMap((at) => single("goto", at)) : []),
    ...(goesOn ? edgesOfNext(node.next) : []),
    ...(isVerbThat("hasExits", node.verb) ? exitEdges(node) : []),
    ...verbsOfWay.flatMap(({ key, verbs }) => {
      const written = verbs.has(node.verb) ? node.fields.string(key) : undefined;
      const isShared = key === "give_up" && written === undefined && verbs.has(node.verb);
      return single(key, isShared ? model.defaults.giveUp : written, isShared);
    }),
  ];
}

/** The edges that `next` lists: one is taken if its condition is true and the conditions before it are false. */
export function edgesOfNext(next: EdgesModel | undefined): readonly Edge[] {
  const edges: Edge[] = [];
  const fails: ExpressionModel[] = [];
  for (const { condition, target } of next?.branches ?? []) {
    if (target !== undefined) {
      const holds = condition === undefined ? [] : [condition];
      // Only the first 20 conditions are kept, which bounds the cost of the analyses on long lists.
      edges.push({
        kind: "next",
        to: target.value,
        path: target.path,
        holds,
        fails: fails.slice(0, 20),
        isInherited: false,
      });
    }
    if (condition !== undefined) fails.push(condition);
  }
  return edges;
}

function exitEdges({ exits }: NodeModel): readonly Edge[] {
  return exits.flatMap(({ condition, target }) => {
    if (target === undefined) return [];
    const holds = condition === undefined ? [] : [condition];
    return [
      {
        kind: "exit" as const,
        to: target.value,
        path: target.path,
        holds,
        fails: [],
        isInherited: false,
      },
    ];
  });
}

type EdgeMap = ReadonlyMap<string, readonly Edge[]>;

/** All nodes that are reachable from the given ones, including those. */
export function reachableFrom(
  from: readonly string[],
  edges: ReadonlyMap<string, readonly { readonly to: string }[]>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id) || !edges.has(id)) continue;
    reached.add(id);
    for (const { to } of edges.get(id) ?? []) open.push(to);
  }
  return reached;
}

function withHandlers(
  fromStart: ReadonlySet<string>,
  { model, edges }: { readonly model: Model; readonly edges: EdgeMap },
): ReadonlySet<string> {
  let reached = reachableFrom([...fromStart, ...handlerTargets(model.handlers.values())], edges);
  for (;;) {
    const targets = [...reached].flatMap((id) => handlerTargets(model.nodes.get(id)?.handlers ?? []));
    const more = targets.filter((id) => edges.has(id) && !reached.has(id));
    if (more.length === 0) return reached;
    reached = new Set([...reached, ...reachableFrom(more, edges)]);
  }
}

/** The targets to which handlers lead by `next`; handlers that only return have none. */
export function handlerTargets(handlers: Iterable<HandlerModel>): readonly string[] {
  return [...handlers].flatMap(({ next }) => edgesOfNext(next).map(({ to }) => to));
}

/** Strongly connected components that contain a cycle, by Tarjan's algorithm (1972) without recursion. */
export function cyclesIn(
  ids: readonly string[],
  next: (id: string) => readonly string[],
): readonly (readonly string[])[] {
  const idSet = new Set(ids);
  const search = new CycleSearch((id) => next(id).filter((to) => idSet.has(to)));
  for (const id of ids) search.from(id);
  return search.cycles;
}

interface Visit {
  readonly id: string;
  readonly index: number;
  /** Low-link of Tarjan's algorithm: the smallest index reachable from here. */
  low: number;
  isOpen: boolean;
  readonly next: readonly string[];
  at: number;
}

class CycleSearch {
  readonly cycles: (readonly string[])[] = [];
  readonly #next: (id: string) => readonly string[];
  readonly #visits = new Map<string, Visit>();
  /** Visits whose component is not yet complete. */
  readonly #open: Visit[] = [];
  readonly #trail: Visit[] = [];

  constructor(next: (id: string) => readonly string[]) {
    this.#next = next;
  }

  from(root: string): void {
    if (this.#visits.has(root)) return;
    this.#enter(root);
    for (let visit = this.#trail.at(-1); visit !== undefined; visit = this.#trail.at(-1)) {
      const to = visit.next[visit.at++];
      if (to === undefined) this.#leave(visit);
      else this.#look(visit, to);
    }
  }

  #enter(id: string): void {
    const index = this.#visits.size;
    const visit = { id, index, low: index, isOpen: true, next: this.#next(id), at: 0 };
    this.#visits.set(id, visit);
    this.#open.push(visit);
    this.#trail.push(visit);
  }

  #look(from: Visit, to: string): void {
    const visit = this.#visits.get(to);
    if (visit === undefined) this.#enter(to);
    else if (visit.isOpen) from.low = Math.min(from.low, visit.index);
  }

  #leave(visit: Visit): void {
    this.#trail.pop();
    const above = this.#trail.at(-1);
    if (above !== undefined) above.low = Math.min(above.low, visit.low);
    if (visit.low !== visit.index) return;
    const part = this.#open.splice(this.#open.lastIndexOf(visit));
    for (const each of part) each.isOpen = false;
    if (part.length > 1 || visit.next.includes(visit.id)) this.cycles.push(part.map(({ id }) => id));
  }
}
