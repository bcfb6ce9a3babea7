// From what a responder expects to what the recogniser listens for.

import { expect, test } from "bun:test";
import type { Expected } from "../../src/flow/engine/expectation.ts";
import { grammarOf, wordsOf } from "../../src/speech/grammar.ts";

const dictionary: Readonly<Record<string, string>> = {
  book: "B UH K",
  a: "AH",
  table: "T EY B AH L",
  goodbye: "G UH D B AY",
  good: "G UH D",
  bye: "B AY",
  "o'clock": "AH K L AA K",
  "a.m.": "EY EH M",
};

const grammar = (...anyOf: Expected[]) => grammarOf({ anyOf, endSilenceMs: 700 }, (word) => dictionary[word]);
const phrases = (...list: string[]): Expected => ({ type: "phrases", phrases: list });

test("grammar: tells a whole phrase from a beginning", () => {
  const { fits, grows } = grammar(phrases("book a table", "book"));
  expect([fits("book a table"), fits("book"), fits("book a"), fits("")]).toEqual([true, true, false, false]);
  expect([grows("book"), grows("book a"), grows("book a table")]).toEqual([true, true, false]);
});

test("grammar: takes strings of digits of the expected lengths", () => {
  const { fits, grows, whole } = grammar({ type: "digits", lengths: [4, 2, 2, 0, -1, 2.5, 99] });
  expect([fits("one two"), fits("oh two three"), fits("zero oh two three")]).toEqual([true, false, true]);
  expect([grows("one"), grows("one two"), grows("one two three four")]).toEqual([true, true, false]);
  expect(whole).toContain("<short> = <digit> <digit> [ <digit> <digit> ];");
});

test("grammar: leaves out a phrase with an unknown word, and only that", () => {
  const { fits, unknown, whole } = grammar(phrases("book a xyzzy", "book a table", "$%&", "book; <x>"));
  expect(unknown).toEqual(["xyzzy", "x"]);
  expect([fits("book a table"), fits("book a xyzzy")]).toEqual([true, false]);
  expect(whole).not.toContain("xyzzy");
});

test("grammar: writes what sounds the same as it was written first", () => {
  expect(grammar(phrases("goodbye", "good bye")).whole).toContain("<short> = goodbye;");
  expect(grammar(phrases("good bye", "goodbye")).whole).toContain("<short> = good bye;");
});

test("grammar: is empty when nothing can be said", () => {
  for (const nothing of [grammar(), grammar(phrases()), grammar(phrases("xyzzy"))]) {
    expect(nothing.whole).toBeUndefined();
  }
});

test("grammar: drops phrases beyond its limits and counts them", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz".split("");
  const words = letters.flatMap((x) => letters.flatMap((y) => [x + y, `${x}${y}z`]));
  const large = grammarOf({ anyOf: [phrases(...words)], endSilenceMs: 0 }, (word) => word.toUpperCase());
  expect(large.dropped).toBe(words.length - 1_000);
  expect(large.fits(words[0]!)).toBe(true);
  const long = grammar(phrases(Array(31).fill("book").join(" ")));
  expect([long.dropped, long.whole]).toEqual([1, undefined]);
});

test("words: are what is said, without marks", () => {
  expect(wordsOf("  Book a TABLE, please! ")).toEqual(["book", "a", "table", "please"]);
  expect(wordsOf("It’s 'five' o'clock a.m.")).toEqual(["it's", "five", "o'clock", "a.m."]);
  expect(wordsOf("twenty-one. ")).toEqual(["twenty", "one"]);
  expect(wordsOf("{}|<>;=/\\*+[]()")).toEqual([]);
});
