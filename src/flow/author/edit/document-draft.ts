// The document of a text that is edited: read once, changed as data, written back by the smallest edits of its text.

import { compose, type ParsedYaml } from "../../language/source/composer.ts";
import { LineIndex } from "../../language/source/positions.ts";
import { type ReadText, rereadRow } from "../../language/source/incremental-reader.ts";
import { documentLimits, type RenamedKey, spliceBy } from "../../language/source/splice.ts";
import { plainOf, type Tree } from "../../language/source/yaml-tree.ts";
import { type Fields, fieldsOf } from "./data-at-path.ts";
import { type FlowDocument, type Layout, placeOf } from "./edited-document.ts";

export interface Draft {
  readonly document: FlowDocument;
  readonly data: Fields;
  readonly nodes: Fields;
}

export interface Refused {
  /** Why not, and the way out. */
  readonly refused: string;
}

export interface Written {
  readonly document: FlowDocument;
  /** Nodes to look at now. */
  readonly selected?: readonly string[];
  /** Comments were lost, because the text could not say otherwise what was wanted. */
  readonly rewritten?: true;
}

/** A text without anything in it, or with comments only, is an empty flow. */
export function draftOf(document: FlowDocument): Draft | Refused {
  const { root, errors, excess } = composed(document.text);
  if (excess !== undefined)
    return refused("The text is too large or too deep for the canvas: shorten it in the text.");
  const [error] = errors;
  if (error !== undefined) {
    const { line } = new LineIndex(document.text).rangeOf(error.from, error.to);
    return refused(`Line ${line} of the text can not be read: mend it there, or undo.`);
  }
  if (root === undefined || (root.kind === "scalar" && root.from === root.to)) {
    return { document, data: new Map(), nodes: new Map() };
  }
  if (root.kind !== "map")
    return refused("The text is no flow, which is a map of keys: mend it there, or undo.");
  const twice = twiceIn(root);
  if (twice !== undefined)
    return refused(`The key '${twice}' stands twice in one map: remove one of them in the text.`);
  const data = plainOf(root) as Fields;
  return { document, data, nodes: fieldsOf(data.get("nodes")) };
}

export function refused(why: string): Refused {
  return { refused: why };
}

/** What every flow must have but its nodes and the first of them. */
const beginning = "voice_flow: 1\nid: new-flow\nlanguage: en\n\nnodes: {}\n";

/** An empty text as the beginning of a flow; comments stay above it. */
export function begin({ text, layout }: FlowDocument): Draft | Refused {
  const above = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const draft = draftOf({ text: above + beginning, layout });
  if ("refused" in draft || draft.data.size > 0) return draft;
  return refused("The text says that there is nothing: empty it first.");
}

/** A key that is there twice has no one value, and saving would drop one. */
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
    const found = find(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

export interface Change {
  readonly data: Fields;
  readonly renamed?: readonly RenamedKey[];
  readonly layout?: Layout;
  readonly selected?: readonly string[];
}

/** Places are kept of the nodes that there are. */
export function written(
  { document }: Draft,
  { data, renamed = [], layout, selected }: Change,
): Written | Refused {
  const { text, rewritten } = spliceBy(document.text, data, { renamed, read: composed });
  if (composed(text).root === undefined) {
    return refused("That would be larger or deeper than a flow can be: divide it.");
  }
  const places = layoutOf(layout ?? document.layout, fieldsOf(data.get("nodes")));
  return {
    document: { text, layout: isSame(places, document.layout) ? document.layout : places },
    ...(selected === undefined ? {} : { selected }),
    ...(rewritten ? { rewritten: true } : {}),
  };
}

function layoutOf(layout: Layout, nodes: Fields): Layout {
  return Object.fromEntries(Object.entries(layout).filter(([id]) => nodes.has(id)));
}

function isSame(one: Layout, other: Layout): boolean {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === placeOf(other, id));
}

/** Edits follow each other: what one wrote is what the next one reads. */
const recent: ReadText[] = [];
const recentMax = 2;

export function composed(text: string): ParsedYaml {
  const at = recent.findIndex((each) => each.text === text);
  const [known] = at < 0 ? [] : recent.splice(at, 1);
  if (known !== undefined) {
    recent.unshift(known);
    return known.composed;
  }
  const [last] = recent;
  const quick = last === undefined ? undefined : rereadRow(last, text, readAll);
  const fresh = { text, composed: quick ?? readAll(text) };
  recent.unshift(fresh);
  recent.length = Math.min(recent.length, recentMax);
  return fresh.composed;
}

function readAll(text: string): ParsedYaml {
  return compose(text, documentLimits);
}
