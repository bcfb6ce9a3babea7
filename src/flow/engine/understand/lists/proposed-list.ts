// Proposed list: checks the entries that a language model proposes, field by field, like an answer of the caller.

import { type Value, type ValueMap, valueMap } from "../../../value/value.ts";
import { fits } from "../fits.ts";
import type { HeardList } from "../understanding.ts";

/** Entries of one proposal: more are no order that anybody spoke. */
const entriesMax = 50;

/** The entries with their defaults; undefined where one is none or has a value that does not fit. */
export function proposedEntries(given: unknown, list: HeardList): readonly ValueMap[] | undefined {
  if (!Array.isArray(given) || given.length === 0 || given.length > entriesMax) return undefined;
  const entries = given.map((each: unknown) => entryOf(each, list));
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

function entryOf(given: unknown, { fields }: HeardList): ValueMap | undefined {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined;
  const stated = new Map<string, Value>();
  for (const { name, wanted, default: initial = null } of fields) {
    const raw: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : null;
    const value = raw ?? initial;
    const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (value !== null && (!isScalar || !fits(wanted, value))) return undefined;
    stated.set(name, isScalar ? value : null);
  }
  const belongs = fields.every(
    ({ name, onlyFor }) =>
      stated.get(name) === null ||
      onlyFor.every(([owner, options]) => options.some((option) => option === stated.get(owner))),
  );
  return belongs ? valueMap(stated) : undefined;
}
