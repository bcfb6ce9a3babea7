// What was really said fits well and has no silence amid it.

import { expect, test } from "bun:test";
import type { DecodedPath } from "../../src/speech/acoustic/decoded-path.ts";
import { isPlausible } from "../../src/speech/plausibility.ts";

/** A path of segments: text, frames of 10 ms, and how badly each frame fits. */
function path(...parts: readonly (readonly [text: string, frames: number, misfit: number])[]): DecodedPath {
  const segments = parts.map(([text, frames, misfit]) => ({
    text,
    from: 0,
    frames,
    score: 0,
    misfit: frames * misfit,
  }));
  return { text: "", segments };
}

test("plausible: words that fit, also with the pauses of who dictates", () => {
  expect(isPlausible(path(["four", 60, 4.2], ["<sil>", 18, 5]))).toBe(true);
  const digits = ["one", "two", "three", "four"].flatMap((word) => [
    [word, 40, 3.5] as const,
    ["<sil>", 20, 6] as const,
  ]);
  expect(isPlausible(path(...digits))).toBe(true);
});

test("plausible: not words that fit badly, nor ever more words", () => {
  expect(isPlausible(path(["four", 60, 6.2]))).toBe(false);
  const many = Array.from({ length: 16 }, () => ["four", 40, 3.5] as const);
  expect(isPlausible(path(...many.slice(0, 4)))).toBe(true);
  expect(isPlausible(path(...many))).toBe(false);
});

test("plausible: not with long silence where there is none", () => {
  expect(isPlausible(path(["four", 60, 4], ["<sil>", 60, 6], ["five", 40, 4]))).toBe(false);
});
