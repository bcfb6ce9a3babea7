// Immutable update: changes a document's data at one path. Everything off the path stays the same object.

import type { Path } from "../../language/source/problem.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";
import { rankOf, withNewKey } from "./key-order.ts";

export type Fields = ReadonlyMap<string, Plain>;

export function isFields(value: Plain | undefined): value is Fields {
  return value instanceof Map;
}

export function isList(value: Plain | undefined): value is readonly Plain[] {
  return Array.isArray(value);
}

export function fieldsOf(value: Plain | undefined): Fields {
  return isFields(value) ? value : new Map();
}

export function listOf(value: Plain | undefined): readonly Plain[] {
  return isList(value) ? value : [];
}

/**
 * The path of a JSON Pointer (RFC 6901), with list indexes as numbers and `-` as the end. Undefined for a wrong
 * pointer.
 */
export function pathOf(document: Plain, pointer: string): Path | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  const path: (string | number)[] = [];
  let value: Plain | undefined = document;
  for (const part of pointer.slice(1).split("/")) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const step = isList(value) ? indexOf(name, value.length) : name;
    if (step === undefined) return undefined;
    path.push(step);
    value = child(value, step);
  }
  return path;
}

function indexOf(name: string, length: number): number | undefined {
  if (name === "-") return length;
  return /^(?:0|[1-9]\d{0,5})$/.test(name) ? Number(name) : undefined;
}

/** The value at a path; undefined when nothing is there. */
export function valueAt(value: Plain, path: Path): Plain | undefined {
  let reached: Plain | undefined = value;
  for (const part of path) reached = child(reached, part);
  return reached;
}

function child(value: Plain | undefined, part: string | number): Plain | undefined {
  if (isFields(value)) return typeof part === "string" ? value.get(part) : undefined;
  return isList(value) && typeof part === "number" ? value[part] : undefined;
}

/** The data with a value at a path. Missing maps on the path are added, in the order of `key-order.ts`. */
export function put(value: Plain | undefined, path: Path, added: Plain): Plain {
  return putAt(value, path, { added, depth: 0, section: undefined });
}

interface Putting {
  readonly added: Plain;
  readonly depth: number;
  readonly section: string | undefined;
}

function putAt(value: Plain | undefined, path: Path, putting: Putting): Plain {
  const [part, ...rest] = path;
  if (part === undefined) return putting.added;
  const { depth, section = String(part) } = putting;
  const inner: Putting = { ...putting, depth: depth + 1, section };
  if (isList(value) && typeof part === "number") {
    return [...value.slice(0, part), putAt(value[part], rest, inner), ...value.slice(part + 1)];
  }
  const fields = fieldsOf(value);
  const key = String(part);
  const now = putAt(fields.get(key), rest, inner);
  if (fields.has(key)) return new Map(fields).set(key, now);
  return withNewKey(fields, [key, now], (each) => rankOf(each, { depth, section }));
}

/** The data without the value at a path; the same object if there is none. */
export function without(value: Plain, path: Path): Plain {
  const [part, ...rest] = path;
  if (part === undefined || child(value, part) === undefined) return value;
  if (isList(value) && typeof part === "number") {
    const inner = rest.length === 0 ? [] : [without(value[part] ?? null, rest)];
    return [...value.slice(0, part), ...inner, ...value.slice(part + 1)];
  }
  const fields = new Map(fieldsOf(value));
  if (rest.length === 0) fields.delete(String(part));
  else fields.set(String(part), without(fields.get(String(part)) ?? null, rest));
  return fields;
}

/** The same entries in the same order, with one key renamed. */
export function withKey(fields: Fields, old: string, name: string): Fields {
  return new Map([...fields].map(([key, value]) => [key === old ? name : key, value]));
}

/** Inserts entries after an existing one, or at the end. */
export function insertedAfter(fields: Fields, after: string | undefined, added: Fields): Fields {
  if (after === undefined || !fields.has(after)) return new Map([...fields, ...added]);
  return new Map([...fields].flatMap((entry) => (entry[0] === after ? [entry, ...added] : [entry])));
}

export function isEmpty(value: Plain | undefined): boolean {
  return isFields(value) ? value.size === 0 : isList(value) && value.length === 0;
}
