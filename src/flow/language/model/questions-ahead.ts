// Questions ahead: a question without `listen_for` also hears the answers to the next questions, because
// callers give them in one breath: "a table for four tomorrow" at a menu, "tomorrow at eight" at a day. A
// menu hears the questions behind its options, a question those that its edges lead to without a condition. A
// key `listen_for` replaces the list, and an empty one turns it off.

import type { Kind } from "../../value/value.ts";
import type { LocatedValue } from "./map-reader.ts";
import type { NodeModel, VariableModel } from "./model.ts";

/** Kinds whose words stand for nothing else: a choice or a name could be the option itself. */
const heard: ReadonlySet<Kind> = new Set(["money", "date", "time", "date_range", "time_range"] as const);
/** Kinds whose answers contain no other words: a text or a name could contain any. */
const plain: ReadonlySet<Kind> = heard.union(new Set(["number", "duration", "amount"] as const));

type Nodes = ReadonlyMap<string, NodeModel>;
type Variables = ReadonlyMap<string, VariableModel>;

export function withQuestionsAhead(nodes: Nodes, variables: Variables): Nodes {
  const asked = new Set([...nodes.values()].flatMap(({ asks }) => asks.map(({ value }) => value)));
  const all = [...asked].flatMap((name) => variables.get(name) ?? []);
  // Two questions of one kind compete for an answer, wherever they are asked: a correction of one would fill the other.
  const isAlone = (variable: VariableModel): boolean =>
    variable.synonyms !== undefined ||
    all.every((other) => other === variable || other.kind !== variable.kind);
  const ahead = new Map(all.flatMap((each) => (isHeard(each) && isAlone(each) ? [[each.name, each]] : [])));
  const filled = (node: NodeModel): NodeModel =>
    node.fields.has("listen_for") || !hears(node, variables)
      ? node
      : { ...node, listenFor: heardAt(node, nodes, ahead) };
  return new Map([...nodes].map(([id, node]) => [id, filled(node)]));
}

const hears = ({ verb, asks }: NodeModel, variables: Variables): boolean =>
  verb === "menu" ||
  (verb === "ask" &&
    asks.every(({ value }) => {
      const kind = variables.get(value)?.kind;
      return kind !== undefined && plain.has(kind);
    }));

function heardAt(node: NodeModel, nodes: Nodes, ahead: Variables): readonly LocatedValue<string>[] {
  const asked = new Set(node.asks.map(({ value }) => value));
  const behind = (node.verb === "menu" ? node.goto : nextOf(node)).flatMap(({ value, path }) =>
    chainFrom(value, nodes).flatMap(({ asks }) => asks.map(({ value: name }) => ({ value: name, path }))),
  );
  const names = new Map(behind.map((each) => [each.value, each]));
  return [...names.values()].filter(({ value }) => ahead.has(value) && !asked.has(value));
}

/** Consecutive questions from a node on. */
function chainFrom(start: string, nodes: Nodes): readonly NodeModel[] {
  const chain = new Set<NodeModel>();
  let node = nodes.get(start);
  while (node?.verb === "ask" && !chain.has(node)) {
    chain.add(node);
    node = nodes.get(nextOf(node)[0]?.value ?? "");
  }
  return [...chain];
}

/** The target of a `next` without a condition. */
function nextOf({ next }: NodeModel): readonly LocatedValue<string>[] {
  const [branch, other] = next?.branches ?? [];
  return branch?.target === undefined || branch.condition !== undefined || other !== undefined
    ? []
    : [branch.target];
}

/** A number needs its noun, since a bare number is the position of an option. Secrets are never filled ahead. */
const isHeard = ({ kind, synonyms, sensitive }: VariableModel): boolean =>
  kind !== undefined && !sensitive && (heard.has(kind) || (kind === "number" && synonyms !== undefined));
