// Menu ahead: a menu without `listen_for` hears what the questions behind its options ask for, because callers name it
// with their wish: "a table for four tomorrow". A key `listen_for` replaces this list, and an empty one turns it off.

import type { Kind } from "../../value/value.ts";
import type { LocatedValue } from "./map-reader.ts";
import type { NodeModel, VariableModel } from "./model.ts";

/** Kinds whose words stand for nothing else: a choice or a name could be the option itself. */
const heard: ReadonlySet<Kind> = new Set(["money", "date", "time", "date_range", "time_range"] as const);

type Nodes = ReadonlyMap<string, NodeModel>;
type Variables = ReadonlyMap<string, VariableModel>;

export const withMenusAhead = (nodes: Nodes, variables: Variables): Nodes =>
  new Map(
    [...nodes].map(([id, node]) => [
      id,
      node.verb === "menu" && !node.fields.has("listen_for")
        ? { ...node, listenFor: heardAt(node, nodes, variables) }
        : node,
    ]),
  );

/** Two of one kind compete for one answer, so neither is heard. */
function heardAt(menu: NodeModel, nodes: Nodes, variables: Variables): readonly LocatedValue<string>[] {
  const behind = menu.goto.flatMap(({ value, path }) =>
    (nodes.get(value)?.asks ?? []).flatMap(({ value: name }) => {
      const variable = variables.get(name);
      return variable !== undefined && isHeard(variable) ? [{ value: name, path, variable }] : [];
    }),
  );
  const each = [...new Map(behind.map((one) => [one.value, one])).values()];
  const isAlone = ({ variable }: (typeof each)[number]): boolean =>
    variable.synonyms !== undefined ||
    each.every((other) => other.variable === variable || other.variable.kind !== variable.kind);
  return each.filter(isAlone).map(({ value, path }) => ({ value, path }));
}

/** A number needs its noun, as a number alone is the place of an option. Secrets are asked for first. */
const isHeard = ({ kind, synonyms, sensitive }: VariableModel): boolean =>
  kind !== undefined && !sensitive && (heard.has(kind) || (kind === "number" && synonyms !== undefined));
