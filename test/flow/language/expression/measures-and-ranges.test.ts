// Durations, amounts and ranges in expressions: their types, the ends of a range, and the spoken results.

import { describe, expect, test } from "bun:test";
import type { SpokenAs } from "../../../../src/flow/language/expression/evaluation-scope.ts";
import { typeOfKind, wordsFor } from "../../../../src/flow/language/expression/expression-types.ts";
import { MASK, renderSpeech } from "../../../../src/flow/language/expression/template-renderer.ts";
import { typeOf } from "../../../../src/flow/language/expression/type-checker.ts";
import { expr, scopeWith, template } from "./world.ts";

const values = {
  nights: 3,
  price: 12.5,
  stay: "2026-11-21/2026-11-24",
  open: "14:00/16:00",
  secretStay: "2026-11-21/2026-11-24",
};
const kinds: Readonly<Record<string, SpokenAs>> = {
  nights: { kind: "duration", unit: "nights" },
  price: { kind: "money", currency: "EUR" },
  stay: { kind: "date_range" },
  open: { kind: "time_range" },
  secretStay: { kind: "date_range", sensitive: true },
};
const scope = scopeWith(values, kinds);
const types = new Map([
  ...Object.entries(kinds).map(([name, { kind }]) => [name, typeOfKind(kind)] as const),
  ["day", typeOfKind("date")] as const,
]);
const env = { typeOf: (name: string) => types.get(name), names: [...types.keys()] };

test.each([
  ["{{ nights }}", "measure:3 nights"],
  ["{{ nights + 1 }}", "measure:4 nights"],
  ["{{ nights * 2 }}", "number:6"],
  ["{{ nights * price }}", "money:37.5 EUR"],
  ["{{ stay }}", "range:date:2026-11-21 seen on 2026-11-20 date:2026-11-24 seen on 2026-11-20"],
  ["{{ stay.to }}", "date:2026-11-24 seen on 2026-11-20"],
  ["{{ open }}", "range:time:14:00 time:16:00"],
  ["{{ open.from }}", "time:14:00"],
  ["{{ stay.length }}", ""],
])("%s is spoken as %s", (text, spoken) => expect(renderSpeech(template(text), scope).text).toBe(spoken));

test("an end of a sensitive range is as sensitive", () => {
  const { text, logged } = renderSpeech(template("{{ secretStay.from }}"), scope);
  expect({ text, logged }).toEqual({ text: "date:2026-11-21 seen on 2026-11-20", logged: MASK });
});

test.each([
  ["nights + 1", "a number"],
  ["nights * price", "an amount of money"],
  ["stay.from", "a date"],
  ["open.to", "a time"],
  ["days_between(stay.from, stay.to)", "a number"],
])("%s is %s", (text, words) => {
  const { type, findings } = typeOf(expr(text), env);
  expect(findings).toEqual([]);
  expect(wordsFor(type)).toBe(words);
});

describe("what goes together", () => {
  /** Wrong expression, its code and hint, and the right expression. */
  test.each<[string, string, string | undefined, string]>([
    ["stay.end", "VF201", undefined, "stay.to"],
    ["stay + 1", "VF304", "their ends are x.from and x.to", "stay.from"],
    ["stay > day", "VF304", "only numbers, dates and times can be ordered", "stay.to > day"],
    ["stay == open", "VF304", undefined, "stay.from == day"],
    ["stay == 'Monday'", "VF305", "write it as '2026-11-21/2026-11-24'", "stay == '2026-11-21/2026-11-24'"],
    ["open == '14:00'", "VF305", "write it as '14:00/16:00'", "open == '14:00/16:00'"],
  ])("%s is %s", (wrong, code, hint, right) => {
    const [finding, ...others] = typeOf(expr(wrong), env).findings;
    expect([finding?.code, finding?.hint, others]).toEqual([code, hint, []]);
    expect(typeOf(expr(right), env).findings).toEqual([]);
  });
});
