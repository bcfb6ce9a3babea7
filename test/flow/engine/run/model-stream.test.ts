// Streamed replies of a model: the agent says them sentence by sentence while the model writes, never twice, and the
// history holds the part that was heard.

import { describe, expect, test } from "bun:test";
import type { ModelReply } from "../../../../src/flow/engine/run/step-contract.ts";
import { type Value, valueMap } from "../../../../src/flow/value/value.ts";
import { type Answers, flow, Talk } from "./talk.ts";

const complaint = flow(`
start: why
variables: {comment: {type: text}}
tools: {look: {description: Looks something up, http: "GET https://a.example/p?q={{ q }}", params: {q: text}}}
defaults: {give_up: lost}
nodes:
  why:
    converse: Find out what went wrong.
    say: What went wrong?
    fill: [comment]
    tools: [look]
    exits: {done: {when: the caller is done, goto: bye}}
    max_turns: 3
    without_llm: plain
  plain: {say: Plain., end: plain}
  bye: {say: "Noted: {{ comment }}.", end: talked}
  lost: {say: Bye., end: lost}
`);

describe("a reply spoken while the model writes it", () => {
  const held = (answers: Answers = {}) => {
    const talk = new Talk(complaint, { hasModel: true, holds: ["utter"], ...answers });
    talk.start();
    talk.user("it was bad");
    return talk;
  };
  const sentence = (talk: Talk, text: string): string =>
    talk.feed({ type: "uttering", work: lastWork(talk), sentence: text });
  const reply = (talk: Talk, utterance?: ModelReply): string =>
    talk.feed({ type: "uttered", work: lastWork(talk), ...(utterance === undefined ? {} : { utterance }) });
  const lastWork = (talk: Talk): number => talk.works.at(-1)?.work ?? 0;
  const said = (talk: Talk): readonly string[] =>
    talk.state.history.map(({ role, text }) => `${role}: ${text}`);
  const apology = "I am sorry, I lost my thread. Could you say that again?";

  test("each sentence is spoken at once, and the reply adds only the rest", () => {
    const talk = held();
    expect(sentence(talk, "I am sorry.")).toBe("I am sorry.");
    expect(talk.mode).toBe("working");
    expect(sentence(talk, "<b>Tell</b> me more.")).toBe("Tell me more.");
    const set = { comment: { value: "bad", quote: "bad" } };
    expect(reply(talk, { say: "", set, exit: "done" })).toBe("Noted: bad.");
    expect(said(talk)).toEqual([
      "assistant: What went wrong?",
      "user: it was bad",
      "assistant: I am sorry. Tell me more.",
      "assistant: Noted: bad.",
    ]);
  });

  test("the rest of the words joins the spoken ones, and no other words are needed", () => {
    const rest = held();
    sentence(rest, "I see.");
    expect(reply(rest, { say: "Go on." })).toBe("Go on.");
    expect(said(rest).at(-1)).toBe("assistant: I see. Go on.");
    const silent = held();
    sentence(silent, "I see.");
    expect(reply(silent, { say: "", tools: [{ name: "nothing", arguments: valueMap([]) }] })).toBe("");
    expect(silent.mode).toBe("listening");
  });

  test.each<readonly [string, ModelReply]>([
    ["goes on", { say: "" }],
    ["fills and leaves", { say: "", set: { comment: { value: "bad", quote: "bad" } }, exit: "done" }],
    ["calls a tool", { say: "", tools: [{ name: "look", arguments: valueMap([["q", "menu"]]) }] }],
    ["calls one that there is not", { say: "", tools: [{ name: "no", arguments: valueMap([]) }] }],
  ])("one that %s leaves the flow as if it had come as a whole", (_, rest) => {
    const streamed = held({ tools: { look: ["soup"] } });
    sentence(streamed, "I see.");
    sentence(streamed, "Tell me more.");
    reply(streamed, rest);
    const whole = held({ tools: { look: ["soup"] } });
    reply(whole, { ...rest, say: "I see. Tell me more." });
    const { said: pieces, ...state } = streamed.state;
    const { said: piece, ...same } = whole.state;
    expect(state).toEqual(same);
    const texts = (speeches: typeof piece): string => speeches.map(({ text }) => text).join(" ");
    expect(texts(pieces)).toBe(texts(piece));
    expect(streamed.calls).toEqual(whole.calls);
  });

  test("a repeat says all of it again, sentence by sentence", () => {
    const talk = held();
    sentence(talk, "I see.");
    sentence(talk, "Go on.");
    reply(talk, { say: "" });
    expect(talk.user("repeat please")).toBe("I see. Go on.");
  });

  test("sentences of an outdated reply are not spoken", () => {
    const talk = held();
    talk.user("very bad");
    expect(talk.feed({ type: "uttering", work: 1, sentence: "Too late." })).toBe("");
    expect(sentence(talk, "I see.")).toBe("I see.");
  });

  test("a reply with an unreadable rest is requested once more, and no sentence is repeated", () => {
    const talk = held();
    sentence(talk, "Noted, goodbye.");
    expect(reply(talk)).toBe("");
    expect(talk.works.at(-1)?.what).toMatchObject({
      request: { isRepair: true, history: [{}, {}, { text: "Noted, goodbye." }] },
    });
    expect(sentence(talk, "Noted, goodbye.")).toBe("");
    expect(reply(talk, { say: "Noted, goodbye.", exit: "done" })).toBe("Noted:.");
    expect(said(talk).filter((line) => line.includes("goodbye"))).toHaveLength(1);
  });

  test("the reply after that has its words again", () => {
    const talk = held();
    sentence(talk, "I see.");
    reply(talk);
    reply(talk, { say: "I see." });
    expect(talk.user("well")).toBe("");
    expect(talk.works.at(-1)?.what).not.toHaveProperty("request.isRepair");
    expect(sentence(talk, "Go on.")).toBe("Go on.");
  });

  test("a caller who speaks while the model is awaited gets a spoken answer", () => {
    const talk = held();
    sentence(talk, "I see.");
    reply(talk);
    talk.user("well");
    expect(talk.works.at(-1)?.what).not.toHaveProperty("request.isRepair");
    expect(sentence(talk, "Go on.")).toBe("Go on.");
  });

  test("a reply that breaks off keeps its sentences, then the apology follows; two such replies in a row are enough", () => {
    const talk = held();
    sentence(talk, "I see.");
    expect(reply(talk, { say: "", brokenOff: true })).toBe(apology);
    expect([talk.mode, talk.works.length]).toEqual(["listening", 1]);
    talk.user("it was bad");
    sentence(talk, "I see.");
    expect(reply(talk, { say: "", brokenOff: true })).toStartWith("Plain.");
  });

  test("at the last turn the caller is not asked to repeat", () => {
    const talk = held();
    reply(talk, { say: "And?" });
    talk.user("two");
    reply(talk, { say: "And?" });
    talk.user("three");
    sentence(talk, "I see.");
    expect(reply(talk, { say: "", brokenOff: true })).toBe("Bye.");
  });

  test("an interruption stops the reply, and its unheard part is not in the history", () => {
    const talk = held();
    sentence(talk, "I see, I see.");
    sentence(talk, "Tell me all of it!");
    talk.feed({ type: "cut", unheardLetters: "meallofit".length });
    expect(talk.latest).toEqual([{ type: "cancel", work: 1 }]);
    expect(talk.mode).toBe("listening");
    expect(said(talk).at(-1)).toBe("assistant: I see, I see. Tell");
    expect(talk.feed({ type: "uttered", work: 1, utterance: { say: "Late.", exit: "done" } })).toBe("");
    talk.user("no");
    expect(talk.works.at(-1)?.what).toMatchObject({
      request: { history: [{}, {}, { text: "I see, I see. Tell" }, { text: "no" }] },
    });
  });

  test("an interruption keeps the earlier words, and stops no tool", () => {
    const talk = held({ holds: ["utter", "tool"] });
    sentence(talk, "One moment.");
    reply(talk, { say: "", tools: [{ name: "look", arguments: valueMap([["q", "menu"]]) }] });
    talk.feed({ type: "cut", unheardLetters: 1_000 });
    expect(talk.latest).toEqual([]);
    expect(said(talk)).toEqual(["assistant: What went wrong?", "user: it was bad"]);
    expect(talk.mode).toBe("working");
  });

  test("the history contains a call with a vendor's id, and its result", () => {
    const talk = held({ tools: { look: ["soup"] } });
    reply(talk, { say: "", tools: [{ name: "look", arguments: valueMap([["q", "menu"]]), id: "toolu_1" }] });
    expect(talk.state.history.at(-1)).toEqual({
      role: "tool",
      text: 'look: "soup"',
      call: { id: "toolu_1", tool: "look", arguments: valueMap([["q", "menu"]]) },
    });
  });
});

const visit = flow(`
start: talk
variables:
  day: {type: date, output: true}
  price: {type: money, currency: EUR, output: true}
  size: {type: choice, output: true, options: [{id: small}, {id: large}]}
defaults: {give_up: lost}
nodes:
  talk:
    converse: Find out when they come.
    say: When will you come?
    fill: [day, price, size]
    exits: {done: {when: all is known, goto: bye}}
    max_turns: 9
    without_llm: lost
  bye: {say: "Noted: {{ day }}.", end: talked}
  lost: {say: Bye., end: lost}
`);
const filled = (name: string, value: Value, quote: string) => ({ [name]: { value, quote } });

describe("values that a model fills", () => {
  // Today is Friday, 20 November 2026.
  const rows: readonly (readonly [says: string, words: string, quote: string, name: string, value: Value])[] =
    [
      ["the type reads otherwise stand as read", "I would come tomorrow", "tomorrow", "day", "2026-11-14"],
      ["lie in words around the quote, too", "for one hundred and twenty euros", "twenty euros", "price", 20],
    ];
  test.each(rows)("%s", (_, words, quote, name, value) => {
    const talk = new Talk(visit, { utterances: [{ say: "Fine.", set: filled(name, value, quote) }] });
    talk.start();
    expect(talk.user(words)).toBe("Fine.");
    expect(talk.value(name)).toBe(name === "day" ? "2026-11-21" : 120);
  });

  test("are asked back where the words have none, and count after a yes, with the earlier exit", () => {
    const set = filled("price", 9, "as cheap as you can");
    const talk = new Talk(visit, { utterances: [{ say: "Fine.", set, exit: "done" }] });
    talk.start();
    expect(talk.user("as cheap as you can, tomorrow")).toBe("Fine. 9 euros, is that right?");
    expect(talk.value("price")).toBeNull();
    expect(talk.user("yes")).toBe("Noted:.");
    expect(talk.value("price")).toBe(9);
    expect(talk.outcome).toBe("talked");
  });

  test("do not count after a no, which goes to the model, and are not asked back again", () => {
    const set = filled("price", 9, "as cheap as you can");
    const talk = new Talk(visit, {
      utterances: [
        { say: "Fine.", set },
        { say: "How much, then?", set },
      ],
    });
    talk.start();
    talk.user("as cheap as you can");
    expect(talk.user("no, not that")).toBe("How much, then?");
    expect(talk.value("price")).toBeNull();
    expect(talk.works.at(-1)?.what).toMatchObject({
      request: {
        history: [
          { role: "assistant", text: "When will you come?" },
          { role: "user", text: "as cheap as you can" },
          { role: "assistant", text: "Fine." },
          { role: "assistant", text: "9 euros, is that right?" },
          { role: "user", text: "no, not that" },
        ],
      },
    });
  });

  test("wait for a clear yes: other words go to the model, and silence asks them again", () => {
    const talk = new Talk(visit, {
      utterances: [
        { say: "Fine.", set: filled("size", "large", "the big one") },
        { say: "The small one.", set: filled("size", "small", "small") },
      ],
    });
    talk.start();
    expect(talk.user("the big one")).toBe("Fine. large, is that right?");
    expect(talk.silence()).toEndWith("large, is that right?");
    expect(talk.user("the small one is enough")).toBe("The small one.");
    expect(talk.value("size")).toBe("small");
  });

  test("are asked back at most once more than their number, and then the conversation ends", () => {
    const short = visit.replace("max_turns: 9", "max_turns: 1");
    const utterances = [5, 6, 7].map((price) => ({ say: "Fine.", set: filled("price", price, "a bit") }));
    const talk = new Talk(short, { utterances });
    talk.start();
    expect(talk.user("a bit")).toBe("Fine. 5 euros, is that right?");
    expect(talk.user("hm, a bit")).toBe("Fine. Bye.");
    expect(talk.outcome).toBe("lost");
    const agreed = new Talk(short, { utterances: utterances.map((each) => ({ ...each, exit: "done" })) });
    agreed.start();
    agreed.user("a bit");
    expect(agreed.user("yes")).toBe("Noted:.");
  });

  test("that the model repeats once they count are not asked back again", () => {
    const set = filled("price", 9, "as cheap as you can");
    const talk = new Talk(visit, {
      utterances: [
        { say: "Fine.", set },
        { say: "And when?", set },
      ],
    });
    talk.start();
    talk.user("as cheap as you can");
    expect(talk.user("yes")).toBe("And when?");
    expect(talk.value("price")).toBe(9);
  });
});

test("no schema for a model holds a day or a time that it could copy", () => {
  const kinds = ["date", "time", "date_range", "time_range", "number", "phone", "email", "name"];
  const variables = kinds.map((kind) => `  a_${kind}: {type: ${kind}}`).join("\n");
  const text = flow(`
start: talk
variables:
${variables}
tools: {look: {description: Looks, http: "GET https://a.example/p", params: {day: date, at: time, from: date_range}}}
defaults: {give_up: lost}
nodes:
  talk:
    converse: Find out when they come.
    fill: [${kinds.map((kind) => `a_${kind}`).join(", ")}]
    tools: [look]
    max_turns: 9
    exits: {done: {when: all is known, goto: lost}}
    without_llm: lost
  lost: {say: Bye., end: lost}
`);
  const talk = new Talk(text, { utterances: [{ say: "Fine." }] });
  talk.start();
  const [what] = talk.works.map((work) => work.what);
  if (what?.type !== "utter") throw new Error("No model was asked");
  const { fill, tools } = what.request;
  expect([fill, tools].map((each) => each.length)).toEqual([kinds.length, 1]);
  expect(JSON.stringify([fill, tools])).not.toMatch(/\d{4}-\d{2}|\d{1,2}:\d{2}|\b20\d{2}\b/);
});
