// Closest word: the likeliest intended word.

import { expect, test } from "bun:test";
import { closest } from "../../src/base/closest-word.ts";

test.each([
  ["gusts", "guests"],
  ["guset", "guest"],
  ["Guests", "guests"],
  ["langages", "languages"],
  ["„day“", "day"],
  ["“Guests”", "guests"],
  ["“”", undefined],
  ["abcdefg", undefined],
  ["x", undefined],
  ["", undefined],
  ["g".repeat(100_000), undefined],
])("a typo like %.20s suggests %p", (word, meant) => {
  expect(closest(word, ["guests", "guest", "languages", "day"])).toBe(meant);
});
