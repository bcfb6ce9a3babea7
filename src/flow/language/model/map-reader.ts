// Map reader: typed access to a map of the document, which skips every value of a wrong shape. Reporting wrong shapes
// is the schema check's work, so that no problem is reported twice.

import { durationMs } from "../../value/duration.ts";
import type { Path } from "../source/problem.ts";
import { type Value, valueMap } from "../../value/value.ts";

/** A value of the document together with its path. */
export interface LocatedValue<T> {
  readonly value: T;
  readonly path: Path;
}

export type Data = ReadonlyMap<string, unknown>;

export function isMap(data: unknown): data is Data {
  return data instanceof Map;
}

/** A map of the document with typed getters: each gives undefined, or an empty list, for a value of a wrong shape. */
export class Fields {
  readonly #map: Data;
  readonly path: Path;
  readonly #elsewhere: Fields | undefined;

  /** `elsewhere` supplies keys that `map` does not have, such as those of the type that a variable names. */
  constructor(map: Data, path: Path, elsewhere?: Fields) {
    this.#map = map;
    this.path = path;
    this.#elsewhere = elsewhere;
  }

  static of(data: unknown, path: Path): Fields | undefined {
    return isMap(data) ? new Fields(data, path) : undefined;
  }

  /** The same map, with missing keys taken from `under`. */
  over(under: Fields | undefined): Fields {
    return new Fields(this.#map, this.path, under);
  }

  has(key: string): boolean {
    return this.#map.has(key) || this.#elsewhere?.has(key) === true;
  }

  /** Whether it has no keys of its own but some of these. */
  isWithin(keys: ReadonlySet<string>): boolean {
    return [...this.#map.keys()].every((key) => keys.has(key));
  }

  get(key: string): unknown {
    return this.#map.has(key) ? this.#map.get(key) : this.#elsewhere?.get(key);
  }

  pathOf(key: string): Path {
    if (this.#elsewhere !== undefined && !this.#map.has(key)) return this.#elsewhere.pathOf(key);
    return [...this.path, key];
  }

  string(key: string): LocatedValue<string> | undefined {
    const value = this.get(key);
    return typeof value === "string" ? { value, path: this.pathOf(key) } : undefined;
  }

  words(key: string): string | undefined {
    return this.string(key)?.value;
  }

  boolean(key: string): boolean | undefined {
    const value = this.get(key);
    return typeof value === "boolean" ? value : undefined;
  }

  number(key: string): number | undefined {
    const value = this.get(key);
    return typeof value === "number" ? value : undefined;
  }

  /** The value of the key if it is one of the given values. */
  one<T extends string | boolean>(key: string, values: readonly T[]): T | undefined {
    const value = this.get(key);
    return values.find((each) => each === value);
  }

  ms(key: string): number | undefined {
    const value = this.get(key);
    return typeof value === "string" ? durationMs(value) : undefined;
  }

  map(key: string): Fields | undefined {
    return Fields.of(this.get(key), this.pathOf(key));
  }

  entries(key: string): readonly (LocatedValue<unknown> & { readonly key: string })[] {
    const value = this.get(key);
    if (!isMap(value)) return [];
    const path = this.pathOf(key);
    return [...value].map(([name, each]) => ({ key: name, value: each, path: [...path, name] }));
  }

  list(key: string): readonly LocatedValue<unknown>[] {
    const value = this.get(key);
    const path = this.pathOf(key);
    return Array.isArray(value) ? value.map((each: unknown, i) => ({ value: each, path: [...path, i] })) : [];
  }

  strings(key: string): readonly LocatedValue<string>[] {
    return this.list(key).flatMap(({ value, path }) => (typeof value === "string" ? [{ value, path }] : []));
  }
}

/** Converts plain data of the document to a value of the expression language. */
export function valueOf(data: unknown): Value {
  if (isMap(data)) return valueMap([...data].map(([key, each]) => [key, valueOf(each)] as const));
  if (Array.isArray(data)) return data.map(valueOf);
  return typeof data === "string" || typeof data === "number" || typeof data === "boolean" ? data : null;
}
