// Node search: finds nodes by their id, their kind and all text in them.

import { type Fields, fieldsOf, isFields, isList } from "../../../../src/flow/author/edit/data-at-path.ts";
import type { Graph } from "../../../../src/flow/author/document/document-graph.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";
import { nodeKinds } from "../../../../src/flow/author/document/node-kinds.ts";
import { readingOrder } from "./reading-order.ts";

const queryCharsMax = 200;
/** Length of a node's searched text, in UTF-16 units. */
const searchedCharsMax = 8_192;

/**
 * Ids of the nodes that contain every word of the query, matches by id first, each group in reading order. All nodes
 * for an empty query.
 */
export function findNodes(graph: Graph, document: Fields, query: string): readonly string[] {
  const words = folded(query.slice(0, queryCharsMax)).split(/\s+/).filter(Boolean);
  const order = readingOrder(graph);
  if (words.length === 0) return order;
  const kinds = new Map(graph.nodes.map(({ id, kind }) => [id, kind]));
  const written = fieldsOf(document.get("nodes"));
  const matches = order.filter((id) => {
    const kind = kinds.get(id) ?? "say";
    const text = folded(
      `${id}\n${kind}\n${nodeKinds[kind].name}\n${textIn(written.get(id)).slice(0, searchedCharsMax)}`,
    );
    return words.every((word) => text.includes(word));
  });
  const isNamed = (id: string): boolean => words.every((word) => folded(id).includes(word));
  return [...matches.filter(isNamed), ...matches.filter((id) => !isNamed(id))];
}

function textIn(value: Plain | undefined): string {
  if (isFields(value)) return [...value].map(([key, each]) => `${key} ${textIn(each)}`).join("\n");
  if (isList(value)) return value.map(textIn).join("\n");
  return value === undefined || value === null ? "" : String(value);
}

/** Folds case and accents (Unicode NFKD without combining marks). */
function folded(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
