// Function manual: the effect of each function, for the reference page. The tests run its examples.

import type { FunctionName } from "./functions.ts";

export interface FunctionManual {
  /** The function with its arguments; parameters in `[ ]` are optional. */
  readonly form: string;
  readonly explanation: string;
  /**
   * An expression and its value on Friday, 20 November 2026 at 12:30, spoken in English, where `order` is
   * `exampleOrder`.
   */
  readonly example: readonly [expression: string, result: string];
}

/** @internal The list of the examples: two colas for 3 and a tea for 4. */
export const exampleOrder = [
  { kind: "cola", count: 2, price: 3 },
  { kind: "tea", count: 1, price: 4 },
] as const;

/** Each function can also be used as a filter in `{{ }}`; its first argument then stands before the `|`. */
export const functionManual: Readonly<Record<FunctionName, FunctionManual>> = {
  filled: {
    form: "filled(x)",
    explanation: "Whether x has a value. An empty text counts as no value.",
    example: ["filled('Ada')", "true"],
  },
  count: {
    form: "count(x)",
    explanation: "Number of entries of a list, characters of a text, or fields of an object. 0 for null.",
    example: ["count(['a', 'b'])", "2"],
  },
  contains: {
    form: "contains(x, y)",
    explanation:
      "Whether the list x has the entry y, the text x contains y, or the object x has the field y. In a text, a number is searched for as written.",
    example: ["contains('sales team', 'sales')", "true"],
  },
  starts_with: {
    form: "starts_with(x, y)",
    explanation: "Whether the text x starts with y.",
    example: ["starts_with('+33140', '+33')", "true"],
  },
  lower: { form: "lower(x)", explanation: "The text in lower case.", example: ["lower('Ada')", '"ada"'] },
  upper: { form: "upper(x)", explanation: "The text in upper case.", example: ["upper('k7')", '"K7"'] },
  trim: {
    form: "trim(x)",
    explanation: "The text without leading and trailing spaces.",
    example: ["trim(' Ada ')", '"Ada"'],
  },
  number: {
    form: "number(x)",
    explanation: "The text as a number; null if it is not a number.",
    example: ["number('12.5')", "12.5"],
  },
  text: { form: "text(x)", explanation: "The number or boolean as a text.", example: ["text(4)", '"4"'] },
  round: {
    form: "round(x, [decimals])",
    explanation:
      "The number rounded to an integer or to the given decimals. Halves are rounded away from zero.",
    example: ["round(2.345, 2)", "2.35"],
  },
  min: {
    form: "min(x, y, …)",
    explanation: "The smallest of numbers, dates or times, or of a list of them.",
    example: ["min(3, 1, 2)", "1"],
  },
  max: {
    form: "max(x, y, …)",
    explanation: "The largest of numbers, dates or times, or of a list of them.",
    example: ["max(['18:00', '21:00'])", '"21:00"'],
  },
  abs: { form: "abs(x)", explanation: "The absolute value.", example: ["abs(-4)", "4"] },
  first: { form: "first(x)", explanation: "The first entry of a list.", example: ["first([1, 2])", "1"] },
  last: { form: "last(x)", explanation: "The last entry of a list.", example: ["last([1, 2])", "2"] },
  join: {
    form: "join(x, [between])",
    explanation: "The entries of a list as one text, separated by ', ' or by the given separator.",
    example: ["join(['a', 'b'], '-')", '"a-b"'],
  },
  map: {
    form: "map(x, field)",
    explanation: "One field of every entry of a list.",
    example: ["map(order, 'kind')", '["cola","tea"]'],
  },
  sum: {
    form: "sum(x, [field], [field])",
    explanation: "The sum of a list of numbers, of a field of its entries, or of the products of two fields.",
    example: ["sum(order, 'count', 'price')", "10"],
  },
  where: {
    form: "where(x, field, value)",
    explanation: "The entries whose field has that value.",
    example: ["count(where(order, 'kind', 'cola'))", "1"],
  },
  without: {
    form: "without(x, [field], value)",
    explanation: "The entries that differ from the value, or whose field differs.",
    example: ["without([1, 2, 3], 2)", "[1,3]"],
  },
  sort: {
    form: "sort(x, [field], ['down'])",
    explanation: "The entries sorted, optionally by a field; with 'down', the largest first.",
    example: ["sort([3, 1, 2])", "[1,2,3]"],
  },
  slice: {
    form: "slice(x, from, [to])",
    explanation:
      "The entries from one index up to, but not including, another. Indexes start at 0; negative ones count from the end.",
    example: ["slice(['a', 'b', 'c'], 0, 2)", '["a","b"]'],
  },
  today: {
    form: "today([zone])",
    explanation: "The current date in the flow's timezone, or in the given IANA time zone.",
    example: ["today()", '"2026-11-20"'],
  },
  now: {
    form: "now([zone])",
    explanation:
      "The current time in the flow's timezone, or in the given IANA time zone. null for an unknown zone.",
    example: ["now('Asia/Tokyo')", '"20:30"'],
  },
  hour: {
    form: "hour([time])",
    explanation: "The hour of a time, or of now: 0 to 23.",
    example: ["hour('19:30')", "19"],
  },
  weekday: {
    form: "weekday([date])",
    explanation: "The weekday of a date, or of today: 1 for Monday to 7 for Sunday.",
    example: ["weekday()", "5"],
  },
  add_days: {
    form: "add_days(date, n)",
    explanation: "The date n days later, or earlier if n is negative.",
    example: ["add_days('2026-11-30', 1)", '"2026-12-01"'],
  },
  days_between: {
    form: "days_between(from, to)",
    explanation: "Number of days from one date to another.",
    example: ["days_between(today(), '2026-11-23')", "3"],
  },
  default: {
    form: "default(x, y)",
    explanation: "x, or y if x is null. The same as x ?? y.",
    example: ["default(null, 'none')", '"none"'],
  },
  date: {
    form: "date(x)",
    explanation: "The date in spoken form. Variables of type date are spoken like this automatically.",
    example: ["date('2026-11-21')", '"Saturday, November 21st"'],
  },
  time: {
    form: "time(x)",
    explanation: "The time in spoken form. Variables of type time are spoken like this automatically.",
    example: ["time('19:30')", '"7:30 p.m."'],
  },
  money: {
    form: "money(x, [currency])",
    explanation: "The amount in spoken form, in the variable's currency or in the given one.",
    example: ["money(5, 'EUR')", '"5 euros"'],
  },
  ordinal: {
    form: "ordinal(x)",
    explanation: "The number as an ordinal.",
    example: ["ordinal(3)", '"3rd"'],
  },
  list: {
    form: "list(x, [word])",
    explanation: "The list in spoken form, with 'and' or 'or' in the spoken language.",
    example: ["list(['soup', 'salad'], 'or')", '"soup or salad"'],
  },
  spell: {
    form: "spell(x)",
    explanation: "The text spelled letter by letter.",
    example: ["spell('K7')", '"K, 7"'],
  },
  digits: {
    form: "digits(x)",
    explanation: "The digits one by one, in groups.",
    example: ["digits('123456')", '"1 2 3, 4 5 6"'],
  },
  is_open: {
    form: "is_open(name, [date], [time])",
    explanation: "Whether the opening hours of that name apply, now or at the given date and time.",
    example: ["is_open('office')", "true"],
  },
  pause: {
    form: "pause(duration)",
    explanation: "Silence of 50ms to 10s in a spoken text. Returns no value.",
    example: ["pause('500ms')", "null"],
  },
};
