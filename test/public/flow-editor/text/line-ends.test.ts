// Line end mapping: offsets between a text with any line ends and the same text as CodeMirror counts it.

import { expect, test } from "bun:test";
import { changeBetween, changedText, LineEnds } from "../../../../public/flow-editor/text/line-ends.ts";
import { LineIndex } from "../../../../src/flow/language/source/positions.ts";
import { random, type Random } from "../../../support/random.ts";

const pieces = ["a", "b: c", "\r\n", "\n", "\r\n", "\r", "😀", "ä", "# x", " "];

function textOf(dice: Random): string {
  return Array.from({ length: dice.int(0, 30) }, () => dice.pick(pieces)).join("");
}

test("line ends: both conversions are inverse, and a CRLF pair is one unit", () => {
  const ends = new LineEnds("a\r\nb\nc\r\n");
  expect(ends.normal).toBe("a\nb\nc\n");
  expect([0, 1, 2, 3, 4, 5, 6].map((at) => ends.toOriginal(at))).toEqual([0, 1, 3, 4, 5, 6, 8]);
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => ends.toNormal(at))).toEqual([0, 1, 1, 2, 3, 4, 5, 5, 6]);
});

test("line ends: offsets of any text survive both conversions, and never lie inside of a pair", () => {
  const dice = random(7);
  for (let round = 0; round < 300; round += 1) {
    const text = textOf(dice);
    const ends = new LineEnds(text);
    for (let at = 0; at <= ends.normal.length; at += 1) {
      const original = ends.toOriginal(at);
      expect(ends.toNormal(original)).toBe(at);
      if (text[original - 1] === "\r" && text[original] === "\n") throw new Error("inside of a pair");
    }
  }
});

test("line ends: unedited text stays byte-identical, and new lines end like most", () => {
  const dice = random(11);
  for (let round = 0; round < 300; round += 1) {
    const text = textOf(dice);
    const ends = new LineEnds(text);
    const from = dice.int(0, ends.normal.length);
    const to = dice.int(from, ends.normal.length);
    const changed = changedText(text, ends, [{ from, to, insert: "x\ny" }]);
    const head = text.slice(0, ends.toOriginal(from));
    const tail = text.slice(ends.toOriginal(to));
    expect(changed).toBe(`${head}x${ends.newline}y${tail}`);
  }
  expect(new LineEnds("a\r\nb\r\nc\n").newline).toBe("\r\n");
  expect(new LineEnds("a\r\nb\n").newline).toBe("\n");
  expect(new LineEnds("").newline).toBe("\n");
});

test("line ends: applying the change between two texts gives the second one", () => {
  const dice = random(13);
  for (let round = 0; round < 300; round += 1) {
    const [before, after] = [textOf(dice), textOf(dice)];
    const change = changeBetween(before, after);
    if (change === undefined) {
      expect(after).toBe(before);
      continue;
    }
    const { from, to, insert } = change;
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
  }
  expect(changeBetween("aXb", "aYb")).toEqual({ from: 1, to: 2, insert: "Y" });
  expect(changeBetween("aab", "ab")).toEqual({ from: 1, to: 2, insert: "" });
});

test("line ends: positions of the checker are converted to offsets", () => {
  const dice = random(17);
  for (let round = 0; round < 200; round += 1) {
    const text = dice.pick(["", "\ufeff"]) + textOf(dice);
    const ends = new LineEnds(text);
    const lines = new LineIndex(text);
    const from = text.startsWith("\ufeff") ? 1 : 0;
    for (let at = from; at <= text.length; at += 1) {
      const { line, column } = lines.rangeOf(at, at);
      expect(ends.offsetAt(line, column)).toBe(ends.toNormal(at));
    }
  }
  expect(new LineEnds("a\nb").offsetAt(9, 9)).toBe(3);
});
