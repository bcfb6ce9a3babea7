// Kind change: turns a node into another kind, such as a sentence into a question. Name, place and incoming edges
// stay, and so do common keys.

import { places } from "../../language/schema/table.ts";
import { kindOfNode } from "../document/document-graph.ts";
import type { NodeKind } from "../document/node-kinds.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";
import { type Fields, fieldsOf, isFields, isList, listOf, put, valueAt } from "./data-at-path.ts";
import {
  type DocumentDraft,
  type RefusedEdit,
  refused,
  type WrittenDocument,
  written,
} from "./document-draft.ts";
import { recordedFrom } from "../../language/model/model-nodes.ts";
import { Fields as Reader } from "../../language/model/map-reader.ts";
import { mayHave } from "./edit-edges.ts";
import { askedTypes, newNode } from "./new-node.ts";
import { typeNamed, variablesOf } from "./written-variables.ts";

export interface KindChange {
  readonly id: string;
  readonly to: NodeKind;
}

/**
 * Changes the kind of a node. Common keys stay, the rest goes, and required keys of the new kind are added as in a
 * new node. Refuses a missing node; a node of that kind already is unchanged.
 */
export function changeKind(draft: DocumentDraft, { id, to }: KindChange): WrittenDocument | RefusedEdit {
  const { data, nodes, document } = draft;
  const nodeData = nodes.get(id);
  if (nodeData === undefined) return refused(`There is no node '${id}'.`);
  if (!isFields(nodeData) && nodeData !== null)
    return refused(`'${id}' is not a node: correct it in the text.`);
  const node = fieldsOf(nodeData);
  const from = kindOfNode(node);
  if (from === to) return { document, selected: [id] };
  const kept = new Map([...node].filter(([key, value]) => isShared(key, value, to)));
  const asked = sharedVariable(data, { asked: node.get(from), to });
  const fresh = asked === undefined ? newNode(data, to) : { data, node: new Map([[to, asked]]) };
  const path = ["nodes", id];
  const begun = put(fresh.data, path, kept) as Fields;
  const missing = [...fresh.node].filter(([key]) => !kept.has(key));
  const filled = missing.reduce((rest, [key, value]) => put(rest, [...path, key], value) as Fields, begun);
  return written(draft, { data: withWayOn(filled, id, node.get("next")), selected: [id] });
}

const verbs: ReadonlySet<string> = new Set(
  places.node.keys.flatMap(({ name, only }) => (only?.length === 1 && only[0] === name ? [name] : [])),
);

/** True if a key of the old kind stays. Unknown keys are for the author to correct. */
function isShared(key: string, value: Plain, to: NodeKind): boolean {
  // `record: off` is no verb, and may accompany any of them.
  const isVerb = recordedFrom(new Reader(new Map([[key, value]]), [])) === undefined || to === "record";
  if (verbs.has(key) && isVerb) return false;
  if (!places.node.keys.some(({ name }) => name === key)) return true;
  if (to === "branch" && key === "say") return false;
  if (to === "branch" && key === "next") return isList(value);
  return mayHave(to === "branch" ? "say" : to, key);
}

const typesOf: Partial<Record<NodeKind, readonly string[]>> = {
  ask: askedTypes,
  menu: ["choice"],
  record: ["audio"],
};

/** The variable that both kinds ask for. */
function sharedVariable(
  data: Fields,
  { asked, to }: { readonly asked: Plain | undefined; readonly to: NodeKind },
): string | undefined {
  const [only] = isList(asked) && asked.length === 1 ? asked : [asked];
  const types = typesOf[to];
  if (typeof only !== "string" || types === undefined) return undefined;
  return types.includes(typeNamed(data, variablesOf(data).get(only) ?? null) ?? "") ? only : undefined;
}

/**
 * Keeps the single edge of the old kind if the new kind writes it elsewhere: as a branch's `else`, or as that of a
 * conversation's first exit.
 */
function withWayOn(data: Fields, id: string, next: Plain | undefined): Fields {
  if (typeof next !== "string") return data;
  const node = fieldsOf(valueAt(data, ["nodes", id]));
  const [exit] = fieldsOf(node.get("exits")).keys();
  if (exit !== undefined) return put(data, ["nodes", id, "exits", exit, "goto"], next) as Fields;
  const conditions = listOf(node.get("next")).filter((each) => !fieldsOf(each).has("else"));
  if (conditions.length === 0) return data;
  return put(data, ["nodes", id, "next"], [...conditions, new Map([["else", next]])]) as Fields;
}
