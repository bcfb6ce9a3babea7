// List entry: required, possible and missing fields of a list's entries, and checks of a model's entries.

import { type Value, type ValueMap, valueMap } from "../../../value/value.ts";
import { fits } from "../fits.ts";
import type { HeardList, WantedField } from "../understanding.ts";

/** Maximum number of entries in one proposal: no caller has spoken more. */
const ENTRIES_MAX = 50;

/**
 * Choice that names an entry: the one that decides its fields, else the last one, since fields are in spoken order, and
 * a noun follows its adjectives ("two large margheritas"). Without a choice, the first name or text.
 */
export function headOf(fields: readonly WantedField[]): WantedField | undefined {
  const isOwner = ({ name }: WantedField): boolean =>
    fields.some(({ onlyFor }) => onlyFor.some(([owner]) => owner === name));
  const always = fields.filter(({ isOptional, onlyFor }) => !isOptional && onlyFor.length === 0);
  const choices = always.filter(({ wanted }) => wanted.kind === "choice");
  return choices.find(isOwner) ?? choices.at(-1) ?? always.find(isFree);
}

const isFree = ({ wanted }: WantedField): boolean => wanted.kind === "name" || wanted.kind === "text";

/** Field with the count. A number after a name is a fact about the named one ("Anna, nine"), and counts nothing. */
export function countOf(fields: readonly WantedField[]): WantedField | undefined {
  const head = headOf(fields);
  const before = head !== undefined && isFree(head) ? fields.slice(0, fields.indexOf(head)) : fields;
  return before.find(({ wanted }) => wanted.kind === "number");
}

/** First required field that an entry lacks. */
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

/** A model's entries with their defaults; undefined if one is invalid or has an unfitting value. */
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
