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
    explanation: "Whether x has a value; an empty text has none.",
    example: ["filled('Ada')", "true"],
  },
  count: {
    form: "count(x)",
    explanation: "How many entries a list has, characters a text, fields an object. Nothing has 0.",
    example: ["count(['a', 'b'])", "2"],
  },
  contains: {
    form: "contains(x, y)",
    explanation:
      "Whether y is an entry of the list, a part of the text or a field of the object x. In a text a number is searched for as written.",
    example: ["contains('sales team', 'sales')", "true"],
  },
  starts_with: {
    form: "starts_with(x, y)",
    explanation: "Whether the text x begins with y.",
    example: ["starts_with('+33140', '+33')", "true"],
  },
  lower: { form: "lower(x)", explanation: "In small letters.", example: ["lower('Ada')", '"ada"'] },
  upper: { form: "upper(x)", explanation: "In capital letters.", example: ["upper('k7')", '"K7"'] },
  trim: { form: "trim(x)", explanation: "Without blanks around it.", example: ["trim(' Ada ')", '"Ada"'] },
  number: {
    form: "number(x)",
    explanation: "A text of digits as a number; empty if it is none.",
    example: ["number('12.5')", "12.5"],
  },
  text: { form: "text(x)", explanation: "A number, true or false as a text.", example: ["text(4)", '"4"'] },
  round: {
    form: "round(x, [decimals])",
    explanation: "To whole numbers or to so many decimals; halves go away from zero.",
    example: ["round(2.345, 2)", "2.35"],
  },
  min: {
    form: "min(x, y, …)",
    explanation: "The least of numbers, dates or times, or of a list of them.",
    example: ["min(3, 1, 2)", "1"],
  },
  max: {
    form: "max(x, y, …)",
    explanation: "The greatest of numbers, dates or times, or of a list of them.",
    example: ["max(['18:00', '21:00'])", '"21:00"'],
  },
  abs: { form: "abs(x)", explanation: "Without its sign.", example: ["abs(-4)", "4"] },
  first: { form: "first(x)", explanation: "The first entry of a list.", example: ["first([1, 2])", "1"] },
  last: { form: "last(x)", explanation: "The last entry of a list.", example: ["last([1, 2])", "2"] },
  join: {
    form: "join(x, [between])",
    explanation: "The entries of a list as one text, with ', ' between them or what you give.",
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
    explanation: "The entries that differ from that value, or whose field does.",
    example: ["without([1, 2, 3], 2)", "[1,3]"],
  },
  sort: {
    form: "sort(x, [field], ['down'])",
    explanation: "The entries in order, of themselves or of a field; with 'down' the greatest first.",
    example: ["sort([3, 1, 2])", "[1,2,3]"],
  },
  slice: {
    form: "slice(x, from, [to])",
    explanation:
      "The entries from one place up to another, without the last. Counts from 0, or from the end with -1.",
    example: ["slice(['a', 'b', 'c'], 0, 2)", '["a","b"]'],
  },
  today: {
    form: "today([zone])",
    explanation: "The date in the flow's timezone, or in the IANA zone that you give.",
    example: ["today()", '"2026-11-20"'],
  },
  now: {
    form: "now([zone])",
    explanation: "The time in the flow's timezone, or in the given IANA zone. An unknown zone has none.",
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
    explanation: "The date n days later, or earlier when n is negative.",
    example: ["add_days('2026-11-30', 1)", '"2026-12-01"'],
  },
  days_between: {
    form: "days_between(from, to)",
    explanation: "How many days from one date to another.",
    example: ["days_between(today(), '2026-11-23')", "3"],
  },
  default: {
    form: "default(x, y)",
    explanation: "x, or y when there is no x. The same as x ?? y.",
    example: ["default(null, 'none')", '"none"'],
  },
  date: {
    form: "date(x)",
    explanation: "A date in spoken form. Variables of that type are spoken so by themselves.",
    example: ["date('2026-11-21')", '"Saturday, November 21st"'],
  },
  time: {
    form: "time(x)",
    explanation: "A time in spoken form. Variables of that type are spoken so by themselves.",
    example: ["time('19:30')", '"7:30 p.m."'],
  },
  money: {
    form: "money(x, [currency])",
    explanation: "An amount in spoken form, in the variable's own currency or in the given one.",
    example: ["money(5, 'EUR')", '"5 euros"'],
  },
  ordinal: {
    form: "ordinal(x)",
    explanation: "A number as a place in a row.",
    example: ["ordinal(3)", '"3rd"'],
  },
  list: {
    form: "list(x, [word])",
    explanation: "A list in spoken form, with 'and' or 'or' in the spoken language.",
    example: ["list(['soup', 'salad'], 'or')", '"soup or salad"'],
  },
  spell: { form: "spell(x)", explanation: "Letter by letter.", example: ["spell('K7')", '"K, 7"'] },
  digits: {
    form: "digits(x)",
    explanation: "Digit by digit, in groups.",
    example: ["digits('123456')", '"1 2 3, 4 5 6"'],
  },
  is_open: {
    form: "is_open(name, [date], [time])",
    explanation: "Whether the hours of that name are open, now or then.",
    example: ["is_open('office')", "true"],
  },
  pause: {
    form: "pause(duration)",
    explanation: "Silence of 50ms to 10s, between the words of a spoken text. It has no value.",
    example: ["pause('500ms')", "null"],
  },
};
