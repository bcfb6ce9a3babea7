// Word alignment: how far a voice has come in a written sentence, counted in the words of its spoken form.

import { expect, test } from "bun:test";
import { spokenForm } from "../../src/spoken/spoken-form.ts";
import { wordsOf, writtenUntil } from "../../src/spoken/word-alignment.ts";
import { random } from "../support/random.ts";

const total = "Your total is $5.50 today, Ada.";
const said = "Your total is five dollars fifty today, Ada.";

test.each([
  [0, ""],
  [1, "Your"],
  [3, "Your total is"],
  [4, "Your total is"],
  [5, "Your total is"],
  [6, "Your total is $5.50"],
  [7, "Your total is $5.50 today,"],
  [8, total],
  [99, total],
])("word alignment: after %p words of the sum it is at %p", (count, written) => {
  expect(writtenUntil(total, said, count)).toBe(written);
});

test.each([
  // Two written words share their spoken words.
  ["On 24/11 9-5 please", "On the twenty-fourth nine to five please", 4, "On 24/11"],
  // Unspoken signs belong to the word before them.
  ["One – two", "One two", 1, "One –"],
  ["One two –", "One two", 2, "One two –"],
  // The same word twice: the order counts.
  ["no no yes no", "no no yes no", 2, "no no"],
  ["a b", "c d", 1, "a"],
])("word alignment: %p, said as %p, after %p words: %p", (written, spoken, count, until) => {
  expect(writtenUntil(written, spoken, count)).toBe(until);
});

test("word alignment: for any sentence it begins with nothing, never goes back, and ends complete", () => {
  const draw = random(20261123);
  const words = ["at", "9:30", "$1.5M", "to", "Dr.", "Kim", "on", "2026-11-23", "&", "–", "no", "the", "5%"];
  for (let i = 0; i < 300; i++) {
    const written = Array.from({ length: draw.int(1, 12) }, () => draw.pick(words)).join(" ");
    const spoken = spokenForm(written, { language: "en" }).text;
    const steps = Array.from({ length: wordsOf(spoken).length + 1 }, (_, count) =>
      writtenUntil(written, spoken, count),
    );
    for (const [index, step] of steps.entries()) {
      expect(written.startsWith(step)).toBe(true);
      expect(step.length).toBeGreaterThanOrEqual(steps[index - 1]?.length ?? 0);
    }
    expect(steps.at(-1)).toBe(written);
  }
});
