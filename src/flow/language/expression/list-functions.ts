// List functions: functions on the entries of a list, and on one field of each. All are total: unsuitable
// arguments give null.

import { isValueMap, type Value, type ValueMap } from "../../value/value.ts";

type Args = readonly Value[];

interface Call {
  /** Takes steps from the budget; false if it is used up. */
  readonly spend: (steps: number) => boolean;
  readonly same: (left: Value, right: Value) => boolean;
}

/** The entry's own field; null where there is none. */
function fieldOf(entry: Value, name: Value): Value {
  return typeof name === "string" &&
    entry !== null &&
    typeof entry === "object" &&
    isValueMap(entry) &&
    Object.hasOwn(entry, name)
    ? (entry[name] ?? null)
    : null;
}

/** The entries, if the budget covers a walk through them. */
function entriesOf(list: Value | undefined, call: Call): readonly Value[] | undefined {
  return Array.isArray(list) && call.spend(list.length) ? list : undefined;
}

/** `map(list, 'field')`: that field of each entry. */
export function mapped([list, name = null]: Args, call: Call): Value {
  const entries = entriesOf(list, call);
  return entries === undefined || typeof name !== "string"
    ? null
    : entries.map((entry) => fieldOf(entry, name));
}

/**
 * `sum(list)`, `sum(list, 'field')`, `sum(list, 'count', 'price')`: of numbers, of a field, or of the products of fields.
 * Entries without one of the fields count nothing.
 */
export function summed([list, ...names]: Args, call: Call): Value {
  const entries = entriesOf(list, call);
  if (entries === undefined) return null;
  let sum = 0;
  for (const entry of entries) {
    const factors = names.length === 0 ? [entry] : names.map((name) => fieldOf(entry, name));
    if (factors.includes(null)) continue;
    let product = 1;
    for (const factor of factors) {
      if (typeof factor !== "number") return null;
      product *= factor;
    }
    sum += product;
  }
  return Number.isFinite(sum) ? Number(sum.toPrecision(15)) : null;
}

/** `where(list, 'field', value)`: the entries that have it; `keeps: false` the others. */
export function matching(
  [list, name = null, value = null]: Args,
  call: Call,
  { keeps }: { readonly keeps: boolean },
): Value {
  const entries = entriesOf(list, call);
  if (entries === undefined || typeof name !== "string") return null;
  return entries.filter((entry) => call.same(fieldOf(entry, name), value) === keeps);
}

/** `without(list, value)`, `without(list, 'field', value)`. */
export function without(args: Args, call: Call): Value {
  if (args.length > 2) return matching(args, call, { keeps: false });
  const [list, value = null] = args;
  return entriesOf(list, call)?.filter((entry) => !call.same(entry, value)) ?? null;
}

/** `sort(list)`, `sort(list, 'field')`, `sort(list, 'field', 'down')`: numbers or texts; empty ones come last. */
export function sorted([list, name = null, direction = "up"]: Args, call: Call): Value {
  const entries = entriesOf(list, call);
  const isPaid = entries !== undefined && call.spend(entries.length * 8);
  if (!isPaid || (name !== null && typeof name !== "string")) return null;
  const keyed = entries.map((entry) => ({ entry, key: name === null ? entry : fieldOf(entry, name) }));
  const filled = keyed.filter(({ key }) => key !== null);
  const kinds = new Set(filled.map(({ key }) => typeof key));
  if (kinds.size > 1 || kinds.has("object")) return null;
  const sign = direction === "down" ? -1 : 1;
  const ordered = filled.toSorted((a, b) => {
    if (typeof a.key === "number") return sign * (a.key - Number(b.key));
    return a.key === b.key ? 0 : sign * (isBefore(a.key, b.key) ? -1 : 1);
  });
  return [...ordered, ...keyed.filter(({ key }) => key === null)].map(({ entry }) => entry);
}

/** By code units, like the operators; false comes before true. */
const isBefore = (left: Value, right: Value): boolean =>
  typeof left === "string" && typeof right === "string" ? left < right : left === false;

/** `slice(list, from, [to])`: counts from 0, negative numbers from the end; `to` is excluded. */
export function sliced([list, from = null, to]: Args, call: Call): Value {
  const entries = entriesOf(list, call);
  const isNumber = (place: Value | undefined): boolean => place === undefined || Number.isInteger(place);
  if (entries === undefined || !Number.isInteger(from) || !isNumber(to ?? undefined)) return null;
  return entries.slice(Number(from), to === undefined || to === null ? undefined : Number(to));
}

/** Spoken name of an entry of data: its label. */
export const labelOf = (entry: ValueMap): string => {
  const label = fieldOf(entry, "label");
  return typeof label === "string" ? label : "";
};
