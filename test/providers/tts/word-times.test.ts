// Word times: vendors' messages become words with their place in the text's audio.

import { describe, expect, test } from "bun:test";
import { textPieces } from "../../../src/providers/tts/text-pieces.ts";
import { timesOf, WordTimes } from "../../../src/providers/tts/word-times.ts";

const letters = (text: string, from: number, each = 10) =>
  Array.from(text, (letter, at) => ({
    text: letter,
    startMs: from + at * each,
    endMs: from + (at + 1) * each,
  }));

describe("word times", () => {
  test("folds characters into words, also across two messages", () => {
    const times = new WordTimes();
    expect(times.letters(letters("Hello, wo", 0), 0)).toEqual([{ text: "Hello,", startMs: 0, endMs: 60 }]);
    expect(times.letters(letters("rld! ", 90), 90)).toEqual([{ text: "world!", startMs: 70, endMs: 130 }]);
    expect(times.end()).toEqual([]);
  });

  test("the last word needs no space, and spaces alone are no word", () => {
    const times = new WordTimes();
    expect(times.letters(letters("  Yes", 0), 0)).toEqual([]);
    expect(times.end()).toEqual([{ text: "Yes", startMs: 20, endMs: 50 }]);
    expect(times.letters(letters(" – ", 100), 0)).toEqual([]);
    expect(times.end()).toEqual([]);
  });

  test("decreasing times count from their own piece of audio", () => {
    const times = new WordTimes();
    times.letters(letters("one ", 0), 0);
    expect(times.letters(letters("two ", 0), 500)).toEqual([{ text: "two", startMs: 500, endMs: 530 }]);
    expect(times.letters(letters("six ", 0), 1_000)).toEqual([{ text: "six", startMs: 1_000, endMs: 1_030 }]);
    expect(times.letters(letters("ten ", 50), 1_500)).toEqual([
      { text: "ten", startMs: 1_050, endMs: 1_080 },
    ]);
  });

  test("an announced restart counts from the audio so far", () => {
    const times = new WordTimes();
    const word = (text: string, startMs: number) => ({ text, startMs, endMs: startMs + 5 });
    times.words([word("one", 0)], 0);
    times.restart(700);
    expect(times.words([word("two", 0)], 900)).toEqual([word("two", 700)]);
    expect(times.words([word("three", 30)], 900)).toEqual([word("three", 730)]);
  });

  test("punctuation belongs to the previous word", () => {
    const words = ["Well", " ,", "yes", "", "!", "?"].map((text, at) => ({
      text,
      startMs: at * 10,
      endMs: at * 10 + 9,
    }));
    expect(new WordTimes().words(words, 0).map(({ text }) => text)).toEqual(["Well,", "yes!?"]);
    expect(new WordTimes().words(words.slice(4), 0)).toEqual([]);
  });

  test("reads lists of any length and content without trust", () => {
    expect(timesOf([["a", "b", 7, "d"], [0, 1, 2], [1]], 1_000, "ends")).toEqual([
      { text: "a", startMs: 0, endMs: 1_000 },
      { text: "b", startMs: 1_000, endMs: 1_000 },
    ]);
    expect(timesOf([["a", "b"], [0, 5], [5]], 1, "durations")).toEqual([
      { text: "a", startMs: 0, endMs: 5 },
      { text: "b", startMs: 5, endMs: 5 },
    ]);
    expect(timesOf([["a", "b", "c"], [-1, Number.NaN, "0"], []], 1, "ends")).toEqual([]);
  });

  test("a word never ends before it begins", () => {
    expect(new WordTimes().words([{ text: "a", startMs: 10.4, endMs: 5 }], 0)).toEqual([
      { text: "a", startMs: 10, endMs: 10 },
    ]);
  });
});

describe("text pieces", () => {
  test("cuts after spaces, and joined they are the text", () => {
    expect(textPieces("one two three", 8)).toEqual(["one two ", "three"]);
    expect(textPieces("one two three", 7)).toEqual(["one ", "two ", "three"]);
    expect(textPieces("short", 8)).toEqual(["short"]);
    for (const charsMax of [3, 4, 5, 9]) {
      const text = "a 🙂🙂🙂🙂 bcdefghijk lm";
      const pieces = textPieces(text, charsMax);
      expect(pieces.join("")).toBe(text);
      expect(pieces.every((piece) => piece.length <= charsMax && piece.isWellFormed())).toBe(true);
    }
  });
});
