// Recogniser that understands: the open question that it gets, and its answer, which counts no more than a model's
// beside the rules.

import { describe, expect, test } from "bun:test";
import { hearingRequestAt } from "../../../../src/flow/engine/run/ask/ask-model.ts";
import type { Proposal } from "../../../../src/flow/engine/run/step-contract.ts";
import { flow, Talk } from "../run/talk.ts";

const question = (more = "") =>
  flow(`
start: ask
variables:
  guests: {type: number, integer: true, max: 12, ask: How many?${more}}
  dept: {type: choice, ask: Which?, options: [{id: sales, description: new orders}, {id: support}]}
defaults: {give_up: lost}
handlers: {hours: {when: asks when we are open, say: Until ten.}}
nodes:
  ask: {ask: guests, next: menu}
  menu: {menu: dept, goto: {sales: done, support: done}}
  done: {say: "{{ guests }} for {{ dept }}.", end: ok}
  lost: {say: Bye., end: lost}
`);

const team = "we come with the whole team";

function heard(yaml: string, text: string, proposal: Proposal, hasModel = false): Talk {
  const talk = new Talk(yaml, { hasModel, holds: ["propose"] });
  talk.start();
  talk.feed({ type: "words", text, proposal });
  return talk;
}

describe("a proposal of the ears", () => {
  test("is read back when the rules have read nothing, at once and with or without a model", () => {
    for (const hasModel of [true, false]) {
      const proposal = { set: { guests: { value: 7, quote: "the whole team" } } };
      const talk = heard(question(), team, proposal, hasModel);
      expect(talk.said).toBe("7 guests, is that right?");
      expect(talk.works).toEqual([]);
      expect(talk.feed({ type: "words", text: "yes" })).toBe("Which?");
    }
  });

  test("changes no words that the rules are sure of", () => {
    const talk = heard(question(), "four", { set: { guests: { value: 7, quote: "four" } } });
    expect(talk.said).toBe("Which?");
    expect(talk.state.frames[0]?.values["guests"]).toBe(4);
  });

  test("does not count without a quote of the caller, out of range, or for another variable", () => {
    for (const set of [
      { guests: { value: 7, quote: "seven" } },
      { guests: { value: 70, quote: "the whole team" } },
      { dept: { value: "sales", quote: "the whole team" } },
    ])
      expect(heard(question(), team, { set }).said).toBe("Sorry, I did not understand that. How many?");
  });

  test("does not count at a sensitive question, nor when the author allows no model", () => {
    const proposal = { set: { guests: { value: 7, quote: "the whole team" } } };
    for (const more of [", sensitive: true", ", llm: false"])
      expect(heard(question(more), team, proposal).said).toStartWith("One question first.");
  });

  test("may name a handler that has `when`", () => {
    expect(heard(question(), "could I come at midnight", { handler: "hours" }).said).toBe(
      "Until ten. How many?",
    );
  });
});

describe("the question for the ears", () => {
  const asked = (yaml: string) => {
    const talk = new Talk(yaml);
    talk.start();
    return hearingRequestAt(talk.program, talk.state, talk.nowMs);
  };

  test("has the words, the types and the other possible phrases", () => {
    expect(asked(question())).toMatchObject({
      question: "How many?",
      wanted: [{ name: "guests", schema: { type: "integer", maximum: 12 } }],
      handlers: [{ name: "hours", when: "asks when we are open" }],
    });
  });

  test("does not exist at a sensitive question, nor when the author allows no model", () => {
    for (const more of [", sensitive: true", ", llm: false"]) expect(asked(question(more))).toBeUndefined();
  });
});
