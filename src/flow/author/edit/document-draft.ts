// Document draft: a document being edited. It is read once, changed as data, and written back by the smallest edits
// of its text.

import { compose, type ParsedYaml } from "../../language/source/composer.ts";
import { LineIndex } from "../../language/source/positions.ts";
import { type ReadText, rereadRow } from "../../language/source/incremental-reader.ts";
import { documentLimits, type RenamedKey, spliceBy } from "../../language/source/splice.ts";
import { plainOf, type Tree } from "../../language/source/yaml-tree.ts";
import { type Graph, graphFrom } from "../document/document-graph.ts";
import { type Fields, fieldsOf } from "./data-at-path.ts";
import { type FlowDocument, type NodePositions, positionOf } from "./edited-document.ts";
import { newFlowId } from "./id-of-name.ts";

export interface DocumentDraft {
  readonly document: FlowDocument;
  readonly data: Fields;
  readonly nodes: Fields;
}

export interface RefusedEdit {
  /** A sentence for the author: why not, and what to do instead. */
  readonly refused: string;
}

export interface WrittenDocument {
  readonly document: FlowDocument;
  /** Nodes to look at now. */
  readonly selected?: readonly string[];
  /** The text was rewritten and lost comments, because no smaller edit could express the change. */
  readonly rewritten?: true;
}

/** Reads a document for editing. An empty text, or one with comments only, is an empty flow. */
export function draftOf(document: FlowDocument): DocumentDraft | RefusedEdit {
  const { root, errors, excess } = composeCached(document.text);
  if (excess !== undefined)
    return refused("The text is too large or too deep for the canvas: shorten it in the text.");
  const [error] = errors;
  if (error !== undefined) {
    const { line } = new LineIndex(document.text).rangeOf(error.from, error.to);
    return refused(`Line ${line} of the text cannot be read: correct it there, or undo.`);
  }
  if (root === undefined || (root.kind === "scalar" && root.from === root.to)) {
    return { document, data: new Map(), nodes: new Map() };
  }
  if (root.kind !== "map")
    return refused("The text is no flow, which is a map of keys: correct it there, or undo.");
  const twice = twiceIn(root);
  if (twice !== undefined)
    return refused(`The key '${twice}' occurs twice. Remove one of the two in the text.`);
  const data = plainOf(root) as Fields;
  return { document, data, nodes: fieldsOf(data.get("nodes")) };
}

export function refused(why: string): RefusedEdit {
  return { refused: why };
}

/** Minimal flow without nodes: a new flow in an editor. */
export const newFlowText = `voice_flow: 1\nid: ${newFlowId}\nlanguage: en\n\nnodes: {}\n`;

/** Makes a minimal flow of an empty text; comments stay above it. */
export function begin({ text, layout }: FlowDocument): DocumentDraft | RefusedEdit {
  const above = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const draft = draftOf({ text: above + newFlowText, layout });
  if ("refused" in draft || draft.data.size > 0) return draft;
  return refused("The text marks the flow as empty: clear it first.");
}

/** Duplicate key, if any: saving would drop one of its two values. */
function twiceIn(tree: Tree): string | undefined {
  if (tree.kind === "list") return firstOf(tree.items, ({ value }) => twiceIn(value));
  if (tree.kind !== "map") return undefined;
  const names = new Set<string>();
  return firstOf(tree.entries, ({ name, value }) => {
    if (names.has(name)) return name;
    names.add(name);
    return twiceIn(value);
  });
}

function firstOf<T>(all: readonly T[], find: (each: T) => string | undefined): string | undefined {
  for (const each of all) {
    const match = find(each);
    if (match !== undefined) return match;
  }
  return undefined;
}

export interface DocumentChange {
  readonly data: Fields;
  readonly renamed?: readonly RenamedKey[];
  readonly layout?: NodePositions;
  readonly selected?: readonly string[];
}

/** Writes changed data back into the text. Positions of removed nodes are dropped. */
export function written(
  { document }: DocumentDraft,
  { data, renamed = [], layout, selected }: DocumentChange,
): WrittenDocument | RefusedEdit {
  const { text, rewritten } = spliceBy(document.text, data, { renamed, read: composeCached });
  if (composeCached(text).root === undefined) {
    return refused("That would be larger or deeper than a flow can be: divide it.");
  }
  const places = layoutOf(layout ?? document.layout, fieldsOf(data.get("nodes")));
  return {
    document: { text, layout: isSame(places, document.layout) ? document.layout : places },
    ...(selected === undefined ? {} : { selected }),
    ...(rewritten ? { rewritten: true } : {}),
  };
}

function layoutOf(layout: NodePositions, nodes: Fields): NodePositions {
  return Object.fromEntries(Object.entries(layout).filter(([id]) => nodes.has(id)));
}

function isSame(one: NodePositions, other: NodePositions): boolean {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === positionOf(other, id));
}

/** Cache of the last texts: one edit's output is the next one's input. */
const recent: ReadText[] = [];
const recentMax = 2;

/** The YAML tree of a text, from the cache or read incrementally where only a part of the text has changed. */
export function composeCached(text: string): ParsedYaml {
  const at = recent.findIndex((each) => each.text === text);
  const [cached] = at < 0 ? [] : recent.splice(at, 1);
  if (cached !== undefined) {
    recent.unshift(cached);
    return cached.composed;
  }
  const [last] = recent;
  const quick = last === undefined ? undefined : rereadRow(last, text, readAll);
  const fresh = { text, composed: quick ?? readAll(text) };
  recent.unshift(fresh);
  recent.length = Math.min(recent.length, recentMax);
  return fresh.composed;
}

/** Graph of a document for a canvas. Undefined for a text that is no YAML mapping, such as an empty one. */
export function graphOfDocument({ text }: FlowDocument): Graph | undefined {
  return graphFrom(text, composeCached(text));
}

function readAll(text: string): ParsedYaml {
  return compose(text, documentLimits);
}
