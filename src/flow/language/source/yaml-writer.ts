// YAML writer: data as YAML text, quoted only where needed, inline inside brackets and as a block outside of them.

import type { Plain, Style } from "./yaml-tree.ts";

/** Columns of a line, so that it fits in an editor beside other panes. */
const lineCharsMax = 100;
/** UTF-16 units of a key: implicit keys have at most 1,024 characters (YAML 1.2.2, 7.4). */
const keyCharsMax = 1_000;

const numberCharsMax = 100;

export interface Layout {
  /** Columns by which a block is indented below its key. */
  readonly step: number;
  /**
   * Whether texts of several lines may be written after `|`; not where following text could be read as a part of
   * them.
   */
  readonly literals: boolean;
}

/** Plain scalars that some version of YAML reads as something other than a text. */
const notText =
  /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<|[-+]?\.(?:inf|nan)|[-+]?(?:\d[\d_]*)?\.?[\d_]*(?:e[-+]?\d+)?|0[ox][\da-f_]+|0b[01_]+|[-+]?\d[\d_:]*(?:\.\d*)?|\d{4}-\d\d?-\d\d?(?:[Tt ].*)?)$/i;
const plainStart = /^(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:][^\s,[\]{}])/;
// Control characters, lone surrogates, no-break spaces, Unicode line separators, byte order marks and noncharacters.
const odd = /[\p{Cc}\p{Cs}\u00a0\u2028\u2029\ufeff\ufffe\uffff]/u;
const oddEach = new RegExp(odd.source, "gu");

function isPlain(text: string, isFlow: boolean): boolean {
  return (
    plainStart.test(text) &&
    !isOther(text) &&
    !odd.test(text) &&
    !text.endsWith(" ") &&
    !text.endsWith(":") &&
    !text.includes(": ") &&
    !text.includes(" #") &&
    !text.startsWith("---") &&
    !text.startsWith("...") &&
    !(isFlow && /[,[\]{}]|:$/.test(text))
  );
}

/** Whether YAML would read the text as another type; long texts are not tested, since no number is that long. */
function isOther(text: string): boolean {
  return text.length > numberCharsMax ? /^[-+.\d]/.test(text) : notText.test(text);
}

function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    oddEach,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A scalar in one line, in the wanted style if possible. */
export function scalarText(
  value: null | boolean | number | string,
  { style, isFlow }: { readonly style?: Style; readonly isFlow: boolean },
): string {
  if (typeof value !== "string") return Object.is(value, -0) ? "-0" : String(value);
  const isOdd = odd.test(value);
  if (style === "single" && !isOdd) return singleQuoted(value);
  if (style === "double") return doubleQuoted(value);
  if (isPlain(value, isFlow)) return value;
  return !isOdd && /["\\]/.test(value) && !value.includes("'") ? singleQuoted(value) : doubleQuoted(value);
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A key in one line, quoted only where needed. */
export function keyText(name: string): string {
  return scalarText(name, { isFlow: true });
}

/** A value in one line, valid inside and outside of brackets. */
export function flowText(value: Plain): string {
  if (value instanceof Map) {
    return `{${[...value].map(([key, each]) => flowRow(key, each)).join(", ")}}`;
  }
  if (Array.isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  return scalarText(value as Exclude<Plain, object>, { isFlow: true });
}

export function flowRow(name: string, value: Plain): string {
  return `${keyText(name)}: ${flowText(value)}`;
}

/** The lines of a literal block scalar; undefined if a block cannot represent the text. */
export function literalLines(text: string): readonly string[] | undefined {
  if (odd.test(text.replaceAll("\n", "")) || !text.includes("\n")) return undefined;
  const lines = text.split("\n");
  const isEnded = lines.at(-1) === "";
  const content = isEnded ? lines.slice(0, -1) : lines;
  const first = content[0] ?? "";
  if (first === "" || /^\s/.test(first) || content.at(-1) === "") return undefined;
  if (content.some((line) => /\s$/.test(line) || line.startsWith("\t"))) return undefined;
  return [isEnded ? "|" : "|-", ...content];
}

/** Whether a value needs several lines, or is too long for one. */
export function isTall(value: Plain, { column, literals }: { column: number; literals: boolean }): boolean {
  if (typeof value === "string") return literals && literalLines(value) !== undefined;
  if (!isFull(value)) return false;
  return column + flowText(value).length > lineCharsMax || (literals && holdsTall(value));
}

function isFull(value: Plain): boolean {
  return value instanceof Map ? value.size > 0 : Array.isArray(value) && value.length > 0;
}

function holdsTall(value: Plain): boolean {
  if (value instanceof Map) return [...value.values()].some(holdsTall);
  if (Array.isArray(value)) return value.some(holdsTall);
  return typeof value === "string" && literalLines(value) !== undefined;
}

/** Whether a value is a map of named maps or a list of maps, which is written in rows at the top of a document. */
export function isSection(value: Plain, column: number): boolean {
  if (column > 0 || typeof value !== "object" || value === null) return false;
  const all: readonly Plain[] = value instanceof Map ? [...value.values()] : (value as readonly Plain[]);
  return all.length > 0 && all.every((each) => each instanceof Map && each.size > 0);
}

/** `key: value` as whole lines. */
export function blockRow(name: string, value: Plain, place: Layout & { readonly column: number }): string[] {
  const pad = " ".repeat(place.column);
  const key = keyText(name);
  if (isSection(value, place.column) && key.length <= keyCharsMax) {
    return [`${pad}${key}:`, ...blockLines(value, { ...place, column: place.column + place.step })];
  }
  if (key.length > keyCharsMax) return [`${pad}? ${key}`, ...valueLines(`${pad}:`, value, place)];
  return valueLines(`${pad}${key}:`, value, place);
}

/** `- value` as whole lines. */
export function blockItem(value: Plain, place: Layout & { readonly column: number }): string[] {
  const pad = " ".repeat(place.column);
  if (value instanceof Map && isTall(value, { ...place, column: place.column + 2 })) {
    const lines = blockLines(value, { ...place, column: place.column + 2 });
    return lines.map((line, i) => (i === 0 ? `${pad}- ${line.slice(place.column + 2)}` : line));
  }
  return valueLines(`${pad}-`, value, place);
}

function valueLines(
  head: string,
  value: Plain,
  { step, column, literals }: Layout & { readonly column: number },
): string[] {
  const literal = typeof value === "string" && literals ? literalLines(value) : undefined;
  if (literal !== undefined) {
    const [header = "", ...content] = literal;
    const pad = " ".repeat(column + step);
    return [`${head} ${header}`, ...content.map((line) => (line === "" ? "" : pad + line))];
  }
  if (isTall(value, { column: head.length + 1, literals })) {
    return [head, ...blockLines(value, { step, literals, column: column + step })];
  }
  const text = typeof value === "string" ? scalarText(value, { isFlow: false }) : flowText(value);
  return [`${head} ${text}`];
}

/** The rows of a map or a list that is not empty. */
export function blockLines(value: Plain, place: Layout & { readonly column: number }): string[] {
  if (value instanceof Map) return [...value].flatMap(([key, each]) => blockRow(key, each, place));
  if (Array.isArray(value)) return value.flatMap((each: Plain) => blockItem(each, place));
  return [];
}
