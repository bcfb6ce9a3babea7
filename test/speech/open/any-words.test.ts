// Open recogniser: its network's output becomes answers, other words, or nothing.

import { expect, test } from "bun:test";
import llama from "llama-tokenizer-js";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import { ACCEPT_MIN, CONFIRM_MIN } from "../../../src/flow/engine/understand/thresholds.ts";
import { freeTextOf } from "../../../src/speech/open/likeliest-text.ts";
import { OpenRecogniser } from "../../../src/speech/open/any-words.ts";
import { Pieces } from "../../../src/speech/open/pieces.ts";
import { Question } from "../../../src/speech/open/question.ts";
import { type AnswerKind, confidenceOf } from "../../../src/speech/open/verdict.ts";
import { FakeModel, type Likely } from "./fake-model.ts";

const pieces = new Pieces();
const second = new Float32Array(16_000);

/** The pieces of a text. */
const written = (text: string): readonly number[] => llama.encode(text, false);

const numbers: Expectation = {
  anyOf: [
    { type: "phrases", phrases: ["two", "three", "four"] },
    { type: "phrases", phrases: ["repeat", "huh"], areCommands: true },
    {
      type: "grammar",
      said: { sequence: ["for", { anyOf: ["two", "three", "four"] }, { optional: "people" }] },
    },
  ],
  meanings: { kind: "number", groups: [["two"], ["three"], ["four"]], isOnly: true },
  closed: true,
  endSilenceMs: 0,
};
const question = Question.of(pieces, numbers);

type Texts = Readonly<Record<string, number>>;

const likelyOf = (texts: Texts): readonly Likely[] =>
  Object.entries(texts).map(([text, probability]) => [written(text), probability]);

/** `texts`: possible texts of the network, with the probabilities; `later`: those of the same sound a little later. */
function heardOf(texts: Texts, asked = question, later = texts) {
  const model = new FakeModel(likelyOf(texts), likelyOf(later));
  const heard = new OpenRecogniser(model).hear(second, asked);
  expect(model.released).toBe(model.encoded);
  return heard;
}

test("an answer is taken when the network writes it, in any form", () => {
  const heard = heardOf({ "For.": 0.4, "4": 0.3, "Four.": 0.25, "Two.": 0.01, "Door.": 0.04 });
  expect(heard).toMatchObject({ text: "four", rejected: false, alternative: "two" });
  expect(heard.confidence).toBeGreaterThanOrEqual(ACCEPT_MIN);
  expect(heard.evidence?.fit).toBeCloseTo(Math.log(0.95), 2);
  expect(heard.evidence?.lead).toBeCloseTo(Math.log(95), 2);
});

test("an answer that is not sure is judged by the mean of two hearings", () => {
  const surely = { "Two.": 0.98, "Three.": 0.02 };
  const hardly = { "Two.": 0.7, "Three.": 0.3 };
  expect(heardOf(hardly).confidence).toBeLessThan(ACCEPT_MIN);
  const mended = heardOf(hardly, question, surely);
  expect(mended.evidence?.fit).toBeCloseTo(Math.log(0.84), 2);
  expect(mended.evidence?.lead).toBeCloseTo(Math.log(84 / 16), 2);
  // The second hearing alone would be another answer.
  expect(heardOf(hardly, question, { "Three.": 0.96 })).toMatchObject({ text: "three", alternative: "two" });
  const long = new FakeModel(likelyOf(hardly), likelyOf(surely));
  new OpenRecogniser(long).hear(new Float32Array(96_001), question);
  expect(long.encoded).toBe(1);
  expect(heardOf(surely, question, hardly).evidence?.fit).toBeCloseTo(Math.log(0.98), 2);
});

test("a likely but uncertain free text is replaced by a likelier one of the same sound a little later", () => {
  const freely = (texts: Texts, later: Texts, samples = 16_000) => {
    const model = new FakeModel(likelyOf(texts), likelyOf(later));
    const heard = new OpenRecogniser(model).hear(new Float32Array(samples), undefined);
    expect(model.released).toBe(model.encoded);
    return { heard, hearings: model.encoded };
  };
  const others = "Harry. Nobody. Eleven. Under. Only. Ever. Over. Inner.".split(" ");
  const doubtful = { "Eric Ode.": 0.12, ...Object.fromEntries(others.map((text) => [text, 0.1])) };
  const sure = { "Area code.": 0.99 };
  const { heard: mended, hearings } = freely(doubtful, sure);
  expect([mended.text, hearings]).toEqual(["Area code.", 3]);
  expect(freely(sure, doubtful)).toMatchObject({ heard: { text: "Area code." }, hearings: 1 });
  expect(freely(doubtful, sure, 96_001)).toMatchObject({ heard: { text: "Eric Ode." }, hearings: 1 });
});

test("a string of digits is heard once, even if doubtful", () => {
  const code: Expectation = { anyOf: [{ type: "digits", lengths: [2] }], closed: true, endSilenceMs: 0 };
  const model = new FakeModel(likelyOf({ "4 5": 0.5, "9 5": 0.4 }));
  new OpenRecogniser(model).hear(second, Question.of(pieces, code));
  expect(model.encoded).toBe(1);
});

test("an answer is read back if another one is nearly as likely, and rejected if it is as likely", () => {
  const near = heardOf({ "Two.": 0.75, "Three.": 0.25 });
  expect(near).toMatchObject({ text: "two", alternative: "three", rejected: false });
  expect(near.confidence).toBeLessThan(ACCEPT_MIN);
  expect(near.confidence).toBeGreaterThanOrEqual(CONFIRM_MIN);
  expect(heardOf({ "Two.": 0.51, "Three.": 0.49 })).toMatchObject({ text: "", rejected: true });
});

test("a number of middling fit is taken when some English is likely, and read back when none is", () => {
  const likely = heardOf({ "Four.": 0.03, "Door.": 0.9 });
  expect(likely.text).toBe("four");
  expect(likely.confidence).toBeGreaterThanOrEqual(ACCEPT_MIN);
  const words = "Ba Ca Da Fa Ga Ha Ja Ka La Ma Na Pa Qa Ra Sa Va".split(" ");
  const unlikely = heardOf({ "Four.": 0.03, ...Object.fromEntries(words.map((word) => [word, 0.06])) });
  expect(unlikely.text).toBe("four");
  expect(unlikely.confidence).toBeLessThan(ACCEPT_MIN);
  expect(unlikely.confidence).toBeGreaterThanOrEqual(CONFIRM_MIN);
});

test("a number outside the expected ones does not become another one", () => {
  const heard = heardOf({ "Nineteen.": 0.9, "Four.": 0.03 });
  expect(heard).toMatchObject({ text: "Nineteen.", rejected: false });
  expect(heard.confidence).toBeLessThan(ACCEPT_MIN);
});

test("an uncertain option is taken by its name, and any option is read back by its number", () => {
  const menu = Question.of(pieces, {
    anyOf: [{ type: "phrases", phrases: ["coffee", "the first", "tea", "the second"] }],
    meanings: {
      kind: "option",
      groups: [
        ["coffee", "the first"],
        ["tea", "the second"],
      ],
      isOnly: true,
    },
    closed: true,
    endSilenceMs: 0,
  });
  const rest = { Door: 0.8 };
  expect(heardOf({ "Coffee.": 0.1, ...rest }, menu).confidence).toBeGreaterThanOrEqual(ACCEPT_MIN);
  const position = heardOf({ "The first.": 0.1, ...rest }, menu);
  expect(position.text).toBe("the first");
  expect(position.confidence).toBeWithin(CONFIRM_MIN, ACCEPT_MIN);
  expect(heardOf({ "The first.": 0.004, ...rest }, menu)).toMatchObject({ text: "", rejected: true });
  expect(heardOf({ "The first.": 0.99 }, menu).confidence).toBeWithin(CONFIRM_MIN, ACCEPT_MIN);
});

test("an answer is found when the network prefers silence", () => {
  const nothing: readonly number[] = [];
  const model = new FakeModel([
    [nothing, 0.9],
    [written("Three."), 0.09],
    [written("Four."), 0.001],
  ]);
  expect(new OpenRecogniser(model).hear(second, question)).toMatchObject({
    text: "three",
    rejected: false,
  });
});

test("free text is used when none of the answers matched", () => {
  const heard = heardOf({ "What time do you close?": 0.9, "Four.": 0.000_01 });
  expect(heard).toMatchObject({ text: "What time do you close?", rejected: false });
  expect(heard.confidence).toBeUndefined();
});

test("a single other word is dropped, and so is a text that the network doubts", () => {
  expect(heardOf({ "Door.": 0.99 })).toMatchObject({ text: "", rejected: true });
  const doubted = Object.fromEntries(
    ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map((end) => [`We go ${end}`, 0.11]),
  );
  expect(heardOf(doubted)).toMatchObject({ text: "", rejected: true });
});

test("an expected sentence around an answer is taken, and a few other words with one in them are read back", () => {
  const sentence = heardOf({ "For three people.": 0.95 });
  expect(sentence).toMatchObject({ text: "for three people", rejected: false });
  expect(sentence.confidence).toBeGreaterThanOrEqual(ACCEPT_MIN);
  const other = heardOf({ "The three bears.": 0.95 });
  expect(other.text).toBe("The three bears.");
  expect(other.confidence).toBeLessThan(ACCEPT_MIN);
});

test("an unsure command is dropped", () => {
  expect(heardOf({ "Repeat.": 0.97 })).toMatchObject({ text: "repeat", rejected: false });
  expect(heardOf({ "Huh?": 0.04, Hm: 0.96 })).toMatchObject({ text: "", rejected: true });
});

test("a likely text is taken at an open question", () => {
  expect(heardOf({ "My name is Ann.": 0.9 }, undefined)).toMatchObject({
    text: "My name is Ann.",
    rejected: false,
  });
  expect(new OpenRecogniser(new FakeModel([])).hear(new Float32Array(0), undefined)).toMatchObject({
    text: "",
  });
});

test("a string of letters or digits is heard when the model prefers silence, and two words are not", () => {
  const beside = (text: string): Likely[] => [
    [[], 0.55],
    [written(text), 0.4],
  ];
  const heard = (text: string): string =>
    new OpenRecogniser(new FakeModel(beside(text))).hear(new Float32Array(32_000), undefined).text;
  expect(heard("Four, one, five, eight.")).toBe("Four, one, five, eight.");
  expect(heard("P-a-t-e-l, X, 4.")).toBe("P-a-t-e-l, X, 4.");
  expect(heard("Thank you.")).toBe("");
});

test("a repeating text is abandoned early", () => {
  const again = Array.from({ length: 400 }, () => 1234);
  const model = new FakeModel([[again, 1]]);
  const encoded = model.encode(new Float32Array(30 * 16_000));
  const text = freeTextOf(model, { encoded, first: model.begin(encoded, []) });
  expect(text.mean).toBe(-Infinity);
  expect(model.steps).toBeLessThan(20);
});

test("a known text costs one step, and only its changed part is decoded", () => {
  const said = written("We would like a table for two.");
  const model = new FakeModel([[said, 1]]);
  const encoded = model.encode(new Float32Array(48_000));
  const first = model.begin(encoded, []);
  model.steps = 0;
  expect(freeTextOf(model, { encoded, first }, said).pieces).toEqual(said);
  expect(model.steps).toBe(1);
  const before = [...said.slice(0, 4), ...written("cable")];
  expect(freeTextOf(model, { encoded, first }, before).pieces).toEqual(said);
});

test("confidence rises with fit and with lead, and a yes needs more of both than an option", () => {
  const kinds: readonly AnswerKind[] = ["number", "digits", "yes-no", "option", "sentence", "command"];
  for (const kind of kinds) {
    const fits = [-20, -8, -5, -3, -1, 0].map((fit) => confidenceOf(kind, { fit, lead: 6 }, true));
    const leads = [0, 0.4, 1, 2, 3, 8].map((lead) => confidenceOf(kind, { fit: -0.5, lead }, true));
    for (const row of [fits, leads]) {
      expect(row, kind).toEqual(row.toSorted((a, b) => a - b));
      expect(
        row.every((one) => one >= 0 && one <= 1),
        kind,
      ).toBe(true);
    }
    expect(confidenceOf(kind, { fit: 0, lead: 99 }, true), kind).toBe(1);
  }
  const doubtful = { fit: -2.5, lead: 3 };
  expect(confidenceOf("option", doubtful, true)).toBeGreaterThanOrEqual(ACCEPT_MIN);
  expect(confidenceOf("yes-no", doubtful, true)).toBeLessThan(CONFIRM_MIN);
});
