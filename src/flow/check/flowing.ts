// Which variables are filled for sure at each place of a flow: a forward analysis over all ways, used by VF208.

import { emptyReads, narrows } from "../expr/reads.ts";
import type { AssignmentModel, Formula, HandlerModel, Model, NodeModel } from "../model/model.ts";
import type { Edge, FlowGraph } from "./graph.ts";
import { handlerTargets, resume, spread, wayEdges } from "./graph.ts";

export type Filled = ReadonlySet<string>;

/** Rounds until nothing changes; more are only needed by flows that no one can follow. */
const roundsMax = 60;

/** What is filled in a node: on entry, after its own `set`, and when it has done what it does. */
export interface NodeState {
  readonly entry: Filled;
  readonly set: Filled;
  readonly done: Filled;
}

export class Flowing {
  readonly #model: Model;
  readonly #graph: FlowGraph;
  /** Only these are followed. */
  readonly #names: Filled;
  readonly #dependents: ReadonlyMap<string, readonly string[]>;
  readonly #entries = new Map<string, Filled>();
  /** What digressions may clear while a node listens. */
  #digressed: Filled = new Set();

  constructor(model: Model, graph: FlowGraph, names: Filled) {
    this.#model = model;
    this.#graph = graph;
    this.#names = names;
    this.#dependents = dependentsOf(model);
  }

  /** Undefined when the flow is too tangled to tell. */
  states(): ReadonlyMap<string, NodeState> | undefined {
    this.#digressed = this.#clearedInDigressions();
    const start = this.#model.start?.value ?? "";
    this.#entries.set(start, this.#initial());
    const order = this.#order(start);
    for (let round = 0; round < roundsMax; round++) {
      let isChanged = false;
      for (const node of order) isChanged = this.#pass(node) || isChanged;
      isChanged = this.#handlers() || isChanged;
      if (!isChanged) return new Map(order.flatMap((node) => this.#stateOf(node)));
    }
    return undefined;
  }

  /** What all nodes where a handler listens share. */
  sharedBy(listening: readonly NodeModel[]): Filled {
    const states = listening.flatMap((node) => this.#stateOf(node)).map(([, state]) => state.set);
    const [first, ...rest] = states;
    return rest.reduce((all, each) => all.intersection(each), first ?? new Set<string>());
  }

  assigned(before: Filled, assignments: readonly AssignmentModel[]): Filled {
    let now = before;
    for (const { variable, value } of assignments) {
      now = this.#fills(value, now) ? now.union(new Set([variable])) : now.difference(new Set([variable]));
    }
    const names = assignments.map(({ variable }) => variable);
    return now.difference(this.#clearedBy(names)).intersection(this.#names);
  }

  #fills({ expr }: Formula, known: Filled): boolean {
    if (expr === undefined) return true;
    if (expr.type === "literal") return expr.value !== null;
    // What is only handed on is as empty as it was.
    return emptyReads(expr, this.#withOthers(known)).every(({ isUsed }) => isUsed);
  }

  /** Names that are not variables are never empty. */
  #withOthers(known: Filled): Filled {
    return known.union(outside);
  }

  #initial(): Filled {
    const { variables } = this.#model;
    const filled = [...this.#names].filter((name) => {
      const variable = variables.get(name);
      return (
        (variable?.input === true && variable.required) ||
        (variable?.default !== undefined && variable.default.value !== null)
      );
    });
    return new Set(filled);
  }

  #order(start: string): readonly NodeModel[] {
    const handlers = [
      ...this.#model.handlers.values(),
      ...[...this.#model.nodes.values()].flatMap((node) => node.handlers),
    ];
    const ids = new Set<string>();
    const open = [start, ...handlerTargets(handlers)];
    for (const id of open) {
      if (ids.has(id) || !this.#model.nodes.has(id)) continue;
      ids.add(id);
      open.push(...(this.#graph.edges.get(id) ?? []).map(({ to }) => to));
    }
    return [...ids].flatMap((id) => this.#model.nodes.get(id) ?? []);
  }

  #stateOf(node: NodeModel): readonly (readonly [string, NodeState])[] {
    const entry = this.#entries.get(node.id);
    if (entry === undefined) return [];
    const set = this.assigned(entry, node.set);
    return [[node.id, { entry, set, done: this.#done(node, set) }]];
  }

  /** Hands on what is filled; whether that changed anything. */
  #pass(node: NodeModel): boolean {
    const [found] = this.#stateOf(node);
    if (found === undefined) return false;
    let isChanged = false;
    for (const edge of this.#graph.edges.get(node.id) ?? []) {
      isChanged = this.#meet(edge, this.#onWay(node, edge, found[1])) || isChanged;
    }
    return isChanged;
  }

  #meet({ to, holds, fails }: Edge, state: Filled): boolean {
    if (to === resume || !this.#model.nodes.has(to)) return false;
    const narrowed = [
      ...holds.map(({ expr }) => (expr === undefined ? none : narrows(expr).whenTrue)),
      ...fails.map(({ expr }) => (expr === undefined ? none : narrows(expr).whenFalse)),
    ].reduce((all, each) => all.union(each), state);
    const known = this.#entries.get(to);
    const met = narrowed.intersection(known ?? this.#names);
    if (known !== undefined && met.size === known.size) return false;
    this.#entries.set(to, met);
    return true;
  }

  #onWay(node: NodeModel, { kind }: Edge, { set, done }: NodeState): Filled {
    if (kind === "next" || kind === "goto") return done;
    const isQuestion = ["ask", "menu", "converse"].includes(node.verb);
    if (!isQuestion) return set;
    // Something may have been answered before giving up, which cleared what depends on it.
    const answered = [...node.asks, ...node.fill].map(({ value }) => value);
    return set.difference(this.#clearedBy(answered)).difference(this.#digressed);
  }

  #done(node: NodeModel, set: Filled): Filled {
    switch (node.verb) {
      case "ask":
      case "menu": {
        const asked = node.asks.map(({ value }) => value);
        const left = set.difference(this.#clearedBy(asked)).difference(this.#digressed);
        return left.union(new Set(asked)).intersection(this.#names);
      }
      case "converse":
        return set
          .difference(this.#clearedBy(node.fill.map(({ value }) => value)))
          .difference(this.#digressed);
      case "tool":
      case "call":
      case "wait":
        return this.assigned(set, node.save);
      case "record":
        // Without on_failed a recording that failed goes on here too.
        return node.onFailed === undefined || node.record === undefined
          ? set
          : set.union(new Set([node.record.value])).intersection(this.#names);
      default:
        return set;
    }
  }

  /** What a change of some variables clears, without those themselves. */
  #clearedBy(names: readonly string[]): Filled {
    const cleared = new Set<string>();
    const open = [...names];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      for (const dependent of this.#dependents.get(name) ?? []) {
        if (cleared.has(dependent) || names.includes(dependent)) continue;
        cleared.add(dependent);
        open.push(dependent);
      }
    }
    return cleared;
  }

  #handlers(): boolean {
    let isChanged = false;
    for (const { handler, listening } of handlersWithNodes(this.#model, this.#graph)) {
      const nodes = listening.filter(({ id }) => this.#entries.has(id));
      if (nodes.length === 0) continue;
      const state = this.assigned(this.sharedBy(nodes), handler.set);
      for (const edge of wayEdges(handler.next)) isChanged = this.#meet(edge, state) || isChanged;
    }
    return isChanged;
  }

  #clearedInDigressions(): Filled {
    const all = [
      ...this.#model.handlers.values(),
      ...[...this.#model.nodes.values()].flatMap((node) => node.handlers),
    ];
    const targets = spread(handlerTargets(all), this.#graph.edges);
    const cleared = (assignments: readonly AssignmentModel[]): readonly string[] => {
      const names = assignments.map(({ variable }) => variable);
      const nulls = assignments.filter(
        ({ value }) => value.expr?.type === "literal" && value.expr.value === null,
      );
      return [...nulls.map(({ variable }) => variable), ...this.#clearedBy(names)];
    };
    const returns = new Set(
      [...targets].filter((id) => (this.#graph.edges.get(id) ?? []).some(({ to }) => to === resume)),
    );
    const inNodes =
      returns.size === 0 ? [] : [...targets].flatMap((id) => cleared(this.#model.nodes.get(id)?.set ?? []));
    const inHandlers = all
      .filter(({ next }) => next === undefined || wayEdges(next).some(({ to }) => to === resume))
      .flatMap(({ set }) => cleared(set));
    return new Set([...inNodes, ...inHandlers]);
  }
}

const none: Filled = new Set();
const outside: Filled = new Set(["session", "context", "metadata", "last", "attempt", "failure", "result"]);

function dependentsOf(model: Model): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>();
  for (const { name, dependsOn } of model.variables.values()) {
    for (const { value } of dependsOn) dependents.getOrInsert(value, []).push(name);
  }
  return dependents;
}

/** Each handler with the nodes where it listens. */
export function handlersWithNodes(model: Model, graph: FlowGraph) {
  const listening = [...model.nodes.values()].filter(
    ({ id, verb, event }) =>
      graph.reached.has(id) &&
      (["ask", "menu", "converse"].includes(verb) || (verb === "wait" && event !== undefined)),
  );
  const own = listening.flatMap((node) =>
    node.handlers.filter(({ disabled }) => !disabled).map((handler) => ({ handler, listening: [node] })),
  );
  const shared = [...model.handlers.values()]
    .filter(({ disabled }) => !disabled)
    .map((handler: HandlerModel) => ({
      handler,
      listening: listening.filter((node) => node.handlers.every(({ name }) => name !== handler.name)),
    }));
  return [...shared, ...own];
}
