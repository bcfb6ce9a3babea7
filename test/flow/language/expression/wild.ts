// Random expressions for the fuzzers: token soup, broken texts, and valid trees over a scope with values of every
// type.

import type { BinaryOperator, Expr } from "../../../../src/flow/language/expression/ast.ts";
import { functionNames } from "../../../../src/flow/language/expression/functions.ts";
import type { SpokenAs } from "../../../../src/flow/language/expression/evaluation-scope.ts";
import { typeOfKind, type ValueType } from "../../../../src/flow/language/expression/expression-types.ts";
import type { Random } from "../../../support/random.ts";

/** Secret that no other text of the tests contains, in upper or lower case. */
export const secret = "4711-0815-4711";

interface Inhabitant {
  readonly type: ValueType;
  readonly spoken?: SpokenAs;
  readonly values: readonly unknown[];
}

const entry = (type: ValueType, values: readonly unknown[], spoken?: SpokenAs): Inhabitant => ({
  type,
  values,
  ...(spoken !== undefined && { spoken }),
});

export const world: ReadonlyMap<string, Inhabitant> = new Map<string, Inhabitant>([
  ["ok", entry(typeOfKind("boolean"), [true, false])],
  ["guests", entry(typeOfKind("number"), [0, 4, -1.5, 1e15], { kind: "number" })],
  ["price", entry(typeOfKind("money"), [12.5, 0], { kind: "money", currency: "EUR" })],
  ["day", entry(typeOfKind("date"), ["2026-11-21", "2028-02-29"], { kind: "date" })],
  ["at", entry(typeOfKind("time"), ["19:30", "00:00"], { kind: "time" })],
  ["nights", entry(typeOfKind("duration"), [3, 0.5], { kind: "duration", unit: "nights" })],
  ["flour", entry(typeOfKind("amount"), [2, 0.25], { kind: "amount", unit: "kg" })],
  [
    "stay",
    entry(typeOfKind("date_range"), ["2026-11-21/2026-11-24", "2026-11-21/.."], { kind: "date_range" }),
  ],
  ["hours", entry(typeOfKind("time_range"), ["14:00/16:00", "22:00/02:00"], { kind: "time_range" })],
  ["account", entry(typeOfKind("digits"), ["123456", "0"], { kind: "digits" })],
  ["guest", entry(typeOfKind("name"), ["Ada", "İ ß\u0000<b>{{ n }}</b>"], { kind: "name" })],
  ["wish", entry(typeOfKind("text"), ["", "x".repeat(6_000), "../a\r\n", "\uD800"])],
  [
    "dept",
    entry(typeOfKind("choice", { options: ["sales", "support"] }), ["sales", "support"], { kind: "choice" }),
  ],
  [
    "times",
    entry(typeOfKind("list", { of: "time" }), [[], ["18:00", "21:00"]], { kind: "list", of: "time" }),
  ],
  [
    "items",
    entry(typeOfKind("list"), [[1, "a", null, [2], { a: 1 }], Array.from({ length: 2_000 }, () => "xy")]),
  ],
  ["line", entry(typeOfKind("object"), [{ a: 1, at: "19:00", list: [{ b: true }] }, {}])],
  ["context", entry({ kind: "any" }, [{ a: "1", n: 2, deep: { deeper: [1] } }, null, "text", 5])],
  ["pin", entry(typeOfKind("digits"), [secret], { kind: "digits", sensitive: true })],
]);

const hostNames =
  "__proto__ constructor prototype toString valueOf hasOwnProperty __defineGetter__ globalThis process Bun eval Function arguments this then at map push length".split(
    " ",
  );

const names = [...world.keys(), ...world.keys(), ...hostNames, "missing"];
const binaries: readonly BinaryOperator[] = [
  ..."or and == != < <= > >= in ?? + - * / %".split(" "),
  "not in",
] as readonly BinaryOperator[];
const nowhere = { from: 0, to: 0 };

/** A tree without positions, as the parser could make it. */
export function wildTree(dice: Random, depth: number): Expr {
  if (depth <= 0 || dice.chance(0.15)) return leaf(dice);
  const inner = (): Expr => wildTree(dice, depth - 1);
  const several = (most: number): Expr[] => Array.from({ length: dice.int(0, most) }, inner);
  return dice.pick<() => Expr>([
    () => leaf(dice),
    () => ({
      type: "field",
      of: inner(),
      name: dice.pick([...hostNames, "a", "at", "in", "list"]),
      ...nowhere,
    }),
    () => ({ type: "index", of: inner(), index: inner(), ...nowhere }),
    () => ({
      type: "call",
      name: dice.pick([...functionNames(), ...hostNames]),
      args: several(3),
      ...nowhere,
    }),
    () => ({ type: "call", name: dice.pick(functionNames()), args: several(2), ...nowhere }),
    () => ({ type: "unary", operator: dice.pick(["-", "not"]), of: inner(), ...nowhere }),
    () => ({ type: "binary", operator: dice.pick(binaries), left: inner(), right: inner(), ...nowhere }),
    () => ({ type: "binary", operator: dice.pick(binaries), left: inner(), right: inner(), ...nowhere }),
    () => ({ type: "choose", value: inner(), condition: inner(), otherwise: inner(), ...nowhere }),
    () => ({ type: "list", items: several(4), ...nowhere }),
  ])();
}

function leaf(dice: Random): Expr {
  return dice.pick<() => Expr>([
    () => ({ type: "name", name: dice.pick(names), ...nowhere }),
    () => ({ type: "name", name: dice.pick(names), ...nowhere }),
    () => ({
      type: "literal",
      value: dice.pick([0, 1, 2, 0.1, 9007199254740991, true, false, null, dice.int(0, 1e6) / 100]),
      ...nowhere,
    }),
    () => ({
      type: "literal",
      value: dice.pick([
        "",
        "a",
        "sales",
        "2026-11-21",
        "19:30",
        "it's",
        '"\\',
        "{{ n }}",
        "}}",
        "🙂",
        "\n",
        "EUR",
        "__proto__",
      ]),
      ...nowhere,
    }),
  ])();
}

const words = [
  ...names,
  ...functionNames(),
  ..."or and not in if else true false null == != <= >= < > + - * / % ?? . , ( ) [ ] | {{ }} ' \" && || ! = ? : ; { } \\ 0 1 12.5 007 'a' \"b\" é 🙂 \uD800 \u0000 \n".split(
    " ",
  ),
];

/** Words of this and other languages in any order. */
export function soup(dice: Random): string {
  const between = dice.pick(["", " ", " "]);
  return Array.from({ length: dice.int(0, dice.pick([5, 20, 200])) }, () => dice.pick(words)).join(between);
}

/** Any characters at all. */
export function noise(dice: Random): string {
  const length = dice.pick([dice.int(0, 20), dice.int(0, 300), 1_200]);
  const any = (): string => String.fromCharCode(dice.chance(0.8) ? dice.int(0, 127) : dice.int(0, 0xffff));
  return Array.from({ length }, any).join("");
}

/** The text with a few characters removed, doubled, or replaced. */
export function broken(text: string, dice: Random): string {
  let result = text;
  for (let time = dice.int(1, 4); time > 0; time -= 1) {
    const at = dice.int(0, result.length);
    const put = dice.pick(["", dice.pick(words), result.slice(at, at + dice.int(0, 5))]);
    result = result.slice(0, at) + put + result.slice(at + dice.int(0, 3));
  }
  return result;
}

/** A text that nests far beyond every limit. */
export function deep(dice: Random): string {
  const [open, close] = dice.pick([
    ["(", ")"],
    ["[", "]"],
    ["not ", ""],
    ["-", ""],
    ["upper(", ")"],
    ["a[", "]"],
    ["1 if ok else ", ""],
    ["{{", "}}"],
  ] as const);
  const times = dice.int(1, 400);
  return `${open.repeat(times)}1${close.repeat(dice.chance(0.8) ? times : dice.int(0, times))}`;
}
