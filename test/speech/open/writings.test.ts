// Expected phrases, in all writings of the recogniser.

import { expect, test } from "bun:test";
import type { Expectation } from "../../../src/flow/engine/expectation.ts";
import { Pieces } from "../../../src/speech/open/pieces.ts";
import { Question } from "../../../src/speech/open/question.ts";
import { Sayings } from "../../../src/speech/open/sayings.ts";
import { type Spot, Writings } from "../../../src/speech/open/writings.ts";
import { questionOf } from "../../bench/ears/ears-caller.ts";
import { FlowTalk } from "../../support/fakes/flow-talk.ts";

const pieces = new Pieces();
const sayingsOf = (...anyOf: Expectation["anyOf"]) => new Writings(pieces, new Sayings(anyOf));

function asked(variable: string): Question {
  const talk = new FlowTalk(questionOf(variable));
  talk.start();
  const question = Question.of(pieces, talk.expectation);
  if (question === undefined) throw new Error(`${variable} asks for anything`);
  return question;
}

test("a number may be written as a word, as figures, and as a homophone", () => {
  const { whole } = asked(`type: number, integer: true, min: 0, max: 30, ask: "For how many people?"`);
  const read = (text: string) => whole.readingsOfText(text);
  for (const text of ["Two.", "two", "2", "Too!", "To."]) expect(read(text), text).toEqual(["two"]);
  for (const text of ["21.", "Twenty-one", "twenty one,"]) expect(read(text), text).toEqual(["twenty one"]);
  expect(read("It's for 4 people, please.")).toEqual(["it's for four people please"]);
  for (const text of ["31", "Twenty one two", "Oh.", "Blue.", ""]) expect(read(text), text).toEqual([]);
});

test("a string of digits may be of any length, written in words and in figures of any grouping", () => {
  const { whole } = asked(`type: digits, length: 4, ask: "Which code, please?"`);
  const read = (text: string) => whole.readingsOfText(text);
  for (const text of ["Four nine, 49.", "4949", "49, 49", "four nine for nine"])
    expect(read(text), text).toEqual(["four nine four nine"]);
  expect(read("007")).toEqual(["zero zero seven", "oh oh seven"]);
  expect(read("1 2 3 4 5 6")).toEqual(["one two three four five six"]);
  expect(read("1234567")).toEqual([]);
});

test("a date may be written with ordinals, and a time with figures", () => {
  const date = asked(`type: date, ask: "When?"`).whole;
  expect(date.readingsOfText("The 21st of July.")).toEqual(["the twenty first of july"]);
  expect(date.readingsOfText("July fifth")).toEqual(["july fifth"]);
  expect(date.readingsOfText("July 45th")).toEqual([]);
  const time = asked(`type: time, ask: "At what time?"`).whole;
  expect(time.readingsOfText("Half past 7.")).toEqual(["half past seven"]);
  expect(time.readingsOfText("7:30 p.m.")).toEqual(["seven thirty p m"]);
});

test("each part of any order is said at most once, and a repeated part as often as it may be", () => {
  const order = sayingsOf({ type: "grammar", said: { anyOrder: ["ham", "cheese"] } });
  for (const text of ["Ham.", "cheese ham", "Ham, cheese"])
    expect(order.readingsOfText(text), text).toHaveLength(1);
  for (const text of ["ham ham", "ham cheese ham", ""]) expect(order.readingsOfText(text), text).toEqual([]);
  const twice = sayingsOf({ type: "grammar", said: { sequence: [{ repeat: "ha", min: 2, max: 3 }, "end"] } });
  expect(
    ["ha end", "ha ha end", "ha ha ha end", "ha ha ha ha end"].map(
      (text) => twice.readingsOfText(text).length,
    ),
  ).toEqual([0, 1, 1, 0]);
});

test("the possible next pieces are exactly those that keep the text an expected one", () => {
  const writings = sayingsOf({ type: "phrases", phrases: ["yes", "yes please"] });
  const written = (spots: readonly Spot[]) =>
    spots.flatMap((spot) => writings.after(spot)).map(({ piece }) => pieces.textOf([piece]).toLowerCase());
  const first = written([writings.start]);
  expect(new Set(first.filter((text) => /[a-z]/.test(text)))).toEqual(new Set(["y", "ye", "yes"]));
  const yes = writings.after(writings.start).find(({ piece }) => pieces.textOf([piece]) === "Yes");
  expect(writings.wholeOf(yes?.spots ?? [])).toEqual(["yes"]);
  expect(
    written(yes?.spots ?? [])
      .filter((text) => /[a-z]/.test(text))
      .every((text) => "please".startsWith(text)),
  ).toBe(true);
});

test("an answer is awaited while a longer one begins with it, except before a please", () => {
  const code = asked(`type: digits, length: 4, ask: "Which code, please?"`);
  expect([code.grows("four nine"), code.grows("four nine four nine")]).toEqual([true, false]);
  const number = asked(`type: number, integer: true, min: 0, max: 30, ask: "How many?"`);
  expect([number.grows("twenty"), number.grows("four"), number.grows("blue")]).toEqual([true, false, false]);
});

test("texts mean the same when they name the same option, number or digits", () => {
  const choice = asked(
    `type: choice, options: [{id: sales, label: Sales, synonyms: [the shop]}, {id: help, label: Support}], ask: "Who?"`,
  );
  expect(choice.kind).toBe("option");
  expect(choice.meaningOf("the shop")).toBe(choice.meaningOf("sales"));
  expect(choice.meaningOf("support")).not.toBe(choice.meaningOf("sales"));
  const code = asked(`type: digits, length: 4, ask: "Which code, please?"`);
  expect(code.meaningOf("oh one zero two")).toBe(code.meaningOf("zero one oh two"));
  expect(code.meaningOf("my pin is one two three four please")).toBe("1234");
  const yes = asked(`type: boolean, ask: "Is that right?"`);
  expect(yes.meaningOf("yeah")).toBe(yes.meaningOf("yes please"));
  expect([yes.kindOf("repeat that"), yes.kindOf("no")]).toEqual(["command", "yes-no"]);
});

test("a question for a name or a text has no set answers", () => {
  for (const type of ["name", "text"]) {
    const talk = new FlowTalk(questionOf(`type: ${type}, ask: "What?"`));
    talk.start();
    expect(Question.of(pieces, talk.expectation)).toBeUndefined();
  }
});
