// Stored documents as YAML and as JSON: read with what is wrong with them, shown with their keys in order, written back
// with their comments. What the keys mean is the flow language's business.

import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLMap,
} from "yaml";
import type { Diagnostic } from "../base/fault.ts";

export interface ReadYaml {
  /** Absent when there is an error among the diagnostics. */
  readonly document?: Document;
  readonly diagnostics: readonly Diagnostic[];
}

/** As deep as bodies of JSON may be, so that what can be stored can be edited. */
const depthMax = 64;
const diagnosticsMax = 100;
/** What a document may be with its aliases written out. */
const expandedCharsMax = 1_024 * 1_024;

/** Never throws. A document is a mapping whose keys differ as text and whose aliases stay within bounds. */
export function readYaml(text: string): ReadYaml {
  const lines = new LineCounter();
  // Looking for equal keys in the library takes quadratic time.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const error = (code: string, message: string, offset = 0): Diagnostic => {
    const { line, col } = lines.linePos(offset);
    const place = { pointer: "", line: Math.max(1, line), column: Math.max(1, col) };
    return { severity: "error", code, message, ...place };
  };
  const syntax = document.errors
    .slice(0, diagnosticsMax)
    .map(({ message, pos }) => error("VF101", message, pos[0]));
  if (syntax.length > 0) return { diagnostics: syntax };
  if (!isMap(document.contents))
    return { diagnostics: [error("VF100", "a document is a mapping of keys to values")] };
  if (isDeeper(document.contents, depthMax))
    return { diagnostics: [error("VF107", `a document is nested at most ${depthMax} deep`)] };
  const refused = refusedIn(document).slice(0, diagnosticsMax);
  if (refused.length > 0)
    return { diagnostics: refused.map(({ code, message, offset }) => error(code, message, offset)) };
  return { document, diagnostics: [] };
}

/** The document as JSON; an object of JavaScript would put keys that look like numbers first. */
export function jsonTextOf(document: Document): string {
  return toText(document.toJS({ mapAsMap: true }));
}

/** The text of a document with another value in it: what stays the same keeps its comments and its place. */
export function rewriteYaml(
  text: string,
  value: object,
): { readonly text: string; readonly rewritten: boolean } {
  const { document } = readYaml(text);
  if (document !== undefined && jsonHolds(document, value)) return { text, rewritten: false };
  if (document !== undefined) {
    document.contents = merge(document, document.contents, value) as typeof document.contents;
    const written = document.toString({ lineWidth: 0 });
    // Anchors are shared and styles have their limits: only what reads back as it was meant is kept.
    if (holds(written, value)) return { text: written, rewritten: false };
  }
  const fresh = parseDocument("{}\n");
  fresh.contents = fresh.createNode(value) as typeof fresh.contents;
  return { text: fresh.toString({ lineWidth: 0 }), rewritten: true };
}

function holds(text: string, value: object): boolean {
  const { document } = readYaml(text);
  return document !== undefined && jsonHolds(document, value);
}

function jsonHolds(document: Document, value: object): boolean {
  return Bun.deepEquals(JSON.parse(jsonTextOf(document)), value);
}

function merge(document: Document, node: unknown, value: unknown): Node | null {
  if (isMap(node) && isRecord(value)) {
    mergeMap(document, node, value);
    return node;
  }
  if (isSeq(node) && Array.isArray(value)) {
    node.items = mergeItems(document, node.items, value);
    return node;
  }
  if (isNode(node) && imageOf(node, document) === JSON.stringify(value)) return node;
  if (isScalar(node) && (value === null || typeof value !== "object")) {
    node.value = value;
    // How the old value was written says nothing about the new one.
    for (const old of ["source", "format", "minFractionDigits", "tag"] as const) delete node[old];
    return node;
  }
  if (node === null && value === null) return null;
  const made = document.createNode(value);
  if (isNode(node)) {
    for (const kept of ["commentBefore", "comment", "spaceBefore"] as const) {
      if (node[kept] !== undefined && node[kept] !== null) Object.assign(made, { [kept]: node[kept] });
    }
  }
  return made;
}

function mergeMap(document: Document, node: YAMLMap, value: Readonly<Record<string, unknown>>): void {
  const known = new Set(node.items.map(({ key }) => keyOf(key)));
  node.items = node.items.filter(({ key }) => Object.hasOwn(value, keyOf(key)));
  for (const pair of node.items) pair.value = merge(document, pair.value, value[keyOf(pair.key)]);
  for (const [key, added] of Object.entries(value)) {
    if (!known.has(key)) node.items.push(document.createPair(key, added));
  }
}

/** An item that only moved takes its comments along; the others are matched in order. */
function mergeItems(document: Document, items: readonly unknown[], values: readonly unknown[]): unknown[] {
  const unused = new Map<string, unknown[]>();
  for (const item of items) unused.getOrInsert(imageOf(item, document), []).push(item);
  const same = values.map((value) => unused.get(JSON.stringify(value))?.shift());
  const left = items.filter((item) => !same.includes(item));
  return values.map((value, i) => same[i] ?? merge(document, left.shift(), value));
}

/** What a node is in JSON; an alias is what it stands for. */
function imageOf(node: unknown, document: Document): string {
  if (!isNode(node)) return "null";
  try {
    return toText(node.toJS(document, { mapAsMap: true }));
  } catch {
    return "";
  }
}

function toText(value: unknown): string {
  if (value instanceof Map) {
    const entries = [...value].map(([key, each]) => `${JSON.stringify(keyText(key))}:${toText(each)}`);
    return `{${entries.join(",")}}`;
  }
  if (Array.isArray(value)) return `[${value.map(toText).join(",")}]`;
  return JSON.stringify(value) ?? "null";
}

function keyOf(key: unknown): string {
  return keyText(isScalar(key) ? key.value : key);
}

function keyText(key: unknown): string {
  return typeof key === "object" && key !== null ? toText(key) : String(key);
}

function isDeeper(node: unknown, levels: number): boolean {
  if (!isMap(node) && !isSeq(node)) return false;
  if (levels === 0) return true;
  return isMap(node)
    ? node.items.some(({ key, value }) => isDeeper(key, levels - 1) || isDeeper(value, levels - 1))
    : node.items.some((item) => isDeeper(item, levels - 1));
}

/** What the library lets pass, or looks for too slowly. The document is known not to be too deep. */
function refusedIn(document: Document): { code: string; message: string; offset: number }[] {
  const found: { code: string; message: string; offset: number }[] = [];
  const anchors = new Set<string>();
  const report = (code: string, message: string, node: unknown): void => {
    found.push({ code, message, offset: isNode(node) ? (node.range?.[0] ?? 0) : 0 });
  };
  const walk = (node: unknown): void => {
    if (isAlias(node) && !anchors.has(node.source)) {
      report("VF106", `there is no '&${node.source}' that ends before this`, node);
    }
    if (isMap(node)) {
      const seen = new Set<string>();
      for (const { key, value } of node.items) {
        const name = isAlias(key) ? `*${key.source}` : keyOf(key);
        if (seen.has(name)) report("VF108", `'${name}' is here twice`, key);
        seen.add(name);
        walk(key);
        walk(value);
      }
    }
    if (isSeq(node)) node.items.forEach(walk);
    // Only now: a node that holds itself has no end.
    if (!isAlias(node) && isNode(node) && "anchor" in node && node.anchor !== undefined)
      anchors.add(node.anchor);
  };
  walk(document.contents);
  // Each alias may be as long as the document.
  if (found.length === 0 && anchors.size > 0 && !isModest(document))
    report("VF106", "aliases lead to too much", undefined);
  return found;
}

function isModest(document: Document): boolean {
  try {
    return jsonTextOf(document).length <= expandedCharsMax;
  } catch {
    return false;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
