// Function library: results of every function and filter, none of which ever throws.

import { describe, expect, test } from "bun:test";
import { evaluate } from "../../../../src/flow/language/expression/evaluator.ts";
import { functionNames, functionRow } from "../../../../src/flow/language/expression/functions.ts";
import type { Value } from "../../../../src/flow/value/value.ts";
import { expr, scopeWith, value } from "./world.ts";

const scope = scopeWith(
  {
    none: null,
    n: 4,
    name: " Ada ",
    xs: [3, 1, 2],
    words: ["a", "b"],
    mixed: [1, "b", null, true, [2], { a: 1 }],
    order: { a: 1, b: 2 },
    rows: [{ kind: "tea", count: 1, price: 2.5 }, { kind: "cola", count: 2, price: 3 }, { kind: null }],
    day: "2026-11-21",
    at: "19:30",
    price: 12.5,
    prices: [2, 3],
    times: ["18:00", "21:00"],
    yes: true,
  },
  {
    price: { kind: "money", currency: "EUR" },
    prices: { kind: "list", of: "money", currency: "USD" },
    times: { kind: "list", of: "time" },
  },
);

const cases: readonly (readonly [text: string, expected: unknown])[] = [
  ["filled(n)", true],
  ["filled('')", false],
  ["filled(' ')", true],
  ["filled(none)", false],
  ["filled(missing.field)", false],

  ["count(xs)", 3],
  ["count('añ🙂')", 3],
  ["count(order)", 2],
  ["count(none)", 0],
  ["count([])", 0],
  ["count(n)", null],

  ["contains(xs, 1)", true],
  ["contains(xs, '1')", false],
  ["contains('abc', 'bc')", true],
  ["contains('abc', 'BC')", false],
  ["contains('a1', 1)", true],
  ["contains(order, 'a')", true],
  ["contains(none, 1)", false],
  ["contains('abc', none)", false],

  ["starts_with('+49 30', '+49')", true],
  ["starts_with('+49', '+49 30')", false],
  ["starts_with(none, 'a')", false],
  ["starts_with('a', none)", false],
  ["starts_with(41, 4)", true],

  ["map(rows, 'kind')", ["tea", "cola", null]],
  ["map(xs, 'kind')", [null, null, null]],
  ["map(none, 'kind')", null],
  ["sum(xs)", 6],
  ["sum(words)", null],
  ["sum(rows, 'count')", 3],
  ["sum(rows, 'count', 'price')", 8.5],
  ["sum([])", 0],
  ["where(rows, 'kind', 'tea')", [{ kind: "tea", count: 1, price: 2.5 }]],
  ["count(where(rows, 'kind', none))", 1],
  ["without(xs, 1)", [3, 2]],
  ["count(without(rows, 'kind', 'tea'))", 2],
  ["sort(xs)", [1, 2, 3]],
  ["sort(words, none, 'down')", ["b", "a"]],
  ["map(sort(rows, 'price'), 'price')", [2.5, 3, null]],
  ["map(sort(rows, 'price', 'down'), 'price')", [3, 2.5, null]],
  ["sort(mixed)", null],
  ["slice(xs, 1)", [1, 2]],
  ["slice(xs, 0, -1)", [3, 1]],
  ["slice(xs, 'a')", null],

  ["lower('ÄB')", "äb"],
  ["upper('äb')", "ÄB"],
  ["upper(none)", null],
  ["upper(xs)", null],
  ["upper(true)", "TRUE"],
  ["trim(name)", "Ada"],

  ["number('12.5')", 12.5],
  ["number(' -3 ')", -3],
  ["number('+7')", 7],
  ["number(n)", 4],
  ["number('12 people')", null],
  ["number('')", null],
  ["number('1e5')", null],
  ["number('0x10')", null],
  ["number('Infinity')", null],
  ["number(true)", null],
  ["number(none)", null],

  ["text(12.5)", "12.5"],
  ["text(true)", "true"],
  ["text('a')", "a"],
  ["text(none)", null],
  ["text(xs)", null],

  ["round(2.5)", 3],
  ["round(-2.5)", -3],
  ["round(2.4)", 2],
  ["round(1.005, 2)", 1.01],
  ["round(1.25, 1)", 1.3],
  ["round(1234.5, -2)", 1235],
  ["round(1.23456789, 99)", 1.23456789],
  ["round(none)", null],
  ["round('2')", null],
  ["round(2, none)", null],

  ["min(3, 1, 2)", 1],
  ["min(xs)", 1],
  ["max(xs)", 3],
  ["max('2026-11-21', day, '2026-01-01')", "2026-11-21"],
  ["min(times)", "18:00"],
  ["max(1, 'a')", null],
  ["max(1, none)", null],
  ["max([])", null],
  ["max(none)", null],
  ["max(n)", 4],

  ["abs(-4)", 4],
  ["abs('4')", null],

  ["first(xs)", 3],
  ["last(xs)", 2],
  ["first([])", null],
  ["last('abc')", null],

  ["join(words)", "a, b"],
  ["join(words, '-')", "a-b"],
  ["join(mixed, '')", "1btrue"],
  ["join([])", ""],
  ["join('ab')", null],
  ["join(none)", null],

  ["today()", "2026-11-20"],
  ["now()", "12:30"],
  ["now('Asia/Tokyo')", "20:30"],
  ["today('Pacific/Kiritimati')", "2026-11-21"],
  ["weekday(today('Pacific/Kiritimati'))", 6],
  ["hour(now('America/New_York'))", 6],
  ["now('Mars/Olympus')", null],
  ["today(none)", null],
  ["hour()", 12],
  ["hour(at)", 19],
  ["hour('7 p.m.')", null],
  ["hour(none)", null],
  ["weekday()", 5],
  ["weekday(day)", 6],
  ["weekday('2026-11-22')", 7],
  ["weekday('2026-11-23')", 1],
  ["weekday(none)", null],

  ["add_days(day, 1)", "2026-11-22"],
  ["add_days(day, -21)", "2026-10-31"],
  ["add_days('2028-02-28', 1)", "2028-02-29"],
  ["add_days('2026-03-28', 2)", "2026-03-30"],
  ["add_days('2026-02-30', 1)", null],
  ["add_days(day, 0.5)", null],
  ["add_days(day, 9999999)", null],
  ["add_days(day, 99999999999999)", null],
  ["add_days('0050-01-01', 1)", null],
  ["add_days(none, 1)", null],

  ["days_between(today(), day)", 1],
  ["days_between(day, today())", -1],
  ["days_between('2026-03-01', '2026-04-01')", 31],
  ["days_between(day, none)", null],

  ["default(none, 1)", 1],
  ["default(n, 1)", 4],

  ["date(day)", "date:2026-11-21 seen on 2026-11-20"],
  ["date(none)", null],
  ["time(at)", "time:19:30"],
  ["money(price)", "money:12.5 EUR"],
  ["money(price * 2)", "money:25 EUR"],
  ["money(price, 'USD')", "money:12.5 USD"],
  ["money(n)", "number:4"],
  ["money(n, 'nonsense')", "number:4"],
  ["money('soon')", "soon"],
  ["money(none)", null],
  ["ordinal(3)", "ordinal:3"],
  ["ordinal('third')", "third"],
  ["ordinal(none)", null],
  ["list(words)", "a and b"],
  ["list(words, 'or')", "a or b"],
  ["list(times, 'or')", "time:18:00 or time:21:00"],
  ["list(prices)", "money:2 USD and money:3 USD"],
  ["list([1, none, 2])", "number:1 and number:2"],
  ["list('one')", "one"],
  ["list(none)", null],
  ["spell('K7')", "spell:K7"],
  ["spell(7)", "spell:7"],
  ["spell(none)", null],
  ["digits('123456')", "digits:123456"],
  ["digits(123456)", "digits:123456"],
  ["digits(none)", null],

  ["pause('500ms')", null],

  ["is_open('office')", true],
  ["is_open('office', day)", false],
  ["is_open('office', '2026-11-23', '17:00')", false],
  ["is_open('office', '2026-12-25', '12:00')", false],
  ["is_open('office', none, '08:59')", false],
  ["is_open('shop')", null],
  ["is_open(none)", null],
];

test.each(cases)("%s", (text, expected) => {
  expect(evaluate(expr(text), scope)).toEqual(value(expected));
});

test("there is a case for every function", () => {
  const untested = functionNames().filter((name) => !cases.some(([text]) => text.startsWith(`${name}(`)));
  expect(untested).toEqual([]);
});

describe("every function with every kind of argument", () => {
  const odd = [
    "none",
    "n",
    "name",
    "xs",
    "mixed",
    "order",
    "yes",
    "''",
    "-1",
    "0.5",
    "[]",
    "[[]]",
    "9007199254740991",
  ];

  test.each(functionNames())("%s is total", (name) => {
    const most = Math.min(functionRow(name)?.argsMax ?? 0, 3);
    const combinations = Array.from({ length: most }).reduce<string[][]>(
      (sofar) => [...sofar, ...sofar.flatMap((args) => odd.map((arg) => [...args, arg]))].slice(0, 3_000),
      [[]],
    );
    for (const args of combinations) {
      const result: Value = evaluate(expr(`${name}(${args.join(", ")})`), scope);
      expect(result === undefined || (typeof result === "number" && !Number.isFinite(result))).toBe(false);
    }
  });
});
