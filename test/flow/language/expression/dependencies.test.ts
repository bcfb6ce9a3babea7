// Dependency analysis: reads of an expression, possibly empty reads, and proofs by a condition.

import { describe, expect, test } from "bun:test";
import {
  emptyReads,
  namesIn,
  narrows,
  usesClock,
} from "../../../../src/flow/language/expression/dependencies.ts";
import { expressionOf } from "../../../../src/flow/language/expression/data-template.ts";
import { expr } from "./world.ts";

const sorted = (names: ReadonlySet<string>): string => [...names].toSorted().join(" ");

test("all names count as read, also those in conditions", () => {
  expect(sorted(namesIn(expr("a.x if b > c[d] else upper(e) ?? [f, -g]")))).toBe("a b c d e f g");
});

describe("values that may be empty where they are read", () => {
  /** A star marks a value that the expression computes with, instead of only passing it on. */
  test.each([
    ["a", "a"],
    ["a.b", "a*"],
    ["a + 1", "a*"],
    ["-a", "a*"],
    ["upper(a)", "a*"],
    ["list(a, b)", "a* b*"],
    ["[a, 1]", "a"],
    ["xs[i]", "i* xs*"],
    ["a ?? 'x'", ""],
    ["a ?? b", "b"],
    ["(a + 1) ?? 0", ""],
    ["default(a, b)", "b*"],
    ["filled(a)", ""],
    ["count(a)", ""],
    ["contains(a, b)", ""],
    ["a == 1", ""],
    ["a + 1 > 2", ""],
    ["a and b", ""],
    ["not a", ""],
    ["a if c else b", "a b"],
    ["a if filled(a) else b", "b"],
    ["b if a == null else a", "b"],
    ["a + b if filled(a) and b != null else 0", ""],
    ["a + b if filled(a) or b != null else 0", "a* b*"],
    ["known + 1", ""],
  ])("%s: %s", (text, expected) => {
    const found = emptyReads(expr(text), new Set(["known"]));
    const names = found.map(({ name, isUsed }) => `${name}${isUsed ? "*" : ""}`);
    expect(names.toSorted().join(" ")).toBe(expected);
    for (const { name, from, to } of found) expect(text.slice(from, to)).toBe(name);
  });

  test("in a structure the finding has its path", () => {
    const { tree } = expressionOf({ a: "x", b: ["y + 1", "1"] });
    expect(tree && emptyReads(tree, new Set())).toEqual([
      { name: "x", from: 0, to: 1, path: ["a"], isUsed: false },
      { name: "y", from: 0, to: 1, path: ["b", 0], isUsed: true },
    ]);
  });
});

describe("values known to be filled after a condition", () => {
  test.each([
    ["filled(a)", "a", ""],
    ["not filled(a)", "", "a"],
    ["a != null", "a", ""],
    ["null != a", "a", ""],
    ["a == null", "", "a"],
    ["a == 1", "a", ""],
    ["1 == a", "a", ""],
    ["a != 1", "", "a"],
    ["a == b", "", ""],
    ["a > 1", "a", ""],
    ["a > b", "a b", ""],
    ["not (a > 1)", "", "a"],
    ["a", "a", ""],
    ["not a", "", "a"],
    ["a and b", "a b", ""],
    ["a or b", "", ""],
    ["a or a", "a", ""],
    ["a == null or b == null", "", "a b"],
    ["a == null and b == null", "", ""],
    ["filled(a) and b == 2", "a b", ""],
    ["a in [1, 2]", "a", ""],
    ["a in [1, null]", "", ""],
    ["a not in [1, 2]", "", "a"],
    ["1 in a", "a", ""],
    ["contains(a, 1)", "a", ""],
    ["starts_with(a, 'x')", "a", ""],
    ["count(a) > 0", "a", ""],
    ["count(a) >= 1", "a", ""],
    ["0 < count(a)", "a", ""],
    ["count(a) >= 0", "", ""],
    ["count(a) < 3", "", ""],
    ["count(a) > -1", "", ""],
    ["a + 1 > b * 2", "a b", ""],
    ["(a ?? 0) > 1", "", ""],
    ["a.x == 'y'", "a", ""],
    ["upper(a) == 'X'", "a", ""],
    ["today() > a", "a", ""],
    ["filled(a.x)", "a", ""],
    ["true", "", ""],
  ])("%s: %s, else %s", (text, whenTrue, whenFalse) => {
    const narrowing = narrows(expr(text));
    expect([sorted(narrowing.whenTrue), sorted(narrowing.whenFalse)]).toEqual([whenTrue, whenFalse]);
  });
});

test.each([
  ["today()", true],
  ["1 if hour() > 9 else 2", true],
  ["[add_days(today(), 1)]", true],
  ["weekday()", true],
  ["now()", true],
  ["now('Asia/Tokyo')", false],
  ["hour(at)", false],
  ["weekday(day)", false],
  ["today", false],
])("%s asks the clock: %p", (text, expected) => {
  expect(usesClock(expr(text))).toBe(expected);
});
