// Chart: readings of words by rules, with small grammars of a test.

import { describe, expect, test } from "bun:test";
import { parse } from "../../../src/flow/grammar/chart.ts";
import { compile, type Rule, words } from "../../../src/flow/grammar/rules.ts";
import type { Token } from "../../../src/flow/grammar/tokens.ts";

/** `ten, !two`: a comma before it, and a word that was only nearly understood. */
const tokensOf = (said: string): readonly Token[] =>
  said.split(" ").map((word, at) => {
    const raw = word.replace(/[,!]/g, "");
    return {
      text: raw.toLowerCase(),
      raw,
      start: at,
      end: at + 1,
      isAfterBreak: word.startsWith(","),
      ...(word.includes("!") && { fuzzy: true }),
    };
  });

const read = (said: string, rules: readonly Rule[], type: string) =>
  parse(tokensOf(said), compile(rules))
    .flat()
    .filter((reading) => reading.type === type);

const told = (said: string, rules: readonly Rule[], type: string): readonly string[] =>
  read(said, rules, type).map(({ start, end, value }) => `${start}-${end} ${String(value)}`);

const repeated = (word: string, times: number): string => Array.from({ length: times }, () => word).join(" ");
const chain = (type: string): readonly Rule[] => [
  ...words(type, "go=go"),
  { type, form: `{${type}} {${type}}`, value: (a: string) => a },
];
const longest = (said: string, type: string): number =>
  Math.max(...read(said, chain(type), type).map(({ start, end }) => end - start));

describe("costs", () => {
  const rules: readonly Rule[] = [
    ...words("n", "two=2", 0.25),
    { type: "pair", form: "{n} and {n}", value: (a: number, b: number) => a + b, cost: 0.5 },
    { type: "plain", form: "{n}" },
  ];

  test("of a form are its own and those of its slots", () => {
    expect(read("two and two", rules, "pair")).toMatchObject([{ start: 0, end: 3, value: 4, cost: 1 }]);
    expect(read("two", rules, "plain")).toMatchObject([{ value: 2, cost: 0.25, form: "{n}" }]);
  });

  test("rise by each word that was only nearly understood", () => {
    expect(read("!two and two", rules, "pair")[0]?.cost).toBeCloseTo(1.3);
    expect(read("two !and !two", rules, "pair")[0]?.cost).toBeCloseTo(1.6);
  });
});

describe("values", () => {
  test("of one type in one place are four at most, the cheapest", () => {
    const rules = [0.5, 0.1, 0.4, 0.2, 0.3].map((cost): Rule => ({
      type: "n",
      form: "few",
      value: () => cost,
      cost,
    }));
    expect(told("few", rules, "n").toSorted()).toEqual(["0-1 0.1", "0-1 0.2", "0-1 0.3", "0-1 0.4"]);
  });

  test("that are equal count once, also as objects", () => {
    const rules = [1, 2].map((cost): Rule => ({ type: "n", form: "few", value: () => ({ n: 3 }), cost }));
    expect(read("few", rules, "n")).toHaveLength(1);
  });

  test("may be refused by their form", () => {
    const rules: readonly Rule[] = [
      ...words("n", "two=2 nine=9"),
      { type: "small", form: "{n}", value: (n: number) => (n < 5 ? n : undefined) },
    ];
    expect(told("two nine", rules, "small")).toEqual(["0-1 2"]);
  });

  test("keep their places when an earlier part is missing", () => {
    const rules: readonly Rule[] = [
      ...words("a", "one=1"),
      ...words("b", "two=2"),
      { type: "both", form: "go [{a}] {b}", value: (a?: number, b?: number) => `${a ?? "-"}/${b ?? "-"}` },
    ];
    expect(told("go two", rules, "both")).toEqual(["0-2 -/2"]);
    expect(told("go one two", rules, "both")).toEqual(["0-3 1/2"]);
  });
});

describe("length", () => {
  test("is 22 words, ten for a yes, and 40 for dictated signs", () => {
    expect(longest(repeated("go", 30), "any")).toBe(22);
    expect(longest(repeated("go", 30), "yesno")).toBe(10);
    expect(longest(repeated("go", 45), "digs")).toBe(40);
  });

  test("of a turn ends at 1,500 readings", () => {
    const rules = ["p", "q", "r"].flatMap(chain);
    const all = parse(tokensOf(repeated("go", 60)), compile(rules)).flat();
    expect(all).toHaveLength(1_500);
  });
});

describe("a pause", () => {
  const pair = (type: string): readonly Rule[] => [
    ...words("n1", "ten=10 two=2"),
    { type, form: "{n1} {n1}", value: (a: number, b: number) => a + b },
  ];

  test("separates a number, but not the parts of a rule", () => {
    expect(told("ten two", pair("small"), "small")).toEqual(["0-2 12"]);
    expect(told("ten ,two", pair("small"), "small")).toEqual([]);
    expect(told("ten ,two", pair("any"), "any")).toEqual(["0-2 12"]);
  });

  test("before a number is never inside it", () => {
    expect(told("go ,ten two", pair("small"), "small")).toEqual(["1-3 12"]);
  });
});

describe("shapes", () => {
  const shape = (said: string, type: string) => told(said, [{ type: "x", form: "ok go at" }], type);

  test("are figures, single letters and words", () => {
    expect(shape("a 12 dog", "figures")).toEqual(["1-2 12"]);
    expect(shape("a 12 dog", "letter")).toEqual(["0-1 A"]);
    expect(shape("a 12 dog", "word")).toEqual(["0-1 a", "2-3 dog"]);
  });

  test("are letters when two to four of them are no word, or are written separately", () => {
    expect(shape("klm", "letters")).toEqual(["0-1 KLM"]);
    expect(shape("k", "letters")).toEqual([]);
    expect(shape("klmno", "letters")).toEqual([]);
    expect(shape("ok", "letters")).toEqual([]);
    expect(shape("OK", "letters")).toEqual([]);
    expect(shape("OK 12", "letters")).toEqual(["0-1 OK"]);
    expect(shape("b GO", "letters")).toEqual(["1-2 GO"]);
    expect(shape("ok 12", "letters")).toEqual([]);
    expect(shape("OK dog", "letters")).toEqual(["1-2 DOG"]);
  });
});
