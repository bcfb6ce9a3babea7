// Graph repair: breaks the loops of an imported flow without a question, and gives an end to nodes without one; our
// language refuses both.

import type { Plain } from "../flow/language/source/yaml-tree.ts";
import { ways } from "../flow/language/schema/way-keys.ts";
import { cyclesIn, reachableFrom } from "../flow/language/model/flow-graph.ts";
import type { DraftNode, FlowDraft } from "./flow-draft.ts";
import type { Fidelity } from "./source-flow.ts";
import { looseEnd } from "./node-writer.ts";

export interface Repair {
  /** Our node at which it begins. */
  readonly at: string;
  readonly fidelity: Fidelity;
  readonly words: string;
}

const listened = ["ask", "menu", "wait"];
const final = ["end", "transfer"];
const questions = ["ask", "menu", "converse"];

/** Repairs a draft in place, and says what was done. */
export function makeSound(draft: FlowDraft): readonly Repair[] {
  return [...breakSilence(draft), ...openDeadEnds(draft)];
}

/** A pause in each circle without a question. */
function breakSilence(draft: FlowDraft): readonly Repair[] {
  const repairs: Repair[] = [];
  const silent = (id: string): readonly string[] => {
    const node = draft.nodes.get(id);
    if (node === undefined) return [];
    if (node.has("converse")) return [node.get("without_llm")].filter((to) => typeof to === "string");
    return listened.some((verb) => node.has(verb)) ? [] : targetsOf(node);
  };
  const into = new Map<string, string[]>();
  for (const id of draft.nodes.keys())
    for (const to of silent(id)) into.getOrInsertComputed(to, () => []).push(id);
  for (const at of closingNodes([...draft.nodes.keys()], silent)) {
    const pause = draft.nodeNames.fresh(`${at}_pause`);
    for (const id of into.get(at) ?? [])
      draft.nodes.set(id, retargeted(draft.nodes.get(id) ?? new Map(), at, pause));
    draft.add(pause, { wait: "1s", next: at });
    const words = "it is in a loop that does not listen to the caller: the loop gets a pause of 1 s";
    repairs.push({ at, fidelity: "approximate", words });
  }
  return repairs;
}

/** Nodes that close a circle in a depth-first search; without their incoming edges there is none (Tarjan, 1972). */
function closingNodes(ids: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const closing = new Set<string>();
  const done = new Set<string>();
  const trail = new Set<string>();
  for (const root of ids) {
    const open = [{ id: root, ways: done.has(root) ? [] : [...next(root)] }];
    trail.add(root);
    for (let visit = open.at(-1); visit !== undefined; visit = open.at(-1)) {
      const to = visit.ways.pop();
      if (to === undefined) {
        trail.delete(visit.id);
        done.add(visit.id);
        open.pop();
      } else if (trail.has(to)) closing.add(to);
      else if (!done.has(to)) {
        trail.add(to);
        open.push({ id: to, ways: [...next(to)] });
      }
    }
  }
  return closing;
}

/** Exit for each circle without one: by giving up if it asks something, else by cutting it. */
function openDeadEnds(draft: FlowDraft): readonly Repair[] {
  const repairs: Repair[] = [];
  const of = (id: string): DraftNode => draft.nodes.get(id) ?? new Map();
  for (const cycle of cyclesIn([...draft.nodes.keys()], (id) => targetsOf(of(id)))) {
    const members = new Set(cycle);
    const isQuestion = (id: string): boolean => questions.some((verb) => of(id).has(verb));
    const leaves = cycle.some(
      (id) =>
        final.some((verb) => of(id).has(verb)) ||
        // Under defaults the edge then leads to give_up.
        (isQuestion(id) && !of(id).has("give_up")) ||
        targetsOf(of(id)).some((to) => !members.has(to)),
    );
    if (leaves) continue;
    const asks = cycle.find(isQuestion);
    if (asks !== undefined) {
      of(asks).delete("give_up");
      const words = "it is in a loop without an exit: silence ends the call as unfinished";
      repairs.push({ at: asks, fidelity: "approximate", words });
      continue;
    }
    const at = cycle[0] ?? looseEnd;
    draft.nodes.set(at, retargeted(of(at), targetsOf(of(at))[0] ?? looseEnd, looseEnd));
    const words = "it is in a loop without an exit: its next edge ends the call as unfinished";
    repairs.push({ at, fidelity: "manual", words });
  }
  return repairs;
}

/** Target ids of a node, without those added by `defaults`. */
export function targetsOf(node: DraftNode): readonly string[] {
  const targets: string[] = [];
  retargetedBy(node, (id) => {
    targets.push(id);
    return id;
  });
  return targets;
}

function retargeted(node: DraftNode, from: string, to: string): DraftNode {
  return retargetedBy(node, (id) => (id === from ? to : id));
}

const single: ReadonlySet<string> = new Set([...ways.map(({ key }) => key), "else", "goto"]);

function retargetedBy(node: DraftNode, change: (id: string) => string): DraftNode {
  return new Map([...node].map(([key, value]) => [key, changed(key, value, change)]));
}

function changed(key: string, value: Plain, change: (id: string) => string): Plain {
  if (typeof value === "string") return single.has(key) || key === "next" ? change(value) : value;
  if (key === "next" && Array.isArray(value))
    return value.map((branch: Plain) => (branch instanceof Map ? retargetedBy(branch, change) : branch));
  if (key === "exits" && value instanceof Map)
    return new Map(
      [...value].map(([name, exit]) => [name, exit instanceof Map ? retargetedBy(exit, change) : exit]),
    );
  if (key === "goto" && value instanceof Map)
    return new Map([...value].map(([option, to]) => [option, typeof to === "string" ? change(to) : to]));
  return value;
}

/** Ids of nodes that something leads to, from `start` and from handlers. */
export function reachedIn(draft: FlowDraft, start: string): ReadonlySet<string> {
  const handlers = [...draft.handlers.values()]
    .flatMap((each) => each.get("next"))
    .filter((id) => typeof id === "string");
  const edges = new Map([...draft.nodes].map(([id, node]) => [id, targetsOf(node).map((to) => ({ to }))]));
  return reachableFrom([start, ...handlers], edges);
}
