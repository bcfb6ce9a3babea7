// Parser: trees of expressions and templates, and the messages for syntax errors.

import { describe, expect, test } from "bun:test";
import { parseExpression } from "../../../../src/flow/language/expression/parser.ts";
import {
  bodyOf,
  exprOfTemplate,
  expressionOf,
} from "../../../../src/flow/language/expression/data-template.ts";
import { parseTemplate } from "../../../../src/flow/language/expression/template-parser.ts";
import { print } from "./print.ts";
import { expr, template } from "./world.ts";

const readings: readonly (readonly [text: string, read: string])[] = [
  ["1", "1"],
  ["1.50", "1.5"],
  ["0.5", "0.5"],
  ["true", "true"],
  ["null", "null"],
  ["'it'", "'it'"],
  [`"it's"`, String.raw`'it\'s'`],
  [String.raw`'it\'s'`, String.raw`'it\'s'`],
  [String.raw`'a\nb\\c'`, String.raw`'a\\nb\\c'`],
  ["guests", "guests"],
  ["BOOKING_KEY", "BOOKING_KEY"],
  ["order", "order"],
  ["nothing", "nothing"],
  ["1 + 2 * 3", "(1 + (2 * 3))"],
  ["1 - 2 - 3", "((1 - 2) - 3)"],
  ["(1 - 2) * 3", "((1 - 2) * 3)"],
  ["10 / 4 % 3", "((10 / 4) % 3)"],
  ["-a.b", "(-a.b)"],
  ["--1", "(-(-1))"],
  ["a -1", "(a - 1)"],
  ["-1 + 2", "((-1) + 2)"],
  ["a or b and c", "(a or (b and c))"],
  ["a and b or c", "((a and b) or c)"],
  ["not a and b", "((not a) and b)"],
  ["not a == b", "(not (a == b))"],
  ["not not a", "(not (not a))"],
  ["a + 1 > b * 2", "((a + 1) > (b * 2))"],
  ["a ?? b ?? c", "((a ?? b) ?? c)"],
  ["a ?? 0 > 1", "((a ?? 0) > 1)"],
  ["a ?? 1 + 2", "(a ?? (1 + 2))"],
  ["a in [1, 2]", "(a in [1, 2])"],
  ["a not in b", "(a not in b)"],
  ["not a in b", "(not (a in b))"],
  ["a if b else c", "(a if b else c)"],
  ["a if b else c if d else e", "(a if b else (c if d else e))"],
  ["a or b if c or d else e", "((a or b) if (c or d) else e)"],
  ["(a if b else c) if d else e", "((a if b else c) if d else e)"],
  ["a.b.c", "a.b.c"],
  ["a.in.not.true", "a.in.not.true"],
  ["a['b'][0]", "a['b'][0]"],
  ["a[-1].b", "a[(-1)].b"],
  ["f(1)[0].b", "f(1)[0].b"],
  ["[1, 2][0]", "[1, 2][0]"],
  ["today()", "today()"],
  ["date", "date"],
  ["date(date)", "date(date)"],
  ["add_days( day , 1 )", "add_days(day, 1)"],
  ["f(a, b,)", "f(a, b)"],
  ["[]", "[]"],
  ["[1,]", "[1]"],
  ["[[1], []]", "[[1], []]"],
  ["a\n  and\tb", "(a and b)"],
  ["hour() >= 9 and hour() < 17", "((hour() >= 9) and (hour() < 17))"],
  ["a<=b", "(a <= b)"],
  ["a!=b", "(a != b)"],
  ["a==b", "(a == b)"],
  ["((((a))))", "a"],
];

describe("grammar", () => {
  test.each(readings)("%s", (text, read) => {
    expect(print(expr(text))).toBe(read);
    // The printed text parses to the same tree.
    expect(print(expr(read))).toBe(read);
  });

  test("every node has its span", () => {
    const tree = expr("  guests + count( xs )");
    expect([tree.from, tree.to]).toEqual([2, 22]);
    expect(tree).toMatchObject({
      left: { from: 2, to: 8 },
      right: { from: 11, to: 22, args: [{ from: 18, to: 20 }] },
    });
    expect(expr("(a) == b")).toMatchObject({ from: 0, to: 8, left: { from: 0, to: 3 } });
  });
});

/** `^` stands under the place that is reported: from, then `to` characters long. */
const problems: readonly (readonly [
  text: string,
  code: string,
  from: number,
  to: number,
  hint: string | undefined,
])[] = [
  ["", "VF301", 0, 0, undefined],
  ["   ", "VF301", 3, 3, undefined],
  ["a && b", "VF301", 2, 4, "write 'and'"],
  ["a & b", "VF301", 2, 3, "write 'and'"],
  ["a || b", "VF301", 2, 4, "write 'or'"],
  ["!done", "VF103", 0, 1, "write 'not done'"],
  ["a and ! b", "VF103", 6, 7, "write 'not b'"],
  ["!(a)", "VF103", 0, 1, "write 'not …'"],
  ["a = b", "VF301", 2, 3, "write '=='"],
  ["a === b", "VF301", 2, 5, "write '=='"],
  ["a !== b", "VF301", 2, 5, "write '!='"],
  ["a <> b", "VF301", 2, 4, "write '!='"],
  ["a => b", "VF301", 2, 4, "write '>='"],
  ["a =< b", "VF301", 2, 4, "write '<='"],
  ["a ? b : c", "VF301", 2, 3, "write 'b if a else c'"],
  ["a?.b", "VF301", 1, 3, "write '.': a field of null is null"],
  ["a AND b", "VF301", 2, 5, "write 'and'"],
  ["NOT a", "VF301", 4, 5, "write 'not'"],
  ["a is null", "VF301", 2, 4, "write '=='"],
  ["a contains b", "VF301", 2, 10, "write contains(a, b)"],
  ["if a then b else c", "VF301", 0, 2, "write 'b if a else c'"],
  ["a if b", "VF301", 6, 6, "write 'b if a else c'"],
  ["a else b", "VF301", 2, 6, "write 'b if a else c'"],
  ["a == not b", "VF301", 5, 8, "write ( ) around 'not …'"],
  ["1 < a < 9", "VF301", 6, 7, "write 'a < b and b < c'"],
  ["sales team", "VF301", 6, 10, "an operator is missing before it, or a literal text needs quotes"],
  ["'abc", "VF301", 0, 1, "write ' at the end of the text"],
  [`a == "abc`, "VF301", 5, 6, `write " at the end of the text`],
  ["“abc”", "VF301", 0, 1, "use straight quotes"],
  ["`abc`", "VF301", 0, 1, "use straight quotes"],
  ["{{ a }}", "VF301", 0, 2, "write the expression without {{ }}"],
  ["{a: 1}", "VF301", 0, 1, "write a map in YAML, with one expression per key"],
  ["19:30", "VF301", 2, 3, "a text, a time or a date needs quotes: '19:30'"],
  ["2026-01-05", "VF301", 5, 7, "a date, a time or a sequence of digits needs quotes: '01'"],
  ["007", "VF301", 0, 3, "a date, a time or a sequence of digits needs quotes: '007'"],
  ["12abc", "VF301", 0, 5, "names start with a letter. A text needs quotes"],
  ["9007199254740993", "VF301", 0, 16, "write a sequence of digits in quotes"],
  ["größe > 1", "VF301", 2, 3, "names may contain a-z, 0-9 and _. Write other fields as x['größe']"],
  ["a 🙂", "VF301", 2, 4, undefined],
  ["$a", "VF301", 0, 1, "write the name alone"],
  ["a | upper", "VF301", 2, 3, "filters are allowed only at the end of {{ }}: write upper(x)"],
  ["a.0", "VF301", 2, 3, "write an entry of a list as x[0]"],
  ["a.", "VF301", 2, 2, "write an entry of a list as x[0]"],
  ["a[", "VF301", 2, 2, undefined],
  ["a[1", "VF301", 3, 3, undefined],
  ["(a", "VF301", 2, 2, undefined],
  ["a)", "VF301", 1, 2, "a '(' is missing before it"],
  ["a]", "VF301", 1, 2, "a '[' is missing before it"],
  ["f(a b)", "VF301", 4, 5, "an operator is missing before it, or a literal text needs quotes"],
  ["f(,)", "VF301", 2, 3, undefined],
  ["f(a", "VF301", 3, 3, undefined],
  ["a +", "VF301", 3, 3, undefined],
  ["a + * b", "VF301", 4, 5, undefined],
  [".5", "VF301", 0, 1, "a number must start with a digit: 0.5"],
  ["a; b", "VF301", 1, 2, undefined],
  ["\u0007", "VF301", 0, 1, undefined],
];

describe("unreadable expressions", () => {
  test.each(problems)("%j is %s", (text, code, from, to, hint) => {
    const { problem } = parseExpression(text);
    expect({ code: problem?.code, from: problem?.from, to: problem?.to, hint: problem?.hint }).toEqual({
      code: code as "VF301",
      from,
      to,
      hint,
    });
    expect(problem?.message).not.toBe("");
  });

  test("an expression may have 1,000 characters, and not one more", () => {
    const long = `'${"x".repeat(998)}'`;
    expect(parseExpression(long).tree).toBeDefined();
    expect(parseExpression(`${long} `).problem?.message).toContain("1,000 characters");
    expect(parseExpression(" ".repeat(100_000)).problem?.message).toContain("1,000 characters");
    expect(parseExpression(`'${"x".repeat(100_000)}`).problem?.message).toContain("1,000 characters");
    expect(parseTemplate(`{{ ${long} }}`).problem?.message).toContain("1,000 characters");
    expect(parseTemplate(`${"x".repeat(10_000)}{{ a }}`).tree).toHaveLength(2);
  });

  test("an expression may be forty levels deep", () => {
    const nested: readonly (readonly [open: string, close: string])[] = [
      ["(", ")"],
      ["[", "]"],
      ["f(", ")"],
      ["not ", ""],
      ["-", ""],
      ["a[", "]"],
      ["a if b else ", ""],
    ];
    for (const [open, close] of nested) {
      expect(parseExpression(`${open.repeat(39)}1${close.repeat(39)}`).tree).toBeDefined();
      expect(parseExpression(`${open.repeat(40)}1${close.repeat(40)}`).problem).toMatchObject({
        code: "VF302",
      });
    }
    // A long expression is not a deep one.
    expect(parseExpression(Array.from({ length: 200 }, () => "a").join(" or ")).tree).toBeDefined();
  });
});

describe("templates", () => {
  const shown = (text: string): unknown =>
    template(text).map((part) =>
      typeof part === "string"
        ? part
        : [
            print(part.expr),
            ...part.filters.map(({ name, args }) => `${name}(${args.map(print).join(", ")})`),
          ],
    );

  test.each([
    ["", []],
    ["Hello.", ["Hello."]],
    ["Hello {{ name }}.", ["Hello ", ["name"], "."]],
    ["{{a}}{{ b }}", [["a"], ["b"]]],
    ["{{ a | upper | join('x', 2) }}", [["a", "upper()", "join('x', 2)"]]],
    ["{{ a + b | round }}", [["(a + b)", "round()"]]],
    ["{{ date | date }}", [["date", "date()"]]],
    ["{{ '}}' }}", [["'}}'"]]],
    ["{{ '{{' }}", [["'{{'"]]],
    ["{ a } }} b", ["{ a } }} b"]],
    ["{{ a }}}", [["a"], "}"]],
    ["{{\n a\n}}", [["a"]]],
  ])("%j", (text, parts) => {
    expect(shown(text)).toEqual(parts);
  });

  test.each([
    ["Hello {{ name", 6, 8, "write '}}' after the expression"],
    ["a {{ }}", 5, 7, undefined],
    ["{{{ a }}}", 2, 3, "write a map in YAML, with one expression per key"],
    ["{{ a | }}", 7, 9, undefined],
    ["{{ a | 5 }}", 7, 8, undefined],
    ["{{ a | upper( }}", 14, 16, undefined],
    ["{{ a b }}", 5, 6, "an operator is missing before it, or a literal text needs quotes"],
    ["{{ I'm }}", 4, 5, "write ' at the end of the text"],
    ["{{ a | upper b }}", 13, 14, "an operator is missing before it, or a literal text needs quotes"],
    ["{{ {{ a }} }}", 3, 5, "write the expression without {{ }}"],
    ["{{ a | upper + 'x' }}", 13, 14, "a filter must be at the end of {{ }}: write upper(x) + y"],
  ])("%j can not be read", (text, from, to, hint) => {
    const { problem } = parseTemplate(text);
    expect({ code: problem?.code, from: problem?.from, to: problem?.to, hint: problem?.hint }).toEqual({
      code: "VF301",
      from,
      to,
      hint,
    });
  });

  test("a template where an expression is needed keeps the type of a single hole", () => {
    expect(print(exprOfTemplate(template("{{ a | round(1) }}")))).toBe("round(a, 1)");
    expect(print(exprOfTemplate(template("x {{ a }}")))).toBe("join(['x ', a], '')");
    expect(print(exprOfTemplate(template("x")))).toBe("join(['x'], '')");
  });
});

describe("structures of a document", () => {
  test("texts are expressions, everything else is a constant", () => {
    const data = new Map<string, unknown>([
      ["size", "size"],
      ["__proto__", "'own'"],
      ["qty", 2],
      ["tags", ["a + 1", true, null, []]],
    ]);
    const { tree } = expressionOf(data);
    expect(tree && print(tree)).toBe(
      "{'size': size, '__proto__': 'own', 'qty': 2, 'tags': [(a + 1), true, null, []]}",
    );
  });

  test("a text alone is an expression", () => {
    const { tree } = expressionOf("items + [line]");
    expect(tree && print(tree)).toBe("(items + [line])");
  });

  test("every problem has its place in the structure", () => {
    const { problems: found } = expressionOf({
      ok: "a",
      size: "a &&",
      lines: ["b", { qty: "!x" }],
      day: new Date(NaN),
    });
    expect(found?.map(({ code, path, from }) => [code, path, from])).toEqual([
      ["VF301", ["size"], 2],
      ["VF103", ["lines", 1, "qty"], 0],
    ]);
    expect(expressionOf(() => 1).problems?.[0]).toMatchObject({ code: "VF112", path: [] });
    expect(expressionOf(Number.NaN).problems?.[0]).toMatchObject({ code: "VF112", path: [] });
  });

  test("a structure is at most forty levels deep", () => {
    let deep: unknown = "a";
    for (let level = 0; level < 100; level += 1) deep = [deep];
    expect(expressionOf(deep).problems?.[0]?.code).toBe("VF302");
  });

  test("a body is a structure of templates", () => {
    const { tree } = bodyOf({ day: "{{ day }}", seats: 4, none: null, list: ["a {{ b }}"] });
    expect(tree).toMatchObject({
      type: "map",
      entries: [
        ["day", { type: "text" }],
        ["seats", { type: "constant", value: 4 }],
        ["none", { type: "constant", value: null }],
        ["list", { type: "list", items: [{ type: "text" }] }],
      ],
    });
    expect(bodyOf({ a: ["{{ b"] }).problems).toMatchObject([{ code: "VF301", path: ["a", 0], from: 0 }]);
  });
});
