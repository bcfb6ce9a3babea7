// Definite assignment analysis: which variables are certainly filled at each node, by a forward data flow over all
// edges. Check VF208 uses it. It iterates until nothing changes; at a join of edges only what all of them fill counts
// as filled.

import { isVerbThat } from "../schema/verbs.ts";
import { emptyReads, namesIn, narrows } from "../expression/dependencies.ts";
import type { AssignmentModel, ExpressionModel, HandlerModel, Model, NodeModel } from "../model/model.ts";
import { clearedInDigressions, dependentsOf, isNull } from "./cleared-variables.ts";
import { type Edge, type FlowGraph, handlerTargets, resume, edgesOfNext } from "../model/flow-graph.ts";
import { NameIndex, type NameSet } from "./bit-set.ts";

/** Iterations of the analysis; flows that people can follow need far fewer until nothing changes. */
const roundsMax = 60;

/** The variables that are filled in a node: on entry, after its own `set`, and after its verb was carried out. */
export interface NodeState {
  readonly entry: NameSet;
  readonly set: NameSet;
  readonly done: NameSet;
}

export interface ListeningHandler {
  readonly handler: HandlerModel;
  readonly nodes: readonly NodeModel[];
}

/** The analysis of one flow; call `states` once, then ask about handlers with `sharedBy`. */
export class DefiniteAssignment {
  readonly #model: Model;
  readonly #graph: FlowGraph;
  readonly #index: NameIndex;
  readonly #clearedBy: (names: readonly string[]) => ReadonlySet<string>;
  readonly #entries = new Map<string, NameSet>();
  /** Variables that digressions may clear while a node listens. */
  readonly #digressed: NameSet;
  readonly #clears = new Map<NodeModel, NameSet>();
  readonly listening: readonly ListeningHandler[];

  /** Only the variables in `names` and those heard ahead are analysed. */
  constructor(model: Model, graph: FlowGraph, names: ReadonlySet<string>) {
    this.#model = model;
    this.#graph = graph;
    const ahead = [...model.open, ...[...model.nodes.values()].flatMap(({ listenFor }) => listenFor)];
    this.#index = new NameIndex([...names, ...ahead.map(({ value }) => value)]);
    this.#clearedBy = dependentsOf(model);
    this.#digressed = this.#index.of(clearedInDigressions(model, graph, this.#clearedBy));
    this.listening = listeningIn(model, graph);
  }

  /** The filled variables of each node; undefined if the analysis did not settle within its iterations. */
  states(): ReadonlyMap<string, NodeState> | undefined {
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

  /**
   * The variables that are filled when a handler is invoked: those that are filled in all nodes where the
   * handler listens.
   */
  sharedBy(nodes: readonly NodeModel[]): NameSet | undefined {
    let shared: NameSet | undefined;
    for (const [, { set }] of nodes.flatMap((node) => this.#stateOf(node))) {
      if (shared === undefined) shared = set.copy();
      else shared.meet(set);
    }
    return shared;
  }

  assigned(before: NameSet, assignments: readonly AssignmentModel[]): NameSet {
    const now = before.copy();
    for (const each of assignments) this.assign(now, each);
    const names = assignments.map(({ variable }) => variable);
    return assignments.length === 0 ? now : now.without(this.#index.of(this.#clearedBy(names)));
  }

  /** Applies one assignment of `set`; dependent variables are cleared after the last one. */
  assign(now: NameSet, { variable, value }: AssignmentModel): void {
    if (this.#fills(value, now)) now.add(variable);
    else now.delete(variable);
  }

  #fills({ expr }: ExpressionModel, filled: NameSet): boolean {
    if (expr === undefined) return true;
    if (expr.type === "literal") return !isNull(expr);
    // A value that is merely copied is as empty as its source; names that are not variables are never empty.
    return emptyReads(expr, filled.among(namesIn(expr))).every(
      ({ isUsed, name }) => isUsed || !this.#model.variables.has(name),
    );
  }

  #initial(): NameSet {
    const filled = [...this.#model.variables.values()].filter(
      ({ input, required, split, default: initial }) =>
        (input && required) || split.length > 0 || (initial !== undefined && initial.value !== null),
    );
    return this.#index.of(filled.map(({ name }) => name));
  }

  #order(start: string): readonly NodeModel[] {
    const ids = new Set<string>([start]);
    const open = [start, ...this.listening.flatMap(({ handler }) => handlerTargets([handler]))];
    for (const id of open) {
      ids.add(id);
      for (const { to } of this.#graph.edges.get(id) ?? []) {
        if (ids.has(to)) continue;
        ids.add(to);
        open.push(to);
      }
    }
    return [...ids].flatMap((id) => this.#model.nodes.get(id) ?? []);
  }

  #stateOf(node: NodeModel): readonly (readonly [string, NodeState])[] {
    const entry = this.#entries.get(node.id);
    if (entry === undefined) return [];
    const set = node.set.length === 0 ? entry : this.assigned(entry, node.set);
    return [[node.id, { entry, set, done: this.#done(node, set) }]];
  }

  /** Propagates the filled variables along the node's edges; true if that changed the state of a target. */
  #pass(node: NodeModel): boolean {
    const [stateEntry] = this.#stateOf(node);
    if (stateEntry === undefined) return false;
    let isChanged = false;
    for (const edge of this.#graph.edges.get(node.id) ?? []) {
      isChanged = this.#meet(edge, this.#alongEdge(node, edge, stateEntry[1])) || isChanged;
    }
    return isChanged;
  }

  #meet({ to, holds, fails }: Edge, state: NameSet): boolean {
    if (to === resume || !this.#model.nodes.has(to)) return false;
    const narrowed = state.copy();
    for (const { expr } of holds) for (const name of expr ? narrows(expr).whenTrue : []) narrowed.add(name);
    for (const { expr } of fails) for (const name of expr ? narrows(expr).whenFalse : []) narrowed.add(name);
    const entry = this.#entries.get(to);
    if (entry !== undefined) return entry.meet(narrowed);
    this.#entries.set(to, narrowed);
    return true;
  }

  #alongEdge(node: NodeModel, { kind }: Edge, { set, done }: NodeState): NameSet {
    if (kind === "next" || kind === "goto" || kind === "on_return") return done;
    // Before giving up, an answer may have been given and cleared the variables that depend on it.
    return isVerbThat("listens", node.verb) ? this.#listened(node, set) : set;
  }

  #done(node: NodeModel, set: NameSet): NameSet {
    switch (node.verb) {
      case "ask":
      case "menu": {
        const left = this.#listened(node, set);
        for (const { value } of node.asks) if (!this.#isSkipped(node, value)) left.add(value);
        return left;
      }
      case "converse":
      case "answer_from":
        return this.#listened(node, set);
      case "tool":
      case "call":
      case "wait":
      case "transfer":
        return node.save.length === 0 ? set : this.assigned(set, node.save);
      case "record":
        // Without on_failed, a failed recording continues along the same edges, too.
        return node.onFailed === undefined || node.record === undefined
          ? set
          : set.copy().add(node.record.value);
      default:
        return set;
    }
  }

  /** The set without the variables that answers and digressions may have cleared. */
  #listened(node: NodeModel, set: NameSet): NameSet {
    const answered = [...node.asks, ...node.fill].map(({ value }) => value);
    const clears = this.#clears.get(node) ?? this.#index.of(this.#clearedBy(answered));
    this.#clears.set(node, clears);
    const left = set.copy().without(clears).without(this.#digressed);
    const ahead = [...node.listenFor, ...this.#open(node)].map(({ value }) => value);
    // A filled variable is not heard ahead, so an answer ahead clears nothing then.
    const empty = ahead.filter((name) => !set.has(name));
    return empty.length === 0 ? left : left.without(this.#index.of(this.#clearedBy(empty)));
  }

  #open({ verb }: NodeModel): readonly { readonly value: string }[] {
    return isVerbThat("asks", verb) ? this.#model.open : [];
  }

  #isSkipped({ verb, optional }: NodeModel, name: string): boolean {
    return verb === "ask" && (optional ?? this.#model.variables.get(name)?.optional ?? false);
  }

  #handlers(): boolean {
    let isChanged = false;
    const shared = new Map<readonly NodeModel[], NameSet | undefined>();
    for (const { handler, nodes } of this.listening) {
      if (handler.next === undefined) continue;
      if (!shared.has(nodes)) shared.set(nodes, this.sharedBy(nodes));
      const before = shared.get(nodes);
      if (before === undefined) continue;
      const state = this.assigned(before, handler.set);
      for (const edge of edgesOfNext(handler.next)) isChanged = this.#meet(edge, state) || isChanged;
    }
    return isChanged;
  }
}

/** Each handler with the nodes where it listens; handlers of the flow that no node changes share one list. */
function listeningIn(model: Model, graph: FlowGraph): readonly ListeningHandler[] {
  const nodes = [...model.nodes.values()].filter(
    ({ id, verb, event }) =>
      graph.reached.has(id) && (isVerbThat("listens", verb) || (verb === "wait" && event !== undefined)),
  );
  const ofNodes = nodes.flatMap((node) =>
    node.handlers.filter(({ disabled }) => !disabled).map((handler) => ({ handler, nodes: [node] })),
  );
  const changed = new Set(nodes.flatMap(({ handlers }) => handlers.map(({ name }) => name)));
  const shared = [...model.handlers.values()]
    .filter(({ disabled }) => !disabled)
    .map((handler) => ({
      handler,
      nodes: changed.has(handler.name)
        ? nodes.filter(({ handlers }) => handlers.every(({ name }) => name !== handler.name))
        : nodes,
    }));
  return [...shared, ...ofNodes];
}
