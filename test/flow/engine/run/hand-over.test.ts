// Hand-over: the person who takes over a call hears the flow's whisper and a summary of the facts.

import { describe, expect, test } from "bun:test";
import { summaryOfValues } from "../../../../src/flow/engine/run/outside/hand-over.ts";
import { type Answers, flow, Talk } from "./talk.ts";

const desk = flow(`
start: people
languages: [en, de]
variables:
  people: {type: number, integer: true, min: 1, max: 12, synonyms: {en: [guests], de: [Gäste]}, ask: {en: "How many?", de: "Wie viele?"}}
  day: {type: date, ask: {en: "Which day?", de: "Welcher Tag?"}}
  pin: {type: digits, length: 4, sensitive: true, ask: {en: "Your PIN?", de: "Ihre PIN?"}}
  tries: {type: number, default: 2}
  wing: {type: choice, options: [{id: a}, {id: b}], split: {a: 50, b: 50}}
  wish: {type: text}
defaults: {give_up: sorry}
nodes:
  people: {ask: people, confirm: never, next: day}
  day: {ask: day, confirm: never, next: pin}
  pin: {ask: pin, confirm: never, next: desk}
  desk:
    say: {en: One moment., de: Moment.}
    transfer: "tel:+33140000000"
    whisper: {en: "{{ people }} guests, PIN {{ pin }}.", de: "{{ people }} Personen."}
    summary: true
    on_failed: sorry
  sorry: {say: {en: Sorry., de: Schade.}, end: sorry}
`);

function putThrough(answers: Answers = {}) {
  const talk = new Talk(desk, { ...answers, holds: ["transfer"] });
  talk.start();
  for (const words of ["four", "tomorrow", "one two three four"]) talk.user(words);
  const what = talk.works.at(-1)?.what;
  if (what?.type !== "transfer") throw new Error("nobody is put through");
  return what;
}

describe("a hand-over", () => {
  test("says the flow's text in the whisper, without sensitive values", () => {
    expect(putThrough().whisper).toBe("4 guests, PIN •••.");
  });

  test("lists the answers by their spoken names, with sensitive ones masked", () => {
    const { summarises } = putThrough();
    expect(summarises?.filled).toEqual([
      { label: "guests", text: "4" },
      { label: "day", text: "Saturday, November 21st" },
      { label: "pin", text: "•••" },
    ]);
    expect(JSON.stringify(summarises)).not.toContain("one two three four");
    expect(summarises && summaryOfValues(summarises)).toBe(
      "Guests: 4. Day: Saturday, November 21st. Pin: •••.",
    );
  });

  test("gives a model the visible part of the conversation", () => {
    const lines = putThrough().summarises?.history.map(({ role, text }) => `${role}: ${text}`);
    expect(lines).toContain("user: tomorrow");
    expect(lines).toContain("user: •••");
    expect(lines?.at(-1)).toBe("assistant: One moment.");
  });

  test("has neither a whisper nor a summary where the flow asks for neither", () => {
    const plain = new Talk(
      flow(`
start: desk
nodes:
  desk: {say: One moment., transfer: "tel:+33140000000", on_failed: sorry}
  sorry: {say: Sorry., end: sorry}
`),
      { holds: ["transfer"] },
    );
    plain.start();
    expect(plain.works.at(-1)?.what).toEqual({ type: "transfer", address: "tel:+33140000000" });
  });

  test("a summary of nothing is empty, and a long one ends", () => {
    expect(summaryOfValues({ filled: [] })).toBe("");
    const filled = Array.from({ length: 200 }, (_, at) => ({ label: `value ${at}`, text: "x".repeat(50) }));
    expect(summaryOfValues({ filled }).length).toBe(1_000);
  });
});
