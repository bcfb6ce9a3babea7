// Value types: the possible values of a flow's variables, and the kinds by which checker and matchers know them.

/** Plain data as in JSON. Maps must be made by `valueMap`, so that no key can reach a prototype. */
export type Value = null | boolean | number | string | readonly Value[] | ValueMap;

export interface ValueMap {
  readonly [key: string]: Value;
}

export function isValueMap(value: Value): value is ValueMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Makes a map without a prototype, in which `__proto__` is an ordinary key. */
export function valueMap(entries: Iterable<readonly [string, Value]>): ValueMap {
  const map: Record<string, Value> = Object.create(null);
  for (const [key, value] of entries) map[key] = value;
  return map;
}

/** The kinds of values that a question can ask for. */
export const askable = [
  "boolean",
  "number",
  "money",
  "duration",
  "amount",
  "digits",
  "code",
  "date",
  "time",
  "date_range",
  "time_range",
  "phone",
  "email",
  "name",
  "choice",
  "text",
] as const;

/** The kinds that can be recognised among other parts of an entry of a list. */
export const listenable: ReadonlySet<Kind> = new Set([
  "choice",
  "number",
  "money",
  "duration",
  "amount",
  "date",
  "time",
]);

export type AskableKind = (typeof askable)[number];

/**
 * The kinds of variables. As text: `date` as `2026-11-21`, `time` as `19:30`, `phone` in E.164 form, ranges of dates and
 * times as intervals of ISO 8601, `2026-11-21/2026-11-24`. Durations and amounts are numbers of their unit.
 */
export type Kind = AskableKind | "list" | "object" | "audio";
