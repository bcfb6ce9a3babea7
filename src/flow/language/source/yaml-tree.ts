// YAML tree: a document as nodes with their source spans, for the reader and for the splicer.

import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { CST, Pair, Scalar } from "yaml";

export type Plain = null | boolean | number | string | readonly Plain[] | ReadonlyMap<string, Plain>;

export type Style = "plain" | "single" | "double" | "literal" | "folded";

/** A span of the text in UTF-16 units, `to` exclusive. */
interface TextSpan {
  readonly from: number;
  readonly to: number;
  /** Offset of its anchor or tag; equals `from` if it has none. */
  readonly start: number;
  readonly tagged: boolean;
  readonly anchor?: string;
}

export interface ScalarTree extends TextSpan {
  readonly kind: "scalar";
  /** The value as JSON can represent it. */
  readonly value: null | boolean | number | string;
  readonly style: Style;
  /** True for a number that JSON cannot represent exactly. */
  readonly strange?: "endless" | "inexact";
}

export interface Entry {
  readonly name: string;
  readonly key: Tree;
  readonly value: Tree;
  /** Offset of the whole entry: of its `?`, its key, or the properties before the key. */
  readonly from: number;
  /** Offset after which its value may stand; undefined if there is no colon. */
  readonly colon: number | undefined;
}

export interface MapTree extends TextSpan {
  readonly kind: "map";
  /** `bare`: a map inside a list without braces, as in `[a: 1]`. */
  readonly style: "block" | "flow" | "bare";
  readonly entries: readonly Entry[];
}

export interface Item {
  readonly value: Tree;
  /** Offset of its dash, or of the value inside brackets. */
  readonly from: number;
}

export function isEntry(row: Entry | Item): row is Entry {
  return "colon" in row;
}

export interface ListTree extends TextSpan {
  readonly kind: "list";
  readonly style: "block" | "flow";
  readonly items: readonly Item[];
}

export interface AliasTree extends TextSpan {
  readonly kind: "alias";
  readonly name: string;
  /** The anchored value; undefined if no such anchor ends before the alias. */
  readonly target: Tree | undefined;
}

export type Tree = ScalarTree | MapTree | ListTree | AliasTree;

/** Builds the tree of a document, which must have no errors, its source tokens, and a limited depth. */
export function treeOf(document: Document.Parsed, text: string): Tree {
  return new Builder(text).build(document.contents, { at: document.range[1], before: [] });
}

interface Hint {
  /** Offset where an absent value would stand. */
  readonly at: number;
  /** Tokens before the value. */
  readonly before: readonly CST.SourceToken[];
}

class Builder {
  readonly #anchors = new Map<string, Tree>();

  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  build(node: ParsedNode | Node | null, hint: Hint): Tree {
    if (node === null) return emptyAt(hint.at);
    const spot = spanOf(node, hint);
    const tree = isAlias(node)
      ? this.#alias(node, spot)
      : isMap(node)
        ? this.#map(node, spot)
        : isSeq(node)
          ? this.#list(node, spot)
          : isScalar(node)
            ? scalarOf(node, spot)
            : emptyAt(hint.at);
    if (tree.anchor !== undefined) this.#anchors.set(tree.anchor, tree);
    return tree;
  }

  #alias(node: Alias, spot: TextSpan): Tree {
    return { ...spot, kind: "alias", name: node.source, target: this.#anchors.get(node.source) };
  }

  #map(node: YAMLMap, spot: TextSpan): Tree {
    const entries = node.items.map((pair) => this.#entry(pair as Pair<Node, Node | null>));
    const style = node.flow !== true ? "block" : this.#text[spot.from] === "{" ? "flow" : "bare";
    return { ...spot, kind: "map", style, entries };
  }

  #entry({ key: keyNode, value: valueNode, srcToken }: Pair<Node, Node | null>): Entry {
    const before = srcToken?.start ?? [];
    const sep = srcToken?.sep ?? [];
    const first = before.find(({ type }) => type === "explicit-key-ind");
    const key = this.build(keyNode, {
      at: 0,
      before: first === undefined ? before : after(before, first),
    });
    const colon = sep.find(({ type }) => type === "map-value-ind");
    const at = colon === undefined ? key.to : colon.offset + 1;
    const value =
      srcToken?.value === undefined && !hasProps(sep)
        ? this.build(null, { at, before: [] })
        : this.build(valueNode, { at, before: colon === undefined ? sep : after(sep, colon) });
    const name = nameOf(key);
    return {
      name,
      key,
      value,
      from: first?.offset ?? key.start,
      colon: colon === undefined ? undefined : at,
    };
  }

  #list(node: YAMLSeq, spot: TextSpan): Tree {
    const source = node.srcToken;
    const tokens = source !== undefined && "items" in source ? source.items : [];
    // Items that hold only comments have neither dash nor value, and no node.
    const dashed = tokens.flatMap(({ start }) =>
      start.filter(({ type }) => type === "seq-item-ind").map((dash) => ({ dash, start })),
    );
    const style = node.flow === true ? "flow" : "block";
    const starts = style === "flow" ? flowStarts(tokens) : [];
    const items = node.items.map((item, i) => {
      const { dash, start = [] } = dashed[i] ?? {};
      const before = style === "flow" ? (starts[i] ?? []) : dash === undefined ? [] : after(start, dash);
      const at = dash === undefined ? spot.from + 1 : dash.offset + 1;
      const value = this.build(item as Node, { at, before });
      return { value, from: dash?.offset ?? value.start };
    });
    return { ...spot, kind: "list", style, items };
  }
}

function flowStarts(tokens: readonly CST.CollectionItem[]): (readonly CST.SourceToken[])[] {
  return tokens
    .filter(({ start, key, sep, value }) => key || sep || value || hasProps(start))
    .map(({ start }) => start);
}

function after(tokens: readonly CST.SourceToken[], token: CST.SourceToken): readonly CST.SourceToken[] {
  return tokens.slice(tokens.indexOf(token) + 1);
}

function hasProps(tokens: readonly CST.SourceToken[]): boolean {
  return tokens.some(({ type }) => type === "anchor" || type === "tag");
}

function spanOf(node: Node, { at, before }: Hint): TextSpan {
  const [from, to] = node.range ?? [at, at];
  const props = before.find(({ type }) => type === "anchor" || type === "tag");
  const anchor = "anchor" in node ? node.anchor : undefined;
  return {
    from,
    to,
    start: Math.min(from, props?.offset ?? from),
    tagged: node.tag !== undefined,
    ...(anchor === undefined ? {} : { anchor }),
  };
}

function emptyAt(at: number): ScalarTree {
  return {
    kind: "scalar",
    value: null,
    style: "plain",
    from: at,
    to: at,
    start: at,
    tagged: false,
  };
}

const styles: Readonly<Record<string, Style>> = {
  PLAIN: "plain",
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
  BLOCK_LITERAL: "literal",
  BLOCK_FOLDED: "folded",
};

function scalarOf(node: Scalar, spot: TextSpan): ScalarTree {
  const style = styles[node.type ?? "PLAIN"] ?? "plain";
  const { value } = node;
  if (typeof value === "number" && !Number.isFinite(value)) {
    return { ...spot, kind: "scalar", value: null, style, strange: "endless" };
  }
  if (typeof value === "number" && isInexact(value, node.source)) {
    return { ...spot, kind: "scalar", value, style, strange: "inexact" };
  }
  return { ...spot, kind: "scalar", value: jsonOf(value), style };
}

function isInexact(value: number, source: string | undefined): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && !/[.eE]/.test(source ?? "");
}

/** The JSON form of a scalar: tags of YAML 1.1 can produce values that JSON does not have. */
function jsonOf(value: unknown): null | boolean | number | string {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean" || typeof value === "number" || typeof value === "string") return value;
  return typeof value === "bigint" ? Number(value) : (JSON.stringify(value) ?? null);
}

function nameOf(key: Tree): string {
  const value = plainOf(key);
  return typeof value === "object" && value !== null ? jsonText(value) : String(value);
}

/** The plain data of a tree, with aliases expanded. */
export function plainOf(tree: Tree): Plain {
  switch (tree.kind) {
    case "scalar":
      return tree.value;
    case "alias":
      return tree.target === undefined ? null : plainOf(tree.target);
    case "list":
      return tree.items.map(({ value }) => plainOf(value));
    case "map":
      return new Map(tree.entries.map(({ name, value }) => [name, plainOf(value)]));
  }
}

/** Approximate length as JSON with aliases expanded, in UTF-16 units, computed without expanding them. */
export function expandedChars(root: Tree): number {
  const charsByTree = new Map<Tree, number>();
  const charsOf = (tree: Tree): number => {
    const before = charsByTree.get(tree);
    if (before !== undefined) return before;
    const chars = sumOf(tree, charsOf);
    charsByTree.set(tree, chars);
    return chars;
  };
  return charsOf(root);
}

function sumOf(tree: Tree, charsOf: (tree: Tree) => number): number {
  switch (tree.kind) {
    case "scalar":
      return String(tree.value).length + 3;
    case "alias":
      return tree.target === undefined ? 0 : charsOf(tree.target);
    case "list":
      return tree.items.reduce((sum, { value }) => sum + charsOf(value), 2);
    case "map":
      return tree.entries.reduce((sum, { name, value }) => sum + name.length + 4 + charsOf(value), 2);
  }
}

/**
 * JSON text with the keys in their order, which a JavaScript object would not keep for keys that look like numbers.
 */
export function jsonText(value: Plain): string {
  if (value instanceof Map) {
    const entries = [...value].map(([key, each]) => `${JSON.stringify(key)}:${jsonText(each)}`);
    return `{${entries.join(",")}}`;
  }
  return Array.isArray(value) ? `[${value.map(jsonText).join(",")}]` : JSON.stringify(value);
}
