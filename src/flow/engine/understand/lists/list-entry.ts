// List entry: what the entries of a list have, may have and lack, and whether a model's are such.

import { type Value, type ValueMap, valueMap } from "../../../value/value.ts";
import { fits } from "../fits.ts";
import type { HeardList, WantedField } from "../understanding.ts";

/** Entries of one proposal: more are an order that no caller spoke. */
const ENTRIES_MAX = 50;

/**
 * The choice that says what an entry is: the one that decides which fields it has, else the last one, since fields are
 * written as they are spoken, and a noun comes after what describes it ("two large margheritas"). Without a choice it is
 * the first name or text.
 */
export function headOf(fields: readonly WantedField[]): WantedField | undefined {
  const isOwner = ({ name }: WantedField): boolean =>
    fields.some(({ onlyFor }) => onlyFor.some(([owner]) => owner === name));
  const always = fields.filter(({ isOptional, onlyFor }) => !isOptional && onlyFor.length === 0);
  const choices = always.filter(({ wanted }) => wanted.kind === "choice");
  return choices.find(isOwner) ?? choices.at(-1) ?? always.find(isFree);
}

const isFree = ({ wanted }: WantedField): boolean => wanted.kind === "name" || wanted.kind === "text";

/** The field for how many there are. A number behind a name is a fact about it ("Anna, nine"), and counts nothing. */
export function countOf(fields: readonly WantedField[]): WantedField | undefined {
  const head = headOf(fields);
  const before = head !== undefined && isFree(head) ? fields.slice(0, fields.indexOf(head)) : fields;
  return before.find(({ wanted }) => wanted.kind === "number");
}

/** The first field that an entry lacks and must have. */
export const lacking = (entry: ValueMap, fields: readonly WantedField[]): WantedField | undefined =>
  fields.find((field) => !field.isOptional && belongs(field, entry) && valueIn(entry, field.name) === null);

export const valueIn = (entry: ValueMap, name: string): Value =>
  Object.hasOwn(entry, name) ? (entry[name] ?? null) : null;

export const belongs = ({ onlyFor }: WantedField, entry: ValueMap): boolean =>
  onlyFor.every(([field, options]) => options.some((option) => option === valueIn(entry, field)));

export const isInRange = (entry: ValueMap, fields: readonly WantedField[]): boolean =>
  fields.every(({ name, wanted }) => {
    const value = valueIn(entry, name);
    return value === null || fits(wanted, value);
  });

/** A model's entries with their defaults; undefined where one is none or has a value that does not fit. */
export function proposedEntries(given: unknown, { fields }: HeardList): readonly ValueMap[] | undefined {
  if (!Array.isArray(given) || given.length === 0 || given.length > ENTRIES_MAX) return undefined;
  if (!given.every((each: unknown) => typeof each === "object" && each !== null && !Array.isArray(each)))
    return undefined;
  const entries = given.map((each: ValueMap) =>
    valueMap(
      fields.map(({ name, default: initial = null }) => [name, valueIn(each, name) ?? initial] as const),
    ),
  );
  const isWhole = (entry: ValueMap): boolean =>
    fields.every((field) => valueIn(entry, field.name) === null || belongs(field, entry));
  return entries.every((entry) => isInRange(entry, fields) && isWhole(entry)) ? entries : undefined;
}
