// Value types: what a variable of a flow can hold, and the kinds by which checker and matchers know it.

/** Plain data, as JSON has it. Maps are made by `valueMap`, so that no key can reach a prototype. */
export type Value = null | boolean | number | string | readonly Value[] | ValueMap;

export interface ValueMap {
  readonly [key: string]: Value;
}

export function isValueMap(value: Value): value is ValueMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A map without a prototype: `__proto__` is a key like any other in it. */
export function valueMap(entries: Iterable<readonly [string, Value]>): ValueMap {
  const map: Record<string, Value> = Object.create(null);
  for (const [key, value] of entries) map[key] = value;
  return map;
}

/** The types that a question can ask for. */
export const askable = [
  "boolean",
  "number",
  "money",
  "digits",
  "code",
  "date",
  "time",
  "phone",
  "email",
  "name",
  "choice",
  "text",
] as const;

export type AskableKind = (typeof askable)[number];

/** The types of variables. `date` is `2026-11-21`, `time` is `19:30`, `phone` is E.164, all as text. */
export type Kind = AskableKind | "list" | "object" | "audio";
