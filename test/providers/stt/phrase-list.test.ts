// Phrase list: all possible answers to a closed question, to which a recogniser is restricted.

import { expect, test } from "bun:test";
import { phraseList } from "../../../src/providers/stt/phrase-list.ts";

const closed = { endSilenceMs: 700, closed: true } as const;

test("phrase list: only a closed question has one", () => {
  const phrases = { type: "phrases", phrases: ["yes", "no"] } as const;
  expect(phraseList(undefined, "en")).toBeUndefined();
  expect(phraseList({ anyOf: [phrases], endSilenceMs: 700 }, "en")).toBeUndefined();
  expect(phraseList({ ...closed, anyOf: [] }, "en")).toBeUndefined();
  expect(phraseList({ ...closed, anyOf: [phrases, phrases] }, "en")).toEqual(["yes", "no"]);
});

test("phrase list: a grammar becomes its texts, and digits become their words where those are known", () => {
  const said = {
    sequence: [
      { optional: "please" },
      { anyOf: ["half past", { repeat: "very", min: 1, max: 3 }] },
      { anyOrder: ["two", "please"] },
    ],
  } as const;
  const grammar = { type: "grammar", said } as const;
  expect(phraseList({ ...closed, anyOf: [grammar] }, "de")).toEqual(["please", "half past", "very", "two"]);
  const digits = { type: "digits", lengths: [4] } as const;
  expect(phraseList({ ...closed, anyOf: [digits] }, "en-GB")).toHaveLength(11);
  expect(phraseList({ ...closed, anyOf: [grammar, digits] }, "de")).toBeUndefined();
});

test("phrase list: a very long one is dropped", () => {
  const phrases = Array.from({ length: 501 }, (_, i) => `phrase ${i}`);
  expect(phraseList({ ...closed, anyOf: [{ type: "phrases", phrases }] }, "en")).toBeUndefined();
});
