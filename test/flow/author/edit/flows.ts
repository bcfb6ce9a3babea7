// Documents that test editing: the examples, flows as users write them, and texts that are hard to edit.

import type { FlowDocument } from "../../../../src/flow/author/edit/edited-document.ts";
import { type Graph, graphFrom } from "../../../../src/flow/author/document/document-graph.ts";
import { compose } from "../../../../src/flow/language/source/composer.ts";
import { documentLimits } from "../../../../src/flow/language/source/splice.ts";
import { type Plain, plainOf, type Tree } from "../../../../src/flow/language/source/yaml-tree.ts";

export type Fields = ReadonlyMap<string, Plain>;

/** Document with its tree, parsed from its text. */
export interface Moment {
  readonly document: FlowDocument;
  /** Undefined for a text that is no flow. */
  readonly tree: Tree | undefined;
  readonly data: Fields;
  readonly graph: Graph;
}

export function momentOf(document: FlowDocument): Moment {
  const composed = compose(document.text, documentLimits);
  const graph = graphFrom(document.text, composed);
  if (composed.root === undefined || graph === undefined) {
    const nothing: Graph = { start: null, nodes: [], edges: [], comments: new Map() };
    return { document, tree: undefined, data: new Map(), graph: nothing };
  }
  return { document, tree: composed.root, data: plainOf(composed.root) as Fields, graph };
}

export function partsOf(pointer: string): string[] {
  const parts = pointer.split("/").slice(1);
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function pointerTo(parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function at(value: Plain | undefined, pointer: string): Plain | undefined {
  let found = value;
  for (const part of partsOf(pointer)) {
    found =
      found instanceof Map
        ? (found as Fields).get(part)
        : Array.isArray(found)
          ? (found as readonly Plain[])[part === "-" ? found.length : Number(part)]
          : undefined;
  }
  return found;
}

/** Pointers to all places of the document, the whole document included. */
export function pointersIn(value: Plain, parts: readonly (string | number)[] = []): string[] {
  const own = pointerTo(parts);
  if (value instanceof Map)
    return [own, ...[...(value as Fields)].flatMap(([key, each]) => pointersIn(each, [...parts, key]))];
  if (!Array.isArray(value)) return [own];
  return [own, ...(value as readonly Plain[]).flatMap((each, i) => pointersIn(each, [...parts, i]))];
}
