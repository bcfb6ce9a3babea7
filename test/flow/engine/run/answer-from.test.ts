// Answers from knowledge: at a node, during questions, in a conversation, with a model and without, from a flow and a
// base.

import { expect, test } from "bun:test";
import type { Passage } from "../../../../src/flow/knowledge/passage.ts";
import { expectationOf } from "../../../../src/flow/engine/guide/expectation-of.ts";
import { listeningPointAt } from "../../../../src/flow/engine/run/ask/listening-point.ts";
import { turnTakingAt } from "../../../../src/flow/engine/run/turn-taking.ts";
import { type Answers, flow, noon, Talk } from "./talk.ts";

/** Conversation at the agent's first words. */
function begun(yaml: string, answers: Answers = {}): Talk {
  const talk = new Talk(yaml, answers);
  talk.start();
  return talk;
}

const shop = `
knowledge:
  faq:
    - {question: [When are you open?, What are your hours?], answer: We open at nine and close at six.}
    - {question: Do you have parking?, answer: Behind the house.}
    - Repairs take three working days. A puncture costs twelve pounds.
`;

const node = flow(`
start: help
${shop}
nodes:
  help: {say: What would you like to know?, answer_from: faq, give_up: out, not_found: none, next: more}
  more: {say: Anything else?, answer_from: faq, give_up: out, not_found: none, next: done}
  none: {say: I do not know., end: unknown}
  done: {end: done}
  out: {end: lost}
`);

const asking = flow(`
start: when
variables:
  guests: {type: number, ask: How many are you?, min: 1, max: 9, confirm: explicit}
  pin: {type: digits, length: 4, ask: What is your PIN?, sensitive: true}
${shop}
defaults: {give_up: out, answer_from: faq}
nodes:
  when: {ask: guests, next: secret}
  secret: {ask: pin, next: done}
  done: {end: done}
  out: {end: lost}
`);

const based = asking.replace(/knowledge:[^]*?defaults/, "knowledge: {faq: hours}\ndefaults");
const hours: readonly Passage[] = [
  { title: "", text: "We open at nine and close at six.", questions: ["When are you open?"] },
  { title: "Parking", text: "Guests park behind the house." },
];

test("node: an answer is spoken as written, and the node is left", () => {
  const talk = begun(node);
  expect(talk.user("what time do you close, what are your hours")).toBe(
    "We open at nine and close at six. Anything else?",
  );
  expect(talk.user("how much is a puncture")).toBe("A puncture costs twelve pounds.");
  expect(talk.outcome).toBe("done");
});

test("node: a missing answer leads to not_found, silence and handlers work as usual", () => {
  const talk = begun(node);
  expect(talk.silence()).toBe("I did not hear anything.");
  expect(talk.user("repeat")).not.toBe("I do not know.");
  expect(talk.user("do you sell boats")).toBe("I do not know.");
  expect(talk.outcome).toBe("unknown");
  const silent = begun(node);
  silent.silence();
  silent.silence();
  silent.silence();
  expect(silent.outcome).toBe("lost");
});

test("side question: it is answered, and the question or the read-back is asked again", () => {
  const talk = begun(asking);
  expect(talk.user("do you have parking")).toBe("Behind the house. How many are you?");
  expect(talk.user("four")).toContain("4");
  expect(talk.user("when are you open?")).toMatch(/^We open at nine and close at six\..*4.*\?$/);
  talk.user("yes");
  expect([talk.value("guests"), talk.said]).toEqual([4, "What is your PIN?"]);
});

test("side question: an answer stays an answer, even if the knowledge contains its words", () => {
  const talk = begun(asking);
  talk.user("three, please");
  expect(talk.said).toContain("3");
  talk.user("yes");
  expect(talk.value("guests")).toBe(3);
});

test("side question: an answer to a sensitive question is never looked up", () => {
  const talk = begun(based, { bases: { hours } });
  talk.user("four");
  talk.user("yes");
  expect(talk.said).toBe("What is your PIN?");
  const before = talk.works.length;
  talk.user("when are you open");
  expect(talk.works.length).toBe(before);
});

test("base: it is searched outside, and its passage answers", () => {
  const talk = begun(based, { bases: { hours } });
  expect(talk.user("when are you open")).toBe("We open at nine and close at six. How many are you?");
  expect(talk.works.map(({ what }) => what)).toEqual([
    { type: "search", base: "hours", words: "when are you open", language: "en" },
  ]);
});

test("pages and files: the flow's own base is searched unless the flow has an answer", () => {
  const named = asking.replace("  faq:\n", "  faq:\n    - https://example.com/faq\n    - hours.md\n");
  const bases = { "flow:t": hours };
  const talk = begun(named, { bases });
  expect(talk.user("where do guests park")).toBe("Guests park behind the house. How many are you?");
  expect(talk.works.map(({ what }) => what)).toEqual([
    {
      type: "search",
      base: "flow:t",
      sources: ["https://example.com/faq", "hours.md"],
      words: "where do guests park",
      language: "en",
    },
  ]);
  expect(talk.user("do you have parking")).toBe("Behind the house. How many are you?");
  expect(talk.works).toHaveLength(1);
  // The search finds the flow's own passages beside those of a base, and also when no base can be searched.
  for (const answers of [{ bases }, { bases: {} }])
    expect(begun(named, answers).user("how much is a puncture")).toContain("A puncture costs twelve pounds.");
});

test("pages and files: those of a called flow belong to its own base", () => {
  const called = flow(
    "start: help\nknowledge: {faq: [hours.md]}\nnodes:\n" +
      "  help: {say: Ask., answer_from: faq, give_up: done, not_found: done, next: done}\n  done: {end: done}\n",
    "other",
  );
  const calling = flow(
    "start: go\nnodes:\n  go: {call: other, on_error: done, next: done}\n  done: {end: done}\n",
  );
  const talk = begun(calling, { others: { other: called } });
  talk.user("when are you open");
  expect(talk.works.map(({ what }) => what)).toMatchObject([{ base: "flow:other", sources: ["hours.md"] }]);
});

test("base: an empty or missing one changes nothing", () => {
  for (const bases of [{ hours: [] }, {}]) {
    const talk = begun(based, { bases });
    expect(talk.user("blue elephants")).toContain("How many");
    expect(talk.user("five")).not.toContain("Sorry");
  }
});

test("base: a caller who continues during the search is understood with the new words alone", () => {
  const talk = begun(based, { holds: ["search"] });
  talk.user("when are you open");
  expect(talk.mode).toBe("working");
  talk.user("four");
  expect(talk.said).toContain("4");
  const [search] = talk.works;
  const late = talk.feed({ type: "found", work: search?.work ?? 0, passages: [{ ...hours[0]!, covers: 1 }] });
  expect([late, talk.mode]).toEqual(["", "listening"]);
});

test("model: it gets the passages as facts, and its words are spoken", () => {
  const talk = begun(node, { utterances: [{ say: "Twelve pounds." }] });
  expect(talk.user("how much is a puncture")).toBe("Twelve pounds. Anything else?");
  const [work] = talk.works;
  expect(work?.what).toMatchObject({
    type: "utter",
    request: {
      facts: [{ about: "", text: "Repairs take three working days. A puncture costs twelve pounds." }],
      exits: [{ name: "not_found" }],
      fill: [],
      tools: [],
    },
  });
});

test("model: a written answer is spoken without it", () => {
  const talk = begun(node, { utterances: [{ say: "We never open." }] });
  expect(talk.user("when are you open")).toStartWith("We open at nine");
  expect(talk.works).toEqual([]);
});

test("model: the passage is spoken in place of a number of the model's own, and of its silence", () => {
  for (const utterance of [{ say: "It costs 15 pounds." }, { say: "" }, undefined]) {
    const talk = begun(node, { hasModel: true, utterances: [utterance] });
    expect(talk.user("how much is a puncture")).toBe("A puncture costs twelve pounds. Anything else?");
  }
});

test("model: sentences are spoken as they arrive, until one leaves the facts", () => {
  const talk = begun(node, { hasModel: true, holds: ["utter"] });
  talk.user("how much is a puncture");
  const work = talk.works[0]?.work ?? 0;
  expect(talk.feed({ type: "uttering", work, sentence: "A puncture is twelve pounds." })).toBe(
    "A puncture is twelve pounds.",
  );
  expect(talk.feed({ type: "uttering", work, sentence: "A tyre is 40." })).toBe("Anything else?");
  expect(talk.feed({ type: "uttered", work, utterance: { say: "More." } })).toBe("");
});

test("model: an interruption repeats the request", () => {
  const talk = begun(node, { hasModel: true, holds: ["utter"] });
  talk.user("how much is a puncture");
  const work = talk.works[0]?.work ?? 0;
  talk.feed({ type: "uttering", work, sentence: "A puncture is twelve pounds." });
  talk.feed({ type: "cut", unheardLetters: 5 });
  expect(talk.mode).toBe("listening");
  expect(talk.user("when are you open")).toStartWith("We open at nine");
});

test("model: without an answer in the facts it leads to not_found, or back to the question", () => {
  const talk = begun(node, { utterances: [{ say: "", exit: "not_found" }] });
  expect(talk.user("how much is a puncture")).toBe("I do not know.");
  const aside = begun(asking, { utterances: [{ say: "", exit: "not_found" }], proposals: [undefined] });
  expect(aside.user("how much is a puncture")).toContain("How many");
});

test("converse: each turn's passages are facts for the model, also when there are none", () => {
  const talk = begun(
    flow(`
start: chat
${shop}
nodes:
  chat:
    say: Hello.
    converse: Be kind.
    answer_from: faq
    exits: {done: {when: it is over, goto: done}}
    max_turns: 5
    without_llm: done
    give_up: done
  done: {end: done}
`),
    { utterances: [{ say: "Behind the house." }, { say: "Nice to meet you." }] },
  );
  talk.user("is there any parking");
  talk.user("my name is Ada");
  const facts = talk.works.map(({ what }) => (what.type === "utter" ? what.request.facts : undefined));
  expect(facts).toEqual([[{ about: "Do you have parking?", text: "Behind the house." }], []]);
});

test("recognisers: they expect the questions with written answers, where the node answers", () => {
  const talk = begun(node);
  const listening = turnTakingAt(talk.program, talk.state);
  expect(listening.hints).toEqual(["When are you open?", "What are your hours?", "Do you have parking?"]);
  const point = listeningPointAt(talk.program, talk.state, { wallMs: noon });
  const { anyOf } = expectationOf(point, listening);
  const phrases = anyOf.flatMap((one) => (one.type === "phrases" ? one.phrases : []));
  expect(phrases).toEqual(expect.arrayContaining(["when are you open", "do you have parking"]));
});
