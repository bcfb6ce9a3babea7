// Export data: another system's export as plain data, read with limits, without trust in its form, and with its
// unread keys.

import { ImportProblem } from "./import-problem.ts";
import { badJsonAt } from "./json-place.ts";

/** Exports of a few hundred nodes with long prompts have less than 1 MiB, positions and examples included. */
export const exportBytesMax = 4 * 1_024 * 1_024;
/** Each may become two or three nodes here, of which a flow has 1,000. */
export const exportNodesMax = 500;

/** Edges and variables of one node: as many as a list of conditions has. */
export const waysMax = 100;

/** Keys of one object named in a report; the rest is counted. */
const restMax = 60;

/** A JSON object as it was parsed. */
export type ParsedExport = Readonly<Record<string, unknown>>;

/** Throws `ImportProblem` for a text that is too large or no JSON object. */
export function exportOf(text: string): ParsedExport {
  if (Buffer.byteLength(text) > exportBytesMax)
    throw new ImportProblem(`the export has more than ${exportBytesMax / 1_024 / 1_024} MiB`);
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    const { line, column } = badJsonAt(text.replace(/^\ufeff/, ""));
    throw new ImportProblem(`the export is not JSON: line ${line}, column ${column} cannot be read`);
  }
  if (!isObject(data)) throw new ImportProblem("the export is JSON, but not an object with nodes");
  return data;
}

function parsedOr(text: string): ParsedExport {
  try {
    const data: unknown = JSON.parse(text);
    return isObject(data) ? data : {};
  } catch {
    return {};
  }
}

function isObject(data: unknown): data is ParsedExport {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** Levels of an object that are looked through; no export has half as many. */
const depthMax = 50;

/** True for an empty value: no text, or only such values in it. */
function isNothing(data: unknown, depth = 0): boolean {
  if (data === null || data === undefined) return true;
  if (typeof data === "string") return data.trim() === "";
  if (typeof data !== "object" || depth === depthMax) return false;
  return Object.values(data).every((each) => isNothing(each, depth + 1));
}

function textsIn(data: unknown, depth = 0): readonly string[] {
  if (typeof data === "string") return [data];
  if (typeof data !== "object" || data === null || depth === depthMax) return [];
  return Object.values(data).flatMap((each) => textsIn(each, depth + 1));
}

/** Object of an export. It tracks its read keys, so that none is lost silently. */
export class Fields {
  readonly #data: ParsedExport;
  readonly #read = new Set<string>();
  /** Read objects by key; the same ones each time, since they track too. */
  readonly #opened = new Map<string, readonly Fields[]>();
  readonly #listed = new Set<string>();

  constructor(data: ParsedExport = {}) {
    this.#data = data;
  }

  /** True if a key has a value; reads nothing. */
  has(key: string): boolean {
    return !isNothing(this.#value(key));
  }

  /** Object under a key; an empty one if there is none. */
  at(key: string): Fields {
    const value = this.#value(key);
    if (!isObject(value)) return new Fields();
    this.#read.add(key);
    const [one = new Fields()] = this.#opened.getOrInsertComputed(key, () => [new Fields(value)]);
    return one;
  }

  /** The objects of a list; entries that are no objects are left out. */
  list(key: string): readonly Fields[] {
    const value = this.#value(key);
    if (!Array.isArray(value)) return [];
    this.#read.add(key);
    this.#listed.add(key);
    return this.#opened.getOrInsertComputed(key, () =>
      value.filter(isObject).map((each) => new Fields(each)),
    );
  }

  /** Nonblank text; a number, which some exports have as an id, as its digits. */
  text(key: string): string | undefined {
    const value = this.#value(key);
    if (typeof value === "number" && Number.isFinite(value)) return this.#taken(key, String(value));
    return typeof value === "string" && value.trim() !== "" ? this.#taken(key, value) : undefined;
  }

  texts(key: string): readonly string[] {
    const value = this.#value(key);
    if (!Array.isArray(value)) return [];
    return this.#taken(
      key,
      value.filter((each): each is string => typeof each === "string" && each.trim() !== ""),
    );
  }

  number(key: string): number | undefined {
    const value = this.#value(key);
    return typeof value === "number" && Number.isFinite(value) ? this.#taken(key, value) : undefined;
  }

  flag(key: string): boolean | undefined {
    const value = this.#value(key);
    return typeof value === "boolean" ? this.#taken(key, value) : undefined;
  }

  /** A text, a number or a truth value as it is written. */
  written(key: string): string | undefined {
    return this.flag(key)?.toString() ?? this.text(key);
  }

  /** The texts under the keys of the object at a key, numbers and truth values written out. */
  pairs(key: string): readonly (readonly [name: string, value: string])[] {
    const inner = this.at(key);
    return inner.keys().flatMap((name) => {
      const value = inner.written(name) ?? (inner.#value(name) === "" ? "" : undefined);
      return value === undefined ? [] : [[name, value] as const];
    });
  }

  /** Names of its keys, all of them safe. */
  keys(): readonly string[] {
    return Object.keys(this.#data).filter((name) => name !== "__proto__");
  }

  /** Object in a JSON text under a key; an empty one if there is none. */
  inText(key: string): Fields {
    const value = this.#value(key);
    if (typeof value !== "string") return new Fields();
    const [one = new Fields()] = this.#opened.getOrInsertComputed(key, () => [new Fields(parsedOr(value))]);
    this.#read.add(key);
    return one;
  }

  /** All texts in it, at any depth; reads nothing. */
  words(): readonly string[] {
    return textsIn(this.#data);
  }

  /** Marks keys as read that have no part in a conversation, such as a position or a version. */
  passOver(...keys: readonly string[]): void {
    for (const key of keys) this.#read.add(key);
  }

  /** Unread paths, each once. Keys without a value are left out. */
  rest(): readonly string[] {
    const left = [...new Set(this.#unread())];
    return left.length <= restMax ? left : [...left.slice(0, restMax), `${left.length - restMax} more`];
  }

  #unread(): readonly string[] {
    return this.keys().flatMap((key) => {
      if (!this.has(key)) return [];
      if (!this.#read.has(key)) {
        this.#read.add(key);
        return [key];
      }
      const within = this.#listed.has(key) ? `${key}[].` : `${key}.`;
      return (this.#opened.get(key) ?? []).flatMap((each) => each.#unread().map((path) => within + path));
    });
  }

  #value(key: string): unknown {
    return Object.hasOwn(this.#data, key) ? this.#data[key] : undefined;
  }

  #taken<T>(key: string, value: T): T {
    this.#read.add(key);
    return value;
  }
}
