// Evaluator: null values, own properties only, and bounds that no loop can break.

import { describe, expect, test } from "bun:test";
import {
  evaluate,
  EVALUATION_STEPS_MAX,
  evaluateSpoken,
  holds,
} from "../../../../src/flow/language/expression/evaluator.ts";
import { fits, VALUE_BYTES_MAX } from "../../../../src/flow/language/expression/value-size.ts";
import { constantOf, expressionOf } from "../../../../src/flow/language/expression/data-template.ts";
import type { Value } from "../../../../src/flow/value/value.ts";
import { expr, scopeWith, value } from "./world.ts";

const scope = scopeWith({
  n: 4,
  zero: 0,
  half: 0.5,
  name: "Ada",
  empty: "",
  none: null,
  yes: true,
  no: false,
  xs: [1, 2, 3],
  names: ["ada", "grace"],
  day: "2026-11-21",
  at: "19:30",
  order: { size: "large", lines: [{ qty: 2 }, { qty: 1 }], "two words": 1, length: "own" },
  big: "x".repeat(10_000),
  wide: Array.from({ length: 3_000 }, () => "ab"),
});

const run = (text: string): Value => evaluate(expr(text), scope);

describe("evaluation", () => {
  test.each<[string, unknown]>([
    ["n + 1", 5],
    ["n - 1.5", 2.5],
    ["n * 2", 8],
    ["n / 8", 0.5],
    ["n % 3", 1],
    ["-n", -4],
    ["0.1 + 0.2", 0.3],
    ["0.1 + 0.2 == 0.3", true],
    ["1.1 * 3", 3.3],
    ["10 / 3 * 3", 10],
    ["0.3 / 0.1", 3],
    ["1 / 3 + 1 / 3 == 2 / 3", true],
    ["name + ' L.'", "Ada L."],
    ["xs + [4]", [1, 2, 3, 4]],
    ["n == 4", true],
    ["n != 4", false],
    ["name == 'ada'", false],
    ["xs == [1, 2, 3]", true],
    ["xs == [1, 2]", false],
    ["order.lines == order.lines[0]", false],
    ["order.lines[0] == order.lines[1]", false],
    ["order == order", true],
    ["n < 5 and n >= 4", true],
    ["day < '2026-12-01'", true],
    ["at >= '19:31'", false],
    ["2 in xs", true],
    ["'2' in xs", false],
    ["'da' in name", true],
    ["'size' in order", true],
    ["5 not in xs", true],
    ["[1] in [[1], 2]", true],
    ["yes and no", false],
    ["yes or no", true],
    ["not no", true],
    ["n ?? 1", 4],
    ["none ?? 1", 1],
    ["none ?? none", null],
    ["empty ?? 1", ""],
    ["'a' if yes else 'b'", "a"],
    ["'a' if no else 'b'", "b"],
    ["order.size", "large"],
    ["order['two words']", 1],
    ["order.length", "own"],
    ["order.lines[0].qty", 2],
    ["order.lines[-1].qty", 1],
    ["xs[0]", 1],
    ["xs[-3]", 1],
    ["[n, name]", [4, "Ada"]],
  ])("%s", (text, expected) => {
    expect(run(text)).toEqual(value(expected));
  });

  test("a structure of the document is evaluated part by part", () => {
    const { tree } = expressionOf({ size: "order.size", qty: "n * 2", one: 1, list: ["name", "none"] });
    expect(tree && evaluate(tree, scope)).toEqual(
      value({ size: "large", qty: 8, one: 1, list: ["Ada", null] }),
    );
  });

  test("plain data is not read as expressions", () => {
    expect(evaluate(constantOf(["n", "{{ n }}"]), scope)).toEqual(["n", "{{ n }}"]);
  });
});

describe("null and arguments that do not fit", () => {
  test.each<[string, unknown]>([
    ["missing", null],
    ["missing.field.of", null],
    ["none[0]", null],
    ["n.field", null],
    ["name.length", null],
    ["name[0]", null],
    ["xs.length", null],
    ["xs['length']", null],
    ["xs[3]", null],
    ["xs[-4]", null],
    ["xs[0.5]", null],
    ["xs['0']", null],
    ["xs[none]", null],
    ["order[0]", null],
    ["none + 1", null],
    ["1 + none", null],
    ["none + 'a'", null],
    ["xs + none", null],
    ["n + name", null],
    ["name + n", null],
    ["xs + n", null],
    ["-none", null],
    ["-name", null],
    ["none * 2", null],
    ["n / 0", null],
    ["n % 0", null],
    ["zero / zero", null],
    [`${"9".repeat(15)} ${"* 999999999999999 ".repeat(30)}`, null],
    ["none < 1", false],
    ["none >= none", false],
    ["none == none", true],
    ["none == missing", true],
    ["none != 1", true],
    ["n < name", false],
    ["yes < 2", false],
    ["xs < xs", false],
    ["'4' == n", false],
    ["1 in none", false],
    ["1 not in none", true],
    ["none in xs", false],
    ["none in [none]", true],
    ["none in name", false],
    ["n in n", false],
    ["name and yes", false],
    ["n or no", false],
    ["not name", true],
    ["not none", true],
    ["'a' if n else 'b'", "b"],
    ["'a' if none else 'b'", "b"],
    ["unknown_function(1)", null],
    ["today(1)", null],
    ["contains(xs)", null],
  ])("%s", (text, expected) => {
    expect(run(text)).toEqual(expected as Value);
  });

  test("only true counts as true", () => {
    expect(["yes", "n == 4", "not none"].map((text) => holds(expr(text), scope))).toEqual([true, true, true]);
    expect(["n", "name", "xs", "none", "1"].map((text) => holds(expr(text), scope))).toEqual(
      Array.from({ length: 5 }, () => false),
    );
  });

  test("no result is a negative zero", () => {
    for (const text of ["-zero", "zero * -1", "round(-0.4)", "0 % -4", "-(0)"])
      expect(Object.is(run(text), 0)).toBe(true);
  });
});

const hostNames = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "__lookupGetter__",
  "globalThis",
  "window",
  "process",
  "Bun",
  "eval",
  "Function",
  "arguments",
  "this",
  "then",
  "at",
  "map",
  "push",
  "caller",
];

describe("the host cannot be reached", () => {
  test.each(hostNames)("%s", (name) => {
    const host = scopeWith({ n: 1, text: "a", list: [1], dict: { a: 1 } });
    const texts = [
      name,
      `${name}()`,
      `${name}('a')`,
      ...["n", "text", "list", "dict", "true", "null", "[]", "'a'", "1", "today()"].flatMap((owner) => [
        `(${owner}).${name}`,
        `(${owner})['${name}']`,
        `(${owner}).${name}.constructor`,
        `(${owner}).${name}[0]`,
      ]),
      `'${name}' in dict`,
    ];
    for (const text of texts) expect([null, false]).toContain(evaluate(expr(text), host) as null);
  });

  test("such names are ordinary where the flow itself has them", () => {
    const own = scopeWith({ constructor: 1, map: JSON.parse('{"__proto__": {"a": 2}, "toString": 3}') });
    expect(evaluate(expr("constructor"), own)).toBe(1);
    expect(evaluate(expr("map.__proto__.a"), own)).toBe(2);
    expect(evaluate(expr("map.toString"), own)).toBe(3);
    const { tree } = expressionOf(new Map([["__proto__", "'own'"]]));
    const made = tree && evaluate(tree, own);
    expect(JSON.stringify(made)).toBe('{"__proto__":"own"}');
    expect(({} as Record<string, unknown>).own).toBeUndefined();
  });
});

describe("bounds", () => {
  test("a value that no variable could hold is null", () => {
    expect(run("big + 'y'")).toBe(`${"x".repeat(10_000)}y`);
    expect(run("big + big")).toBeNull();
    expect(run("wide + wide")).toBeNull();
    expect(run("[big, big]")).toBeNull();
    expect(run("join(wide, big)")).toBeNull();
    expect(run("(big + big) ?? 'small'")).toBe("small");
    const { tree } = expressionOf({ a: "big", b: "big" });
    expect(tree && evaluate(tree, scope)).toBeNull();
  });

  test("a size is the length of its JSON in UTF-8, to the byte", () => {
    const samples: unknown[] = [
      "",
      "a",
      "é",
      "€",
      "🙂",
      '"\\',
      "\n\t\u0001\u007f",
      [1, [null, true]],
      { a: 1.5, é: [] },
    ];
    for (const sample of samples) {
      const bytes = new TextEncoder().encode(JSON.stringify(sample)).length;
      // Filler makes the value exactly as large as the limit, and one larger.
      const filler = (length: number): Value => value([sample, "x".repeat(length)]);
      const room = VALUE_BYTES_MAX - bytes - '[,""]'.length;
      const exact = typeof sample === "object" ? 16 : 1;
      expect(fits(filler(room - exact))).toBe(true);
      expect(fits(filler(room + 1))).toBe(false);
    }
    expect(fits("é".repeat(8_191))).toBe(true);
    expect(fits("é".repeat(8_192))).toBe(false);
  });

  test("a value is at most 32 lists deep", () => {
    let deep: Value = 1;
    for (let level = 0; level < 32; level += 1) deep = [deep];
    expect(fits(deep)).toBe(true);
    expect(fits([deep])).toBe(false);
    expect(evaluate(expr("[deep]"), scopeWith({ deep }))).toBeNull();
  });

  test("an evaluation with too many steps is null", () => {
    const many = Array.from({ length: 3_000 }, (_, at) => at);
    const busy = scopeWith({ many, same: many });
    const once = "many == same";
    const often = Array.from({ length: 40 }, () => once).join(" and ");
    expect(evaluate(expr(once), busy)).toBe(true);
    expect(3_000 * 40).toBeGreaterThan(EVALUATION_STEPS_MAX);
    expect(evaluate(expr(often), busy)).toBeNull();
  });
});

describe("how a value is spoken follows it", () => {
  const kinds = {
    day: { kind: "date" },
    other: { kind: "date" },
    price: { kind: "money", currency: "EUR" },
    times: { kind: "list", of: "time" },
    who: { kind: "name" },
  } as const;
  const spoken = scopeWith(
    { day: null, other: "2026-11-21", price: 5, n: 2, times: ["18:00"], who: "Ada", yes: true },
    kinds,
  );

  test.each<[string, string | undefined, string | undefined]>([
    ["other", "date", undefined],
    ["day ?? other", "date", undefined],
    ["who if yes else other", "name", undefined],
    ["other if yes else who", "date", undefined],
    ["price * n", "money", "EUR"],
    ["n * price", "money", "EUR"],
    ["-price", "money", "EUR"],
    ["round(price)", "money", "EUR"],
    ["max(price, n)", "money", "EUR"],
    ["times[0]", "time", undefined],
    ["first(times)", "time", undefined],
    ["min(times)", "time", undefined],
    ["times + ['19:00']", "list", undefined],
    ["default(day, other)", "date", undefined],
    ["today()", "date", undefined],
    ["add_days(today(), 1)", "date", undefined],
    ["now()", "time", undefined],
    ["day", undefined, undefined],
    ["n", undefined, undefined],
    ["upper(who)", undefined, undefined],
    ["price == 5", undefined, undefined],
  ])("%s", (text, kind, currency) => {
    const { as } = evaluateSpoken(expr(text), spoken);
    expect<unknown>([as?.kind, as?.currency]).toEqual([kind, currency]);
  });
});
