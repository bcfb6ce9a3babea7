// Call outcome: facts that a flow reports after a call, from its variables and from a model that must quote the caller.

import { describe, expect, test } from "bun:test";
import {
  type CallEnd,
  outcomeOf,
  outcomeRequest,
} from "../../../../src/flow/engine/run/outside/call-outcome.ts";
import type { OnEnd } from "../../../../src/flow/language/program.ts";
import { flow, programOf, Talk } from "./talk.ts";

const text = flow(`
start: people
variables:
  people: {type: number, integer: true, min: 1, max: 12, synonyms: [guests], ask: How many?}
  day: {type: date, ask: Which day?}
  pin: {type: digits, length: 4, sensitive: true, ask: Your PIN?}
  wish: {type: text, ask: What else may we know?}
defaults: {give_up: sorry, llm: {model: tiny, temperature: 0.2}}
on_end:
  summary: true
  extract:
    people: {type: number, max: 12}
    day: {type: number}
    pin: {type: digits, length: 4}
    mood: {type: choice, options: [{id: happy}, {id: cross}], description: How the caller sounds}
    budget: {type: money, currency: EUR, min: 10}
    callback: {type: phone, region: GB}
nodes:
  people: {ask: people, confirm: never, next: day}
  day: {ask: day, confirm: never, next: pin}
  pin: {ask: pin, confirm: never, next: wish}
  wish: {ask: wish, confirm: never, next: sorry}
  sorry: {say: Goodbye., end: done}
`);
const desk = programOf(text);

const wanted: OnEnd = desk.onEnd ?? { summarises: false, extract: [] };

function after(...words: readonly string[]): CallEnd {
  const talk = new Talk(text);
  talk.start();
  for (const each of words) talk.user(each);
  return { program: desk, state: talk.state, onEnd: wanted };
}

const whole = ["four", "tomorrow", "one two three four", "I am so happy, and I spend fifty euros"] as const;

describe("the outcome of a call", () => {
  test("asks a model for values that no variable has, without sensitive ones", () => {
    const request = outcomeRequest(after(...whole));
    expect(request).toMatchObject({
      summarises: true,
      language: "en",
      llm: { model: "tiny", temperature: 0.2 },
    });
    expect(request?.wanted.map(({ name }) => name)).toEqual(["day", "pin", "mood", "budget", "callback"]);
    expect(request?.wanted.find(({ name }) => name === "mood")).toEqual({
      name: "mood",
      schema: { type: "string", enum: ["happy", "cross"] },
      description: "How the caller sounds",
    });
    expect(JSON.stringify(request)).not.toContain("one two three four");
  });

  test("takes the caller's words from a model, in the wanted type", () => {
    const set = {
      mood: { value: "happy", quote: "so happy" },
      budget: { value: 50, quote: "fifty euros" },
      callback: { value: "+442079460123", quote: "fifty euros" },
      people: { value: 9, quote: "four" },
      pin: { value: "1234", quote: "one two three four" },
    };
    expect(outcomeOf(after(...whole), { summary: "Four guests.", set })).toEqual({
      summary: "Four guests.",
      extracted: { people: 4, day: null, pin: null, mood: "happy", budget: 50, callback: null },
    });
  });

  test.each([
    ["words that nobody said", { mood: { value: "cross", quote: "so cross" } }],
    ["an option that there is not", { mood: { value: "glad", quote: "so happy" } }],
    ["less than the least", { budget: { value: 5, quote: "fifty euros" } }],
    ["no quote", { budget: { value: 50 } }],
    ["something else than values", "happy"],
  ])("takes nothing when a model returns %s", (_, set) => {
    expect(outcomeOf(after(...whole), { set }).extracted).toMatchObject({ mood: null, budget: null });
  });

  test("drops an unreadable number or day of the quote, and keeps a choice, which is an opinion", () => {
    const set = {
      budget: { value: 50, quote: "so happy" },
      mood: { value: "cross", quote: "I spend fifty euros" },
    };
    expect(outcomeOf(after(...whole), { set }).extracted).toMatchObject({ budget: null, mood: "cross" });
    const misread = { budget: { value: 15, quote: "fifty euros" } };
    expect(outcomeOf(after(...whole), { set: misread }).extracted).toMatchObject({ budget: 50 });
  });

  test("has the values of variables without a model", () => {
    const { summary, extracted } = outcomeOf(after(...whole), undefined);
    expect(summary).toStartWith("Guests: 4. Day: Saturday, November 21st. Pin: •••.");
    expect(extracted).toMatchObject({ people: 4, mood: null });
  });

  test("asks no model where the caller has said nothing", () => {
    expect(outcomeRequest(after())).toBeUndefined();
    expect(outcomeOf(after(), undefined)).toMatchObject({ summary: null, extracted: { people: null } });
  });

  test("asks no model for values that variables have", () => {
    const people = wanted.extract.filter(({ name }) => name === "people");
    const end = { ...after("four"), onEnd: { summarises: false, extract: people } };
    expect(outcomeRequest(end)).toBeUndefined();
    expect(outcomeOf(end, undefined)).toEqual({ summary: null, extracted: { people: 4 } });
  });
});
