// Function library: the functions of expressions. Every function is total: arguments that do not fit give null, and
// none reaches the host.

import { dateParts, timeParts } from "../../value/date-parts.ts";
import { isOpenAt } from "../../value/opening-hours.ts";
import { isValueMap, type Value } from "../../value/value.ts";
import type { ZonedTime } from "../../value/zoned-time.ts";
import type { EvaluationScope, SpokenAs } from "./evaluation-scope.ts";
import { mapped, matching, sliced, sorted, summed, without } from "./list-functions.ts";
import { speak, speakItems } from "./speak-value.ts";

/** Context of a function beside its arguments. */
export interface FunctionContext {
  readonly scope: EvaluationScope;
  /** How the first argument is spoken, if that is known. */
  readonly kind: () => SpokenAs | undefined;
  /** Takes steps from the budget; false if it is used up. */
  readonly spend: (steps: number) => boolean;
  readonly same: (left: Value, right: Value) => boolean;
}

type FunctionBody = (args: readonly Value[], call: FunctionContext) => Value;

export interface FunctionRow {
  readonly argsMin: number;
  readonly argsMax: number;
  readonly run: FunctionBody;
}

/** Arguments of a function without a limit of its own; an expression has no room for more. */
const anyNumber = 1_000;

const rows = {
  // An empty text is not filled: a service without an answer sends one.
  filled: row(1, 1, ([value = null]) => value !== null && value !== ""),
  count: row(1, 1, ([value = null]) => count(value)),
  contains: row(2, 2, ([within = null, value = null], call) => contains(within, value, call)),
  starts_with: row(2, 2, ([text = null, start = null]) => {
    const [whole, part] = [textOf(text), textOf(start)];
    return whole !== null && part !== null && whole.startsWith(part);
  }),
  lower: row(1, 1, ([value = null]) => changed(value, (text) => text.toLowerCase())),
  upper: row(1, 1, ([value = null]) => changed(value, (text) => text.toUpperCase())),
  trim: row(1, 1, ([value = null]) => changed(value, (text) => text.trim())),
  number: row(1, 1, ([value = null]) => numberOf(value)),
  text: row(1, 1, ([value = null]) => textOf(value)),
  round: row(1, 2, ([value = null, decimals = 0]) => round(value, decimals)),
  min: row(1, anyNumber, (args, call) => extreme(args, call, (left, right) => left < right)),
  max: row(1, anyNumber, (args, call) => extreme(args, call, (left, right) => left > right)),
  abs: row(1, 1, ([value = null]) => (typeof value === "number" ? Math.abs(value) : null)),
  first: row(1, 1, ([value = null]) => (Array.isArray(value) ? (value.at(0) ?? null) : null)),
  last: row(1, 1, ([value = null]) => (Array.isArray(value) ? (value.at(-1) ?? null) : null)),
  join: row(1, 2, ([items = null, between = ", "], call) => join(items, between, call)),
  map: row(2, 2, mapped),
  sum: row(1, 3, summed),
  where: row(3, 3, (args, call) => matching(args, call, { keeps: true })),
  without: row(2, 3, without),
  sort: row(1, 3, sorted),
  slice: row(2, 3, sliced),
  today: row(0, 1, ([zone], { scope }) => momentOf(zone, scope)?.date ?? null),
  now: row(0, 1, ([zone], { scope }) => momentOf(zone, scope)?.time ?? null),
  hour: row(0, 1, (args, { scope }) => hour(args[0], scope)),
  weekday: row(0, 1, (args, { scope }) => weekday(args[0], scope)),
  add_days: row(2, 2, ([date = null, days = null]) => addDays(date, days)),
  days_between: row(2, 2, ([from = null, to = null]) => daysBetween(from, to)),
  default: row(2, 2, ([value = null, otherwise = null]) => value ?? otherwise),
  date: row(1, 1, spoken("date")),
  time: row(1, 1, spoken("time")),
  money: row(1, 2, (args, call) => money(args, call)),
  ordinal: row(1, 1, ([value = null], { scope }) =>
    typeof value === "number" ? scope.speaker.ordinal(value) : textOf(value),
  ),
  list: row(1, 2, ([value = null, word = "and"], call) => list(value, word, call)),
  spell: row(1, 1, spoken("code")),
  digits: row(1, 1, spoken("digits")),
  is_open: row(1, 3, ([name = null, date = null, time = null], { scope }) =>
    isOpen(name, { date: date ?? scope.moment.date, time: time ?? scope.moment.time }, scope),
  ),
  // Null as a value: a pause works only as a hole of its own in a spoken text.
  pause: row(1, 1, () => null),
} satisfies Record<string, FunctionRow>;

export type FunctionName = keyof typeof rows;

const table: ReadonlyMap<string, FunctionRow> = new Map(Object.entries(rows));

/** The function of this name, or undefined. */
export function functionRow(name: string): FunctionRow | undefined {
  return table.get(name);
}

export function isFunctionName(name: string): name is FunctionName {
  return table.has(name);
}

export function functionNames(): readonly string[] {
  return [...table.keys()];
}

function row(argsMin: number, argsMax: number, run: FunctionBody): FunctionRow {
  return { argsMin, argsMax, run };
}

/** The canonical text of a scalar; null for everything else. */
export function textOf(value: Value): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

function changed(value: Value, change: (text: string) => string): Value {
  const text = textOf(value);
  return text === null ? null : change(text);
}

/** The number of a list's entries, a text's characters or an object's keys; 0 for null. */
function count(value: Value): Value {
  if (value === null) return 0;
  if (typeof value === "string") return Array.from(value).length;
  if (typeof value !== "object") return null;
  return isValueMap(value) ? Object.keys(value).length : value.length;
}

/** Whether a list has this entry, a text this part, or an object this key; the operator `in` with operands swapped. */
export function contains(within: Value, value: Value, call: Pick<FunctionContext, "same">): boolean {
  if (typeof within === "string") {
    const part = textOf(value);
    return part !== null && within.includes(part);
  }
  if (typeof within !== "object" || within === null) return false;
  if (isValueMap(within)) return typeof value === "string" && Object.hasOwn(within, value);
  return within.some((item) => call.same(item, value));
}

/** Reads digits with an optional sign and decimal point and nothing else: "12 people" is not a number. */
function numberOf(value: Value): Value {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return null;
  const text = value.trim();
  const isNumber = text.length <= 40 && /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text);
  return isNumber ? finite(Number(text)) : null;
}

/** Rounds half away from zero, as people expect; `decimals` is 0 to 10. */
function round(value: Value, decimals: Value): Value {
  if (typeof value !== "number" || typeof decimals !== "number") return null;
  const places = Math.max(0, Math.min(10, Math.trunc(decimals)));
  const size = Math.abs(value);
  // Shifting the decimal exponent is exact where multiplying is not: 1.005 * 100 is 100.49999999999999.
  const shifted = size < 1e-6 || size >= 1e15 ? size * 10 ** places : Number(`${size}e${places}`);
  const rounded = Math.round(shifted) / 10 ** places;
  return finite(value < 0 ? -rounded : rounded);
}

/** The minimum or maximum of numbers, or of texts (dates and times are texts); null if anything else is among them. */
function extreme(
  args: readonly Value[],
  call: FunctionContext,
  wins: (left: number | string, right: number | string) => boolean,
): Value {
  const [only] = args;
  const values = args.length === 1 && Array.isArray(only) ? only : args;
  if (!call.spend(values.length)) return null;
  let best: number | string | undefined;
  for (const value of values) {
    if (typeof value !== "number" && typeof value !== "string") return null;
    if (best !== undefined && typeof best !== typeof value) return null;
    if (best === undefined || wins(value, best)) best = value;
  }
  return best ?? null;
}

/** Joins the items; values without a text form are left out. */
function join(items: Value, between: Value, call: FunctionContext): Value {
  const gap = textOf(between);
  if (!Array.isArray(items) || gap === null) return null;
  let joined = "";
  let isFirst = true;
  for (const item of items) {
    const text = textOf(item);
    if (text === null) continue;
    joined += isFirst ? text : gap + text;
    isFirst = false;
    if (!call.spend(1 + (gap.length + text.length) / 16)) return null;
  }
  return joined;
}

/** The moment in the named zone, else in the flow's zone. */
function momentOf(zone: Value | undefined, scope: EvaluationScope): ZonedTime | undefined {
  if (zone === undefined) return scope.moment;
  return typeof zone === "string" ? scope.momentIn(zone) : undefined;
}

function hour(time: Value | undefined, scope: EvaluationScope): Value {
  if (time === undefined) return scope.moment.hour;
  return typeof time === "string" ? (timeParts(time)?.hour ?? null) : null;
}

/** 1 for Monday to 7 for Sunday. */
function weekday(date: Value | undefined, scope: EvaluationScope): Value {
  if (date === undefined) return scope.moment.weekday;
  const day = typeof date === "string" ? dateParts(date)?.weekday : undefined;
  return day === undefined ? null : day === 0 ? 7 : day;
}

const dayMs = 86_400_000;

function dayNumber(date: Value): number | undefined {
  const parts = typeof date === "string" ? dateParts(date) : undefined;
  // Date.UTC maps the years 0 to 99 to 1900 to 1999 (ECMA-262, "MakeFullYear").
  if (parts === undefined || parts.year < 1000) return undefined;
  return Date.UTC(parts.year, parts.month - 1, parts.day) / dayMs;
}

/** Whole days only; null beyond the years 1000 to 9999. */
function addDays(date: Value, days: Value): Value {
  const day = dayNumber(date);
  if (day === undefined || typeof days !== "number" || !Number.isInteger(days)) return null;
  const moved = new Date((day + days) * dayMs);
  const year = moved.getUTCFullYear();
  return year >= 1000 && year <= 9999 ? moved.toISOString().slice(0, 10) : null;
}

function daysBetween(from: Value, to: Value): Value {
  const [first, last] = [dayNumber(from), dayNumber(to)];
  return first === undefined || last === undefined ? null : last - first;
}

/** Null for hours that the flow does not have. */
function isOpen(
  name: Value,
  { date, time }: { readonly date: Value; readonly time: Value },
  { hours }: EvaluationScope,
): Value {
  const named = typeof name === "string" ? hours?.get(name) : undefined;
  if (named === undefined || typeof date !== "string" || typeof time !== "string") return null;
  return isOpenAt(named, date, time);
}

function spoken(kind: "date" | "time" | "code" | "digits"): FunctionBody {
  return ([value = null], { scope }) => {
    const text = textOf(value);
    return text === null ? null : speak(text, { kind }, scope);
  };
}

/** Speaks an amount in the given currency, else in the variable's own. */
function money([value = null, currency]: readonly Value[], call: FunctionContext): Value {
  if (typeof value !== "number") return textOf(value);
  const named = typeof currency === "string" ? currency : call.kind()?.currency;
  return named === undefined || !/^[A-Z]{3}$/.test(named)
    ? call.scope.speaker.number(value)
    : call.scope.speaker.money(value, named);
}

function list(value: Value, word: Value, call: FunctionContext): Value {
  if (!Array.isArray(value)) return textOf(value);
  if (!call.spend(value.length)) return null;
  const items = speakItems(value, call.kind(), call.scope);
  return call.scope.speaker.list(items, textOf(word) ?? "and");
}

/** Null for NaN and infinity; turns negative zero into 0. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null;
}
