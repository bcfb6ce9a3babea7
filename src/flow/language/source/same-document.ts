// Document equality: compares documents by fingerprints that ignore the order of keys, except where order has a
// meaning.

import type { Plain, Tree } from "./yaml-tree.ts";

/** Keys of maps whose order has a meaning, because it is shown, spoken or executed. */
const orderedKeys: ReadonlySet<string> = new Set([
  "nodes",
  "variables",
  "goto",
  "exits",
  "set",
  "save",
  "options",
]);

/** Whether the order of the entries under this key has a meaning. */
export function isOrdered(key: string | undefined): boolean {
  return key !== undefined && orderedKeys.has(key);
}

/** Whether a key looks like an array index: JavaScript objects put those first, so their order carries no intent. */
export function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key);
}

/** Converts parsed JSON. The caller must have limited its depth. */
export function plainFrom(value: unknown): Plain {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(plainFrom);
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [String(key), plainFrom(each)]));
  if (typeof value !== "object") return null;
  return new Map(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => [key, plainFrom(each)]),
  );
}

/** Fingerprints of values: equal texts mean equal documents. Caches them weakly by tree. */
export class Fingerprints {
  /** One cache for values whose order does not matter, and one for those whose order does. */
  readonly #known = [new WeakMap<object, string>(), new WeakMap<object, string>()] as const;
  readonly #isAliasOpen: boolean;

  /** With `aliases: false` an alias equals no value, so that it is replaced by what it stands for. */
  constructor({ aliases }: { readonly aliases: boolean }) {
    this.#isAliasOpen = aliases;
  }

  ofTree(tree: Tree, key?: string): string {
    const prints = this.#known[isOrdered(key) ? 1 : 0];
    const cached = prints.get(tree);
    if (cached !== undefined) return cached;
    const print = this.#treePrint(tree, key);
    prints.set(tree, print);
    return print;
  }

  of(value: Plain, key?: string): string {
    if (typeof value !== "object" || value === null) return scalarPrint(value);
    const prints = this.#known[isOrdered(key) ? 1 : 0];
    const cached = prints.get(value);
    if (cached !== undefined) return cached;
    const print =
      value instanceof Map
        ? mapPrint(
            [...value].map(([name, each]) => [name, this.of(each, name)]),
            key,
          )
        : `[${(value as readonly Plain[]).map((each) => this.of(each)).join(",")}]`;
    prints.set(value, print);
    return print;
  }

  #treePrint(tree: Tree, key: string | undefined): string {
    switch (tree.kind) {
      case "scalar":
        return scalarPrint(tree.value);
      case "alias":
        return this.#isAliasOpen && tree.target !== undefined
          ? this.#treePrint(tree.target, key)
          : `*${tree.name}`;
      case "list":
        return `[${tree.items.map(({ value }) => this.ofTree(value)).join(",")}]`;
      case "map":
        return mapPrint(
          tree.entries.map(({ name, value }) => [name, this.ofTree(value, name)]),
          key,
        );
    }
  }
}

function scalarPrint(value: null | boolean | number | string): string {
  return JSON.stringify(value);
}

function mapPrint(entries: readonly (readonly [string, string])[], key: string | undefined): string {
  const named = entries.filter(([name]) => !isIndex(name));
  const numbered = entries.filter(([name]) => isIndex(name));
  const byName = (a: readonly [string, string], b: readonly [string, string]): number =>
    a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
  const rows = [...numbered.toSorted(byName), ...(isOrdered(key) ? named : named.toSorted(byName))];
  return `{${rows.map(([name, print]) => `${JSON.stringify(name)}:${print}`).join(",")}}`;
}
