// What the embedded voice is given to say for a spoken form.

import { expect, test } from "bun:test";
import { piecesOf, spokenText } from "../../src/speech/spoken-text.ts";

const spoken: readonly (readonly [written: string, said: string])[] = [
  ["café “Zoë” — naïve…", "cafe Zoe, naive."],
  ["Straße, Øre and Łódź", "Strasse, Ore and Lodz"],
  ["**bold** [link] a_b", "bold link a b"],
  ["in 1999, at 3:30, for 10 percent of 1,000,000", "in 1999, at 3:30, for 10 percent of 1,000,000"],
  ["Hm, hmm. The HMS Hm-12", "Hum, hum. The HMS Hum-12"],
  ["你好 🙂", ""],
];

for (const [written, said] of spoken) {
  test(`voice text: says ${JSON.stringify(written)} as ${JSON.stringify(said)}`, () => {
    expect(spokenText(written)).toBe(said);
  });
}

test("voice text: has no pieces when there is nothing to say", () => {
  for (const text of ["", " ", "…", "!?", "🙂", "—"]) expect(piecesOf(text)).toEqual([]);
});

test("voice text: is cut at the end of a sentence, at a comma, or at last between words", () => {
  const sentence = "This is one sentence of several that are said. ";
  expect(piecesOf(sentence.repeat(3)).length).toBe(2);
  const clause = "and then there is more, ";
  for (const text of [sentence.repeat(20), clause.repeat(40), "word ".repeat(200), "x".repeat(500)]) {
    const pieces = piecesOf(text);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(120);
    expect(pieces.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
  }
});
