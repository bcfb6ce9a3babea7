// Lines that a model words: at nodes and in handlers, spoken or refused, with the agent's role, the model and the
// voice.

import { describe, expect, test } from "bun:test";
import { turnTakingAt } from "../../../../../src/flow/engine/run/turn-taking.ts";
import type { ModelReplyRequest, Speech } from "../../../../../src/flow/engine/run/step-contract.ts";
import { hasSpoken, lostResult } from "../../../../../src/voice/flow/flow-memory.ts";
import { flow, Talk } from "../talk.ts";

const booking = flow(`
start: ask
persona: You are Mara.
variables:
  guests: {type: number, integer: true, max: 12, ask: How many?, confirm: never}
defaults: {give_up: lost, llm: {model: small, temperature: 0.2}, voice: {name: slt, speed: 1.1}}
handlers:
  hours:
    phrases: [opening hours]
    voice: {name: awb}
    llm: {temperature: 0.7}
    say: {prompt: Say when we are open., facts: [We are open until 10 p.m.], fallback: Until 10 p.m.}
  boss:
    phrases: [the boss]
    say: {prompt: Say that you fetch the boss., facts: [The boss comes.], fallback: I fetch the boss.}
    next: lost
  plain: {phrases: [louder], voice: {speed: 0.8}, say: Of course.}
nodes:
  ask: {ask: guests, next: done}
  done:
    llm: {model: large}
    say:
      prompt: Thank the caller for {{ guests }}.
      facts: ["A table for {{ guests }} is booked."]
      must_say: ["{{ guests }}"]
      fallback: Booked for {{ guests }}.
      timeout: 2s
    end: ok
  lost: {say: Bye., end: lost}
`);

const requestsOf = ({ works }: Talk): readonly ModelReplyRequest[] =>
  works.flatMap(({ what }) => (what.type === "utter" ? [what.request] : []));
const voicesOf = ({ latest }: Talk): readonly (Speech["voice"] | undefined)[] =>
  latest.flatMap((effect) => (effect.type === "say" ? [effect.voice] : []));

/** Conversation at its question; the model words the lines with these texts, and fails at `undefined`. */
function asking(...utterances: readonly (string | undefined)[]): Talk {
  const talk = new Talk(booking, {
    utterances: utterances.map((say) => (say === undefined ? undefined : { say })),
  });
  talk.start();
  return talk;
}

describe("at a node", () => {
  test("the model's line is spoken when it states the facts, and the flow continues", () => {
    const talk = asking("Thank you, a table for four is booked.");
    expect(talk.user("four")).toBe("Thank you, a table for four is booked.");
    expect(talk.outcome).toBe("ok");
    expect(talk.state.history.at(-1)?.text).toBe("Thank you, a table for four is booked.");
  });

  test.each([
    ["with another number", "Thank you, a table for five is booked."],
    ["without what must be said", "Thank you, a table is booked."],
    ["that denies", "A table for four is not booked."],
    ["that never came", undefined],
  ])("a line %s is replaced by the written one", (_, line) => {
    const talk = asking(line);
    expect(talk.user("four")).toBe("Booked for 4.");
    expect(talk.outcome).toBe("ok");
  });

  test("without a model the written line is spoken at once", () => {
    const talk = new Talk(booking);
    talk.start();
    expect(talk.user("four")).toBe("Booked for 4.");
    expect(talk.works).toEqual([]);
  });

  test("a line before pressed keys is worded, and said once", () => {
    const pressing = flow(`
start: dial
defaults: {llm: {model: small}}
nodes:
  dial:
    say: {prompt: Ask for patience., facts: [Please wait.], fallback: Please wait.}
    press: "1"
    next: done
  done: {say: Bye., end: ok}
`);
    const talk = new Talk(pressing, { utterances: [{ say: "Please wait a moment." }], holds: ["press"] });
    expect(talk.start()).toBe("Please wait a moment.");
    expect(talk.works.map(({ what }) => what.type)).toEqual(["utter", "press"]);
  });

  test("the model gets its persona, the instruction and the facts, and is the node's model", () => {
    const talk = asking("Booked for 4.");
    talk.user("four");
    expect(requestsOf(talk)).toMatchObject([
      {
        persona: "You are Mara.",
        goal: expect.stringContaining("Thank the caller for 4."),
        facts: [{ text: "A table for 4 is booked." }, { text: "Booked for 4." }, { text: "4" }],
        llm: { model: "large", temperature: 0.2 },
        line: { timeoutMs: 2_000 },
        tools: [],
        exits: [],
      },
    ]);
  });

  test("no word is spoken before the whole line is checked, and no input is heard meanwhile", () => {
    const talk = new Talk(booking, { hasModel: true, holds: ["utter"] });
    talk.start();
    expect(talk.user("four")).toBe("");
    const [{ work } = { work: 0 }] = talk.works;
    expect(talk.feed({ type: "uttering", work, sentence: "Thank you." })).toBe("");
    expect(turnTakingAt(talk.program, talk.state).mode).toBe("working");
    expect(talk.user("hello?")).toBe("");
    expect(talk.feed({ type: "uttering", work, sentence: "A table for 4 is booked." })).toBe("");
    expect(talk.feed({ type: "uttered", work, utterance: { say: "" } })).toBe(
      "Thank you. A table for 4 is booked.",
    );
    expect(talk.feed({ type: "uttered", work, utterance: { say: "Once more 4." } })).toBe("");
  });

  test("another process requests the line again, unless some of it has arrived already", () => {
    const talk = new Talk(booking, { hasModel: true, holds: ["utter"] });
    talk.start();
    talk.user("four");
    const [{ work, what }] = talk.works as [(typeof talk.works)[0]];
    const kept = { work, what, isBegun: true };
    expect(lostResult(kept, hasSpoken(talk.state))).toBeUndefined();
    talk.feed({ type: "uttering", work, sentence: "A table for 4 is booked." });
    expect(talk.feed(lostResult(kept, hasSpoken(talk.state))!)).toBe("Booked for 4.");
  });

  test("a line that breaks off is not spoken at all", () => {
    const talk = new Talk(booking, { hasModel: true, holds: ["utter"] });
    talk.start();
    talk.user("four");
    const [{ work } = { work: 0 }] = talk.works;
    talk.feed({ type: "uttering", work, sentence: "A table for 4 is booked." });
    expect(talk.feed({ type: "uttered", work, utterance: { say: "", brokenOff: true } })).toBe(
      "Booked for 4.",
    );
  });

  test("a caller who continues before the line arrives takes the turn back, and the line is requested again", () => {
    const talk = new Talk(booking, { hasModel: true, holds: ["utter"] });
    talk.start();
    talk.user("four");
    expect(talk.reopen("four, no, five")).toBe("");
    expect(talk.latest.map(({ type }) => type)).toContain("cancel");
    const [first, second] = talk.works;
    expect(talk.feed({ type: "uttered", work: first!.work, utterance: { say: "A table for 4." } })).toBe("");
    expect(
      talk.feed({ type: "uttered", work: second!.work, utterance: { say: "A table for 5 is booked." } }),
    ).toBe("A table for 5 is booked.");
  });

  test("a correction without an effect on the line keeps it, and another one words it again", () => {
    const flows = flow(`
start: a
variables:
  guests: {type: number, integer: true, max: 12, ask: How many?, confirm: never}
  day: {type: choice, ask: Which day?, options: [{id: friday}, {id: saturday}], confirm: never}
  sure: {type: boolean, ask: Shall I?}
defaults: {give_up: lost}
nodes:
  a: {ask: guests, next: b}
  b: {ask: day, next: c}
  c: {say: {prompt: Repeat the guests., facts: ["{{ guests }} guests."], fallback: "{{ guests }} it is."}, next: d}
  d: {ask: sure, next: lost}
  lost: {end: done}
`);
    const talk = new Talk(flows, {
      utterances: [{ say: "You are 4 guests." }, { say: "You are 5 guests." }],
    });
    talk.start();
    talk.user("four");
    expect(talk.user("friday")).toBe("You are 4 guests. Shall I?");
    expect(talk.user("saturday, not friday")).not.toContain("guests");
    expect(requestsOf(talk)).toHaveLength(1);
    expect(talk.user("five guests, not four")).toContain("You are 5 guests.");
  });

  test("a caller who hangs up cancels it", () => {
    const talk = new Talk(booking, { hasModel: true, holds: ["utter"] });
    talk.start();
    talk.user("four");
    talk.feed({ type: "hang-up" });
    expect(talk.latest.map(({ type }) => type)).toContain("cancel");
    expect(talk.outcome).toBe("hung_up");
  });
});

describe("in a handler", () => {
  test("it is spoken in the handler's voice, and the question is asked again in the node's", () => {
    const talk = asking("We are open until 10 p.m.");
    expect(talk.user("opening hours")).toBe("We are open until 10 p.m. How many?");
    expect(voicesOf(talk)).toEqual([
      { name: "awb", speed: 1.1 },
      { name: "slt", speed: 1.1 },
    ]);
    expect(requestsOf(talk)[0]?.llm).toEqual({ model: "small", temperature: 0.7 });
    expect(talk.user("four")).toContain("4");
  });

  test("a refused line is replaced by the handler's own, in its voice", () => {
    const talk = asking("We are open until 11 p.m.");
    expect(talk.user("opening hours")).toBe("Until 10 p.m. How many?");
    expect(voicesOf(talk)[0]).toEqual({ name: "awb", speed: 1.1 });
  });

  test("a handler that leads elsewhere does so after its line", () => {
    const talk = asking("The boss comes.");
    expect(talk.user("the boss")).toBe("The boss comes. Bye.");
    expect(talk.outcome).toBe("lost");
  });

  test("a written line has the handler's voice, too", () => {
    const talk = asking();
    expect(talk.user("louder")).toBe("Of course. How many?");
    expect(voicesOf(talk)).toEqual([
      { name: "slt", speed: 0.8 },
      { name: "slt", speed: 1.1 },
    ]);
  });
});

test("the model's settings apply to questions and conversations as well", () => {
  const talk = new Talk(booking, { proposals: [undefined] });
  talk.start();
  talk.user("the whole team");
  expect(talk.works[0]?.what).toMatchObject({ request: { llm: { model: "small", temperature: 0.2 } } });
});

const chat = (id: string, more: string) => `
voice_flow: 1
id: ${id}
language: en
${more}
`;

describe("a flow that calls another one", () => {
  const specialist = chat(
    "specialist",
    `start: talk
nodes:
  talk:
    converse: Help.
    history: 100
    max_turns: 3
    give_up: out
    without_llm: out
    exits: {done: {when: it is done, goto: out}}
  out: {end: done}`,
  );
  const desk = chat(
    "desk",
    `start: hello
persona: You are Mara.
nodes:
  hello:
    converse: Find out what it is about.
    say: What is it about?
    max_turns: 3
    give_up: out
    without_llm: out
    exits: {bike: {when: it is a bicycle, goto: over}}
  over: {call: specialist, on_error: out, next: back}
  back:
    converse: Ask whether all is well.
    history: 100
    max_turns: 3
    give_up: out
    without_llm: out
    exits: {done: {when: all is well, goto: out}}
  out: {end: done}`,
  );

  test("passes on its conversation, and gets the other's back", () => {
    const talk = new Talk(desk, {
      others: { specialist },
      utterances: [
        { say: "I put you through.", exit: "bike" },
        { say: "What is wrong with it?" },
        { say: "Oil it.", exit: "done" },
        { say: "Is all well?" },
      ],
    });
    talk.start();
    talk.user("my bicycle");
    talk.user("it squeaks");
    const [, there, , back] = requestsOf(talk);
    expect(there?.history.map(({ text }) => text)).toEqual([
      "What is it about?",
      "my bicycle",
      "I put you through.",
    ]);
    expect(there?.persona).toBe("You are Mara.");
    expect(back?.history.map(({ text }) => text)).toEqual([
      "What is it about?",
      "my bicycle",
      "I put you through.",
      "What is wrong with it?",
      "it squeaks",
      "Oil it.",
    ]);
  });

  test("keeps its persona apart from the other flow's", () => {
    const talk = new Talk(desk, {
      others: { specialist: specialist.replace("start: talk", "start: talk\npersona: You are Tom.") },
      utterances: [
        { say: "I put you through.", exit: "bike" },
        { say: "Oil it.", exit: "done" },
        { say: "Well?" },
      ],
    });
    talk.start();
    talk.user("my bicycle");
    expect(requestsOf(talk).map(({ persona }) => persona)).toEqual([
      "You are Mara.",
      "You are Tom.",
      "You are Mara.",
    ]);
  });
});

test("a sensitive value is no fact for a model, and a masked one stays masked in the log", () => {
  const talk = new Talk(
    flow(`
start: ask
variables: {pin: {type: digits, length: 4, ask: PIN?, sensitive: true, confirm: never}}
defaults: {give_up: done}
nodes:
  ask: {ask: pin, next: done}
  done:
    say: {prompt: Say thanks., facts: ["The PIN is {{ pin }}."], fallback: "Your PIN is {{ pin }}."}
    end: ok
`),
    { utterances: [{ say: "Thank you." }] },
  );
  talk.start();
  expect(talk.user("one two three four")).toBe("Thank you.");
  expect(JSON.stringify(requestsOf(talk))).not.toMatch(/1\D{0,3}2\D{0,3}3\D{0,3}4/);
  expect(JSON.stringify(talk.state.history)).not.toContain("1234");
});
