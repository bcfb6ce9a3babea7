// The interpreter at work on small flows: failures, keys, handlers, and the ways a conversation is kept from
// going round in circles.

import { expect, test } from "bun:test";
import { FlowTalk, programOf } from "../support/flow-talk.ts";

const base = `
voice_flow: 1
id: small
language: en
start: first
variables:
  dept:
    type: choice
    options: [{id: sales, dtmf: "1"}, {id: support, dtmf: "12"}, {id: other}]
  guests: {type: number, integer: true, min: 1, max: 50, ask: How many?}
  code: {type: digits, min_length: 3, max_length: 5, ask: Which code?}
  ok: {type: boolean}
defaults: {give_up: lost, max_attempts: 3}
handlers:
  help: {say: [Help one., Help two.]}
  operator: {dtmf: "0", next: desk}
  star: {dtmf: "*", say: Star.}
`;
const nodes = `
nodes:
  first: {menu: dept, say: [Which one?, Which one now?], goto: {sales: many, support: which, other: legal}}
  many: {ask: guests, no_match: How many again?, next: sure}
  which: {ask: code, max_attempts: 9, next: sure}
  sure:
    ask: ok
    say: "{{ dept }}, {{ guests }}, {{ code }}: sure?"
    next: [{if: not ok, goto: first}, {else: bye}]
  legal: {say: This call is recorded., barge_in: false, next: first}
  desk: {say: Connecting., end: desk}
  lost: {say: Lost., end: lost}
  bye: {say: Goodbye., end: done}
`;

function begin(document = base + nodes): FlowTalk {
  const talk = new FlowTalk(programOf(document));
  talk.start();
  return talk;
}

test("a wording for the second visit is used at the second visit, and the last one from then on", () => {
  const talk = begin();
  for (let round = 0; round < 3; round++) {
    expect(talk.hear("sales")).toBe("How many?");
    talk.hear("two");
    expect(talk.hear("no")).toBe("Which one now?");
  }
});

test("what was answered is spoken by its type, and what is empty is left out", () => {
  const talk = begin();
  talk.hear("support");
  expect(talk.hear("oh oh seven")).toBe("support, , zero, zero, seven: sure?");
  talk.hear("no");
  talk.hear("sales");
  expect(talk.hear("42")).toBe("sales, forty two, zero, zero, seven: sure?");
});

test("without own wording the apology is followed by the question, and it changes", () => {
  const talk = begin();
  expect(talk.hear("bananas")).toBe("Sorry, I did not understand that. Which one?");
  expect(talk.hear("bananas")).toBe("Sorry, I still did not understand that. Which one?");
  expect(talk.hear("bananas")).toBe("Lost.");
  expect(talk.outcome).toBe("lost");
});

test("silence and misunderstanding have wordings of their own and are counted together", () => {
  const talk = begin();
  expect(talk.silence()).toBe("I did not hear anything. Which one?");
  expect(talk.give({ type: "no-match" })).toBe("Sorry, I did not understand that. Which one?");
  expect(talk.silence()).toBe("Lost.");
});

test("failures at one question do not count at the next", () => {
  const talk = begin();
  talk.hear("bananas");
  talk.hear("bananas");
  talk.hear("sales");
  expect(talk.hear("bananas")).toBe("How many again?");
  expect(talk.hear("bananas")).toBe("How many again?");
  expect(talk.hear("three")).toEndWith("sure?");
});

test("a flow that gives up in circles is ended", () => {
  const circles = base.replace("give_up: lost", "give_up: first") + nodes;
  const talk = begin(circles);
  for (let failure = 0; failure < 5; failure++) talk.hear("bananas");
  expect(talk.outcome).toBeUndefined();
  expect(talk.hear("bananas")).toEndWith("Goodbye.");
  expect(talk.outcome).toBe("gave_up");
});

test("a flow that runs in circles without a question is ended", () => {
  const talk = new FlowTalk(
    programOf(
      "voice_flow: 1\nid: circles\nlanguage: en\nstart: a\nnodes:\n  a: {say: Round., next: b}\n  b: {say: And round., next: a}",
    ),
  );
  expect(talk.start()).toEndWith("Goodbye.");
  expect(talk.outcome).toBe("limit");
});

test("a text that may not be interrupted is marked, and the next one is not", () => {
  const talk = begin();
  talk.hear("other");
  expect(talk.state.lastTurn).toEqual([
    { type: "say", text: "This call is recorded.", interruptible: false },
    { type: "say", text: "Which one now?", interruptible: true },
  ]);
});

test("handlers answer and ask again; jumping ones leave, by phrase and by key", () => {
  expect(begin().hear("help")).toBe("Help one. Which one?");
  expect(begin().press("*")).toBe("Star. Which one?");
  expect(begin().hear("operator")).toBe("Connecting.");
  const talk = begin();
  expect(talk.press("0")).toBe("Connecting.");
  expect(talk.outcome).toBe("desk");
});

test("whoever only ever calls for help is not understood in the end, but may always leave", () => {
  const talk = begin();
  expect(talk.hear("help")).toBe("Help one. Which one?");
  for (let time = 0; time < 4; time++) expect(talk.hear("help")).toBe("Help two. Which one?");
  expect(talk.hear("help")).toBe("Lost.");
  const other = begin();
  for (let time = 0; time < 5; time++) other.hear("help");
  expect(other.hear("operator")).toBe("Connecting.");
});

test("an answer comes before a handler's phrase, and a handler before an answer among other words", () => {
  const mixed = base.replace(
    "handlers:",
    "handlers:\n  hours: {phrases: [sales, sales hours], say: Nine to five.}",
  );
  const talk = begin(mixed + nodes);
  expect(talk.hear("the sales hours")).toBe("Nine to five. Which one?");
  expect(talk.hear("sales")).toBe("How many?");
});

test("keys wait while a longer entry may follow, and silence completes them", () => {
  const talk = begin();
  expect(talk.silenceMs).toBe(6_000);
  expect(talk.press("1")).toBe("");
  expect(talk.silenceMs).toBe(3_000);
  expect(talk.press("2")).toBe("Which code?");
  expect(talk.press("123")).toBe("");
  expect(talk.silence()).toEndWith("one, two, three: sure?");
  expect(talk.silenceMs).toBe(6_000);
});

test("keys that do not fit are not understood", () => {
  expect(begin().press("9")).toBe("Sorry, I did not understand that. Which one?");
  const talk = begin();
  talk.press("1#");
  expect(talk.press("51")).toBe("How many again?");
  expect(talk.press("4")).toBe("");
  expect(talk.silence()).toBe("sales, four, : sure?");
});

test("an entry that never becomes an answer is not understood at its end", () => {
  const talk = begin();
  talk.hear("support");
  expect(talk.press("12#")).toBe("Sorry, I did not understand that. Which code?");
  expect(talk.press("12")).toBe("");
  expect(talk.silence()).toBe("Sorry, I still did not understand that. Which code?");
});

test("a finish key right after a complete entry is swallowed, a late one is not", () => {
  const talk = begin();
  talk.hear("support");
  expect(talk.press("12345#")).toEndWith("sure?");
  talk.wallMs += 1_900;
  expect(talk.press("#")).toBe("");
  talk.wallMs += 200;
  expect(talk.press("#")).toStartWith("Sorry,");
});

test("keys pressed ahead answer the questions that follow, until one is not understood", () => {
  const talk = begin();
  expect(talk.press("1#7#1")).toBe("How many? sales, seven, : sure? Goodbye.");
  expect(begin().press("9999")).toBe("Sorry, I did not understand that. Which one?");
});

test("speech drops an entry by keys that was not complete", () => {
  const talk = begin();
  talk.press("1");
  expect(talk.hear("other")).toStartWith("This call is recorded.");
});

test("the open question is asked again when somebody wants it", () => {
  expect(begin().give({ type: "ask-again" })).toBe("Which one?");
});

test("a step is pure: the same state and input give the same, and the state stays as it was", () => {
  const talk = begin();
  const before = structuredClone(talk.state);
  const first = talk.hear("sales");
  const after = talk.state;
  talk.state = before;
  expect(talk.hear("sales")).toBe(first);
  expect(talk.state).toEqual(after);
});
