// Turns that continue after a pause, or never end, in the turn step.

import { expect, test } from "bun:test";
import { step, type TurnEffect, type TurnEvent, turnStart, type TurnState } from "../../../src/voice/turn.ts";

const words = (text: string, confidence?: number): TurnEvent => ({
  type: "words",
  text,
  rejected: false,
  ...(confidence === undefined ? {} : { confidence }),
});
const nothing: TurnEvent = { type: "words", text: "", rejected: false };
const garbage: TurnEvent = { type: "words", text: "", rejected: true };
const speech: TurnEvent = { type: "speech-started" };
const quiet: TurnEvent = { type: "speech-ended" };

/** All answers that these events lead to. */
function answersTo(events: readonly TurnEvent[], changes: Partial<TurnState> = {}): readonly TurnEffect[] {
  let state: TurnState = { ...turnStart, ...changes };
  const all: TurnEffect[] = [];
  for (const event of events) {
    const [next, effects] = step(state, event);
    state = next;
    all.push(...effects);
  }
  return all.filter(({ type }) => type === "answer");
}

const answer = (reply: number, text: string, more = {}): TurnEffect => ({
  type: "answer",
  reply,
  input: { type: "words", text, ...more },
});

test("turn: words that come while the caller speaks again wait for the rest of the turn", () => {
  expect(answersTo([speech, quiet, speech, words("twenty")])).toEqual([]);
  expect(answersTo([speech, quiet, speech, words("twenty"), quiet, words("five")])).toEqual([
    answer(1, "twenty five"),
  ]);
});

test("turn: a noise after words leaves them as they are, and later words are a turn of their own", () => {
  for (const noise of [garbage, nothing]) {
    const first = [speech, quiet, speech, words("four"), quiet, noise];
    expect(answersTo(first)).toEqual([answer(1, "four")]);
    const spoken: TurnEvent = { type: "spoken", reply: 1 };
    expect(answersTo([...first, spoken, speech, quiet, words("yes")])).toEqual([
      answer(1, "four"),
      answer(2, "yes"),
    ]);
  }
});

test("turn: parts of a turn are joined, as sure as the least sure of them", () => {
  const parts = [speech, words("three one", 0.9), words("four", 0.6), quiet, words("seven")];
  expect(answersTo(parts)).toEqual([answer(1, "three one four seven", { confidence: 0.6 })]);
});

/** The floor after words of a turn that was too long, and the agent's answer to them. */
function stopped(text: string, rejected: boolean) {
  const [talking] = step(turnStart, { type: "speech-started" });
  const [state, effects] = step(talking, { type: "words", text, rejected, isTooLong: true });
  return { state, done: effects.filter(({ type }) => type !== "disarm") };
}

test("turn: a rambling caller hears that before the answer, and still talks then", () => {
  const { state, done } = stopped("on and on", false);
  expect(done).toEqual([
    { type: "answer", reply: 1, input: { type: "words", text: "on and on" }, stops: true },
  ]);
  expect(state).toMatchObject({ talking: true, floor: { holder: "agent" } });
  expect(stopped("", true).done).toEqual([
    { type: "answer", reply: 1, input: { type: "no-match" }, stops: true },
  ]);
});

test("turn: a noise without words gets no answer, however long it lasts", () => {
  const { state, done } = stopped("", false);
  expect(done).toEqual([]);
  expect(state.floor).toEqual({ holder: "caller" });
});

const input = (type: "woken" | "keys" | "words"): TurnEvent => ({
  type: "input",
  input: type === "keys" ? { type, keys: "4" } : type === "words" ? { type, text: "four" } : { type },
  interrupt: true,
});
const partial: TurnEvent = { type: "partial" };
const spoken = (reply: number): TurnEvent => ({ type: "spoken", reply });
const answers = (events: readonly TurnEvent[], changes: Partial<TurnState> = {}): readonly string[] =>
  answersTo(events, changes).flatMap((it) => (it.type === "answer" ? [it.input.type] : []));

test("turn: news waits for a speaking caller's words, and follows the answer to them", () => {
  expect(answers([speech, partial, input("woken"), quiet])).toEqual([]);
  const answered = [speech, partial, input("woken"), quiet, words("four")];
  expect(answers(answered)).toEqual(["words"]);
  expect(answers([...answered, spoken(1)])).toEqual(["words", "woken"]);
  // A caller who speaks again by then does not hear it either.
  const again = [...answered, speech, partial, spoken(1)];
  expect(answers(again)).toEqual(["words"]);
  expect(answers([...again, quiet, nothing])).toEqual(["words", "woken"]);
  expect(answers([...answered, speech, spoken(1)])).toEqual(["words", "woken"]);
});

test("turn: news waits for no noise, and for no failed words", () => {
  expect(answers([speech, input("woken")])).toEqual(["woken"]);
  expect(answers([speech, input("woken")], { tellsPartials: false })).toEqual([]);
  expect(answers([speech, quiet, input("woken")], { tellsPartials: false })).toEqual(["woken"]);
  expect(answers([speech, partial, input("woken"), quiet, nothing])).toEqual(["woken"]);
  expect(answers([input("woken")])).toEqual(["woken"]);
  // The caller's acts come out unchanged.
  expect(answers([speech, partial, input("words")])).toEqual(["words"]);
});

test("turn: after delayed news, a silence is asked about as usual", () => {
  const silence: TurnEvent = { type: "timer", timer: "silence" };
  const over = [speech, partial, input("woken"), quiet, nothing, spoken(1), silence];
  expect(answers(over)).toEqual(["woken", "silence"]);
});

test("turn: words and keys of one turn answer once, where keys answer", () => {
  const both = { keysAnswer: true };
  expect(answers([speech, quiet, input("keys"), words("four")], both)).toEqual(["keys"]);
  expect(answers([speech, input("keys"), quiet, spoken(1), words("four")], both)).toEqual(["keys"]);
  expect(answers([speech, quiet, speech, words("four"), input("keys"), quiet, words("five")], both)).toEqual([
    "keys",
  ]);
  expect(answers([speech, quiet, input("keys"), words("four")])).toEqual(["keys", "words"]);
  // The next turn stands alone, and so does the turn after an answered one.
  const next = [speech, quiet, words("five")];
  expect(answers([speech, quiet, input("keys"), words("four"), ...next], both)).toEqual(["keys", "words"]);
  expect(answers([...next, spoken(1), input("keys"), ...next], both)).toEqual(["words", "keys", "words"]);
  expect(answers([speech, quiet, input("words"), words("five")], both)).toEqual(["words", "words"]);
  // A turn without an end swallows no more than itself.
  const endless: TurnEvent = { type: "words", text: "on and on", rejected: false, isTooLong: true };
  const talks = [speech, input("keys"), spoken(1), endless, quiet, words("five")];
  expect(answers(talks, both)).toEqual(["keys", "words"]);
});
