// Type checker: the message for expressions that cannot work, at the exact position, and beside each the nearest
// correct one.

import { describe, expect, test } from "bun:test";
import { checkCondition, typeOf } from "../../../../src/flow/language/expression/type-checker.ts";
import {
  checkAssignment,
  checkTemplate,
  closedSet,
  constantCondition,
  type Destination,
  typeOfTemplate,
} from "../../../../src/flow/language/expression/place-types.ts";
import type { ExprFinding, TypeEnv } from "../../../../src/flow/language/expression/expression-finding.ts";
import { functionNames, functionRow } from "../../../../src/flow/language/expression/functions.ts";
import { constantOf, expressionOf } from "../../../../src/flow/language/expression/data-template.ts";
import { anyType, typeOfKind, wordsFor } from "../../../../src/flow/language/expression/expression-types.ts";
import { expr, template, value } from "./world.ts";

const types = new Map([
  ["ok", typeOfKind("boolean")],
  ["guests", typeOfKind("number")],
  ["price", typeOfKind("money")],
  ["account", typeOfKind("digits")],
  ["ref", typeOfKind("code")],
  ["day", typeOfKind("date")],
  ["other", typeOfKind("date")],
  ["at", typeOfKind("time")],
  ["phone", typeOfKind("phone")],
  ["mail", typeOfKind("email")],
  ["guest", typeOfKind("name")],
  ["wish", typeOfKind("text")],
  ["dept", typeOfKind("choice", { options: ["sales", "support", "billing"] })],
  ["plan", typeOfKind("choice", { options: ["keep", "move"] })],
  ["slot", typeOfKind("choice")],
  ["times", typeOfKind("list", { of: "time" })],
  ["items", typeOfKind("list")],
  ["orders", { kind: "list", of: { kind: "object" } }],
  ["line", typeOfKind("object")],
  ["message", typeOfKind("audio")],
  ["context", anyType],
  ["session", { kind: "object", fields: new Map([["language", typeOfKind("text")]]) }],
]);

const env: TypeEnv = { typeOf: (name) => types.get(name), names: [...types.keys()] };

const brief = (findings: readonly ExprFinding[]): unknown =>
  findings.map(({ code, from, to, hint }) =>
    hint === undefined ? [code, from, to] : [code, from, to, hint],
  );

type Expected = readonly [code: string, from: number, to: number, hint?: string];

describe("expressions", () => {
  /** Wrong expression, the findings about it, and the right expression. */
  test.each<[string, Expected, string]>([
    ["gest == 'a'", ["VF201", 0, 4, "did you mean 'guest'?"], "guest == 'a'"],
    ["1 + gusts", ["VF201", 4, 9, "did you mean 'guests'?"], "1 + guests"],
    ["dept == sales", ["VF201", 8, 13, "a text needs quotes: 'sales'"], "dept == 'sales'"],
    ["sales == dept", ["VF201", 0, 5, "a text needs quotes: 'sales'"], "'sales' == dept"],
    ["dept in [sales]", ["VF201", 9, 14, "a text needs quotes: 'sales'"], "dept in ['sales']"],
    ["ok == True", ["VF201", 6, 10, "write true"], "ok == true"],
    ["day == None", ["VF201", 7, 11, "write null"], "day == null"],
    ["day == today", ["VF201", 7, 12, "today is a function: write today(…)"], "day == today()"],
    ["session.langage", ["VF201", 8, 15, "did you mean 'language'?"], "session.language"],
    ["message.lenght", ["VF201", 8, 14], "message.seconds"],

    ["shout(guest)", ["VF202", 0, 5], "upper(guest)"],
    ["len(items) > 1", ["VF202", 0, 3, "use count(…)"], "count(items) > 1"],
    ["uper(guest)", ["VF202", 0, 4, "did you mean 'upper'?"], "upper(guest)"],
    ["guests() > 1", ["VF202", 0, 6, "it is a variable: write guests without ( )"], "guests > 1"],
    ["constructor(1)", ["VF202", 0, 11], "text(1)"],

    ["not guest", ["VF303", 4, 9, "write filled(guest)"], "not filled(guest)"],
    ["ok and guests", ["VF303", 7, 13, "compare it: guests > 0"], "ok and guests > 0"],
    ["dept or ok", ["VF303", 0, 4, "compare it: dept == 'sales'"], "dept == 'sales' or ok"],
    ["1 if items else 2", ["VF303", 5, 10, "write count(items) > 0"], "1 if count(items) > 0 else 2"],
    ["'a' if null else 'b'", ["VF303", 7, 11, "write filled(…)"], "'a' if false else 'b'"],

    ["day + 1", ["VF304", 0, 7, "use add_days(date, n)"], "add_days(day, 1)"],
    ["day - 1", ["VF304", 0, 7, "use add_days(date, -n)"], "add_days(day, -1)"],
    ["day - other", ["VF304", 0, 11, "use days_between(from, to)"], "days_between(other, day)"],
    ["at + 1", ["VF304", 0, 6, "use hour(time), which is a number, or compare times"], "hour(at) + 1"],
    ["guest + guests", ["VF304", 0, 14, 'use a template: "{{ a }} {{ b }}"'], "guest + text(guests)"],
    ["account * 2", ["VF304", 0, 11, "convert a text with number(…)"], "number(account) * 2"],
    ["items + guest", ["VF304", 0, 13, 'use a template: "{{ a }} {{ b }}"'], "items + [guest]"],
    ["ok + 1", ["VF304", 0, 6], "guests + 1"],
    ["-guest", ["VF304", 0, 6], "-guests"],
    ["guests == '4'", ["VF304", 0, 13, "write 4 without quotes"], "guests == 4"],
    ["guests == 'four'", ["VF304", 0, 16], "guests == number('4')"],
    ["account == 123456", ["VF304", 0, 17, "a text needs quotes: '123456'"], "account == '123456'"],
    ["account == guests", ["VF304", 0, 17, "convert a text with number(…)"], "number(account) == guests"],
    ["ok == 'yes'", ["VF304", 0, 11, "compare it with true or false, or use it alone"], "ok == true"],
    ["day == 2026-11-21", ["VF304", 0, 17, "a date needs quotes: '2026-11-21'"], "day == '2026-11-21'"],
    ["at > 19", ["VF304", 0, 7, "a time needs quotes: '19:30', or use hour(…)"], "hour(at) > 19"],
    [
      "weekday() == 'monday'",
      ["VF304", 0, 21, "weekday() is 1 for Monday to 7 for Sunday"],
      "weekday() == 1",
    ],
    ["day == at", ["VF304", 0, 9], "day == other"],
    ["day == phone", ["VF304", 0, 12], "account == phone"],
    ["items == 1", ["VF304", 0, 10], "items == [1]"],
    ["guest < 'b'", ["VF304", 0, 11, "only numbers, dates and times can be ordered"], "day < '2026-01-01'"],
    ["guests < guest", ["VF304", 0, 14, "convert a text with number(…)"], "guests < number(guest)"],
    ["ok > 1", ["VF304", 0, 6, "compare it with true or false, or use it alone"], "guests > 1"],
    ["day < at", ["VF304", 0, 8, "only numbers, dates and times can be ordered"], "day < other"],
    ["1 in guests", ["VF304", 5, 11, "'in' takes a list: dept in ['sales', 'support']"], "1 in [guests]"],
    ["guests in [1, 'a']", ["VF304", 14, 17], "guests in [1, 2]"],
    ["guests in times", ["VF304", 0, 15, "a time needs quotes: '19:30', or use hour(…)"], "at in times"],
    ["1 in guest", ["VF304", 5, 10, "'in' takes a list: dept in ['sales', 'support']"], "'1' in guest"],
    ["guest.length > 1", ["VF304", 6, 12, "use count(…)"], "count(guest) > 1"],
    ["items.size", ["VF304", 6, 10, "use count(…)"], "count(items)"],
    ["items.name", ["VF304", 6, 10, "write an entry of a list as x[0]"], "items[0].name"],
    ["guest[0]", ["VF304", 0, 8], "items[0]"],
    ["items['a']", ["VF304", 6, 9, "write x[0] for the first, x[-1] for the last"], "items[-1]"],
    ["line[0]", ["VF304", 5, 6, "write x['name']"], "line['a']"],
    ["upper(guests)", ["VF304", 6, 12, "convert it with text(…)"], "upper(text(guests))"],
    ["round(guest)", ["VF304", 6, 11], "round(number(guest))"],
    ["add_days(day, '1')", ["VF304", 14, 17], "add_days(day, 1)"],
    ["add_days(at, 1)", ["VF304", 9, 11], "add_days(wish, 1)"],
    ["join(guest)", ["VF304", 5, 10], "join(items)"],
    ["count(guests)", ["VF304", 6, 12], "count(guest)"],
    ["max(day, 1)", ["VF304", 9, 10], "max(day, other)"],
    ["max(guest, mail)", ["VF304", 4, 9], "max(guests, 1)"],
    ["text(items)", ["VF304", 5, 10], "text(ok)"],

    ["dept == 'sale'", ["VF305", 8, 14, "did you mean 'sales'?"], "dept == 'sales'"],
    ["'other' != dept", ["VF305", 0, 7], "'billing' != dept"],
    ["dept in ['sales', 'marketing']", ["VF305", 18, 29], "dept in ['sales', 'support']"],
    ["dept == ('sales' if ok else 'sops')", ["VF305", 28, 34], "dept == ('sales' if ok else 'support')"],
    ["(dept ?? plan) == 'hold'", ["VF305", 18, 24], "(dept ?? plan) == 'keep'"],
    ["day == 'tomorrow'", ["VF305", 7, 17, "write it as '2026-11-21', or use today()"], "day == wish"],
    [
      "day > '2026-02-30'",
      ["VF305", 6, 18, "write it as '2026-11-21', or use today()"],
      "day > '2026-02-28'",
    ],
    ["at < '7:30'", ["VF305", 5, 11, "write it as '09:30' or '19:30'"], "at < '07:30'"],
    ["'7 p.m.' in times", ["VF305", 0, 8, "write it as '09:30' or '19:30'"], "'19:00' in times"],
    [
      "add_days('2026-13-01', 1)",
      ["VF305", 9, 21, "write it as '2026-11-21', or use today()"],
      "add_days('2026-12-01', 1)",
    ],
    ["hour('7:30')", ["VF305", 5, 11, "write it as '09:30' or '19:30'"], "hour('07:30')"],
    ["account == '12a'", ["VF305", 11, 16, "write digits only"], "account == '12'"],

    ["contains(items)", ["VF306", 0, 15], "contains(items, 1)"],
    ["today('UTC', 1)", ["VF306", 0, 15], "today('UTC')"],
    ["upper(guest, 1)", ["VF306", 0, 15], "upper(guest)"],
    ["round(1, 2, 3)", ["VF306", 0, 14], "round(1, 2)"],
  ])("%s", (wrong, [code, from, to, hint], right) => {
    const { findings } = typeOf(expr(wrong), env);
    expect(brief(findings)).toEqual([hint === undefined ? [code, from, to] : [code, from, to, hint]]);
    expect(findings.every(({ message, hint: way }) => !/undefined|\.$/.test(message + (way ?? "")))).toBe(
      true,
    );
    expect(brief(typeOf(expr(right), env).findings)).toEqual([]);
  });

  test("all errors are reported at once", () => {
    expect(brief(typeOf(expr("gest == 'a' and dept == 'sale' or now('UTC', 1)"), env).findings)).toEqual([
      ["VF201", 0, 4, "did you mean 'guest'?"],
      ["VF305", 24, 30, "did you mean 'sales'?"],
      ["VF306", 34, 47],
    ]);
  });

  test("unknown values get no errors", () => {
    for (const text of [
      "context.a + 1",
      "context.a + 'b'",
      "context.a > guests",
      "context.a and ok",
      "context.a in context.b",
      "slot == 'anything'",
      "items[0].x.y + 1",
      "first(items) == 4",
      "upper(context.name)",
      "days_between(context.from, day)",
      "guests == null",
      "null ?? guests",
    ]) {
      expect(brief(typeOf(expr(text), env).findings)).toEqual([]);
    }
  });

  test.each([
    ["guests + 1", "a number"],
    ["price * guests", "an amount of money"],
    ["guest + wish", "a text"],
    ["guests > 1", "true or false"],
    ["dept ?? 'none'", "a choice or a text"],
    ["guests ?? 0", "a number"],
    ["null ?? guests", "nothing or a number"],
    ["day if ok else other", "a date"],
    ["guests if ok else guest", "a number or a name"],
    ["times[0]", "a time"],
    ["first(times)", "a time"],
    ["max(times)", "a time"],
    ["[day, other][0]", "a date"],
    ["[]", "a list"],
    ["times + times", "a list"],
    ["today()", "a date"],
    ["now()", "a time"],
    ["add_days(day, 1)", "a date"],
    ["default(guests, 0)", "a number"],
    ["round(price, 1)", "an amount of money"],
    ["line.size", "something unknown"],
    ["message.seconds", "a number"],
  ])("%s is %s", (text, words) => {
    const { type, findings } = typeOf(expr(text), env);
    expect(findings).toEqual([]);
    expect(wordsFor(type)).toBe(words);
  });

  test("a structure reports the place of an error", () => {
    const { tree } = expressionOf({ a: "guests", b: ["day", { c: "gusts" }], d: ["day + 1"] });
    expect(tree && typeOf(tree, env).findings.map(({ code, path, from }) => [code, path, from])).toEqual([
      ["VF201", ["b", 1, "c"], 0],
      ["VF304", ["d", 0], 0],
    ]);
  });

  test("the checker knows every function's arguments", () => {
    for (const name of functionNames()) {
      const least = functionRow(name)?.argsMin ?? 0;
      const call = `${name}(${Array.from({ length: least }, () => "context.x").join(", ")})`;
      expect(brief(typeOf(expr(call), env).findings)).toEqual([]);
      if (least > 0)
        expect(brief(typeOf(expr(`${name}()`), env).findings)).toEqual([["VF306", 0, name.length + 2]]);
    }
  });
});

describe("conditions", () => {
  test.each<[string, Expected | undefined]>([
    ["ok", undefined],
    ["guests > 1", undefined],
    ["context.vip", undefined],
    ["ok ?? false", undefined],
    ["true if ok else false", undefined],
    ["guest", ["VF303", 0, 5, "write filled(guest)"]],
    ["guests", ["VF303", 0, 6, "compare it: guests > 0"]],
    ["'open'", ["VF303", 0, 6, "write filled(…)"]],
    ["dept", ["VF303", 0, 4, "compare it: dept == 'sales'"]],
    ["ok ?? 'no'", ["VF303", 0, 10, "write filled(…)"]],
    ["null", ["VF303", 0, 4, "write filled(…)"]],
  ])("%s", (text, expected) => {
    expect(brief(checkCondition(expr(text), env))).toEqual(expected === undefined ? [] : [expected]);
  });

  test.each([
    ["true", true],
    ["false", false],
    ["1 > 2", false],
    ["not (1 == 2) and true", true],
    ["'a' in ['a']", true],
    ["1", false],
    ["ok", undefined],
    ["ok or true", undefined],
    ["hour() > 25", undefined],
    ["today() == today()", undefined],
  ])("%s is always %p", (text, always) => {
    expect(constantCondition(expr(text))).toBe(always);
  });
});

describe("assignments", () => {
  const assign = (target: string, text: string, isQuoted = false): unknown =>
    brief(
      checkAssignment(expr(text), types.get(target) ?? anyType, { env, about: { key: target, isQuoted } }),
    );

  /** Wrong expression, the findings about it, and the right expression. */
  test.each<[string, string, Expected, string]>([
    ["guests", "'four'", ["VF307", 0, 6, "convert a text with number(…)"], "4"],
    ["guests", "'4'", ["VF307", 0, 3, "write 4 without quotes"], "number('4')"],
    ["guests", "ok", ["VF307", 0, 2], "price"],
    ["ok", "'yes'", ["VF307", 0, 5, "write a condition, true or false"], "true"],
    ["ok", "guests", ["VF307", 0, 6, "write a condition, true or false"], "guests > 1"],
    ["wish", "guests", ["VF307", 0, 6, "convert it with text(…)"], "text(guests)"],
    ["wish", "items", ["VF307", 0, 5], "day"],
    ["day", "at", ["VF307", 0, 2], "wish"],
    ["day", "'tomorrow'", ["VF305", 0, 10, "write it as '2026-11-21', or use today()"], "today()"],
    ["phone", "day", ["VF307", 0, 3], "wish"],
    ["guest", "mail", ["VF307", 0, 4], "dept"],
    ["dept", "'sale'", ["VF305", 0, 6, "did you mean 'sales'?"], "'sales'"],
    ["dept", "'sales' if ok else 'x'", ["VF305", 19, 22], "'sales' if ok else null"],
    ["dept", "plan", ["VF307", 0, 4], "slot"],
    ["dept", "guests ?? 'sales'", ["VF307", 0, 6, "convert it with text(…)"], "wish ?? 'sales'"],
    ["dept", "sales", ["VF201", 0, 5, `a text needs two kinds of quotes: dept: "'sales'"`], "'sales'"],
    ["items", "guests", ["VF307", 0, 6, "write [ ] around it, or x + [it] to add it"], "[guests]"],
    ["times", "[at, 4]", ["VF307", 5, 6, "convert it with text(…)"], "[at, '19:30']"],
    ["times", "['7:30']", ["VF305", 1, 7, "write it as '09:30' or '19:30'"], "times + [at]"],
    ["line", "guest", ["VF307", 0, 5], "context.line"],
    ["account", "'12a'", ["VF305", 0, 5, "write digits only"], "'12'"],
  ])("%s: %s", (target, wrong, expected, right) => {
    expect(assign(target, wrong)).toEqual([expected]);
    expect(assign(target, right)).toEqual([]);
    expect(assign(target, "null")).toEqual([]);
    expect(assign(target, "context.x")).toEqual([]);
  });

  test("a text quoted by YAML alone gets the corrected line (ruling 39)", () => {
    expect(assign("wish", "hello", true)).toEqual([
      ["VF201", 0, 5, `a text needs two kinds of quotes: wish: "'hello'"`],
    ]);
    expect(assign("wish", "hello")).toEqual([
      ["VF201", 0, 5, `a text needs two kinds of quotes: wish: "'hello'"`],
    ]);
    expect(assign("wish", "gest")).toEqual([["VF201", 0, 4, "did you mean 'guest'?"]]);
  });

  test("plain data has a type too", () => {
    const words = [["18:00"], [1, "a"], [], new Map()].map((data) =>
      wordsFor(typeOf(constantOf(value(data)), env).type),
    );
    expect(words).toEqual(["a list", "a list", "a list", "an object"]);
    const about = { key: "times", isQuoted: false };
    const target = types.get("times") ?? anyType;
    expect(checkAssignment(constantOf([1]), target, { env, about })).toHaveLength(1);
    expect(checkAssignment(constantOf(["18:00"]), target, { env, about })).toEqual([]);
  });

  test("a text in a structure is quoted under its own key", () => {
    const { tree } = expressionOf({ size: "large" });
    const about = { key: "line", isQuoted: false };
    expect(
      tree && checkAssignment(tree, types.get("line") ?? anyType, { env, about }).map(({ hint }) => hint),
    ).toEqual([`a text needs two kinds of quotes: size: "'large'"`]);
  });

  test("the error in an item of a list of the document is reported at that item", () => {
    const { tree } = expressionOf(["at", "guests"]);
    const findings =
      tree &&
      checkAssignment(tree, types.get("times") ?? anyType, { env, about: { key: "times", isQuoted: false } });
    expect(findings?.map(({ code, path }) => [code, path])).toEqual([["VF307", [1]]]);
  });
});

describe("templates", () => {
  test.each<[Destination, string, Expected | undefined]>([
    ["speech", "Hello {{ guest }}, {{ times }}.", undefined],
    ["speech", "Hello {{ gest }}.", ["VF201", 9, 13, "did you mean 'guest'?"]],
    ["speech", "{{ guest | shout }}", ["VF202", 11, 16]],
    ["speech", "{{ guest | uper }}", ["VF202", 11, 15, "did you mean 'upper'?"]],
    ["speech", "{{ guests | upper }}", ["VF304", 3, 9, "convert it with text(…)"]],
    ["speech", "{{ times | list('or', 1) }}", ["VF306", 11, 24]],
    ["speech", "{{ dept == 'sale' }}", ["VF305", 11, 17, "did you mean 'sales'?"]],
    ["speech", "{{ line }}", ["VF304", 3, 7, "use one of its fields"]],
    ["speech", "{{ orders }}", ["VF304", 3, 9, "use map(…, 'field')"]],
    ["speech", "{{ items }}", undefined],
    ["text", "https://a.example/{{ times }}", ["VF304", 21, 26, "use join(…)"]],
    ["text", "https://a.example/{{ line }}", ["VF304", 21, 25, "use one of its fields"]],
    ["text", "https://a.example/{{ times | join }}", undefined],
    ["text", "https://a.example/{{ context.x }}", undefined],
    ["body", "{{ times }}", undefined],
    ["body", "at {{ times }}", ["VF304", 6, 11, "use join(…)"]],
    ["prompt", "with {{ line }} and {{ times }}", undefined],
    ["prompt", "with {{ lines }}", ["VF201", 8, 13, "did you mean 'line'?"]],
  ])("for %s: %s", (destination, text, expected) => {
    expect(brief(checkTemplate(template(text), env, destination))).toEqual(
      expected === undefined ? [] : [expected],
    );
  });

  test("a single hole keeps its type", () => {
    expect(typeOfTemplate(template("{{ guests }}"), env).type).toEqual({ kind: "number" });
    expect(typeOfTemplate(template("{{ guests }} "), env).type).toEqual({ kind: "text" });
    expect(typeOfTemplate(template("{{ guest | date }}"), env).findings).toHaveLength(1);
  });

  test.each<[string, readonly string[] | undefined]>([
    ["booked", ["booked"]],
    ["{{ plan }}", ["keep", "move"]],
    ["{{ plan ?? 'no_answer' }}", ["keep", "move", "no_answer"]],
    ["{{ plan if ok else dept }}", ["keep", "move", "sales", "support", "billing"]],
    ["{{ 'a' if ok else 'b' if guests > 1 else 'a' }}", ["a", "b"]],
    ["{{ plan | default('none') }}", ["keep", "move", "none"]],
    ["{{ plan ?? null }}", ["keep", "move"]],
    ["{{ wish }}", undefined],
    ["{{ slot }}", undefined],
    ["{{ plan ?? wish }}", undefined],
    ["{{ context.x }}", undefined],
    ["{{ guests }}", undefined],
    ["{{ null }}", undefined],
    ["x_{{ plan }}", undefined],
    ["{{ upper(plan) }}", undefined],
  ])("an outcome %s comes from a closed set: %j", (text, options) => {
    expect(closedSet(template(text), env)).toEqual(options as string[]);
  });
});
