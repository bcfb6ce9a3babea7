// Conversations with imported flows: our flow says and does the same as the export would.

import { expect, test } from "bun:test";
import { importFlow } from "../../src/import/import-flow.ts";
import { type Answers, Talk } from "../flow/engine/run/talk.ts";
import { dograhExports } from "./dograh-exports.ts";
import { retellExports } from "./retell-exports.ts";
import type { Export } from "./retell-parts.ts";

function talkOf(data: Export, answers: Answers = {}, format: string = "retell"): Talk {
  return new Talk(importFlow(JSON.stringify(data), { format, name: "file" }).text, answers);
}

test("fixed words, a yes or no and a closed list need no model, and dynamic variables have their defaults", () => {
  const talk = talkOf(retellExports.survey);
  expect(talk.start()).toBe("Hello Ada. Do you have a minute for us?");
  expect(talk.user("yes, sure")).toBe("Did you buy the lamp or the chair?");
  expect(talk.user("the chair")).toBe("Thank you for telling us. Have a nice day, Ada.");
  expect(talk.outcome).toBe("done");
  const other = talkOf(retellExports.survey, { context: { first_name: "Bob" } });
  other.start();
  expect(other.user("no thanks")).toBe("Have a nice day, Bob.");
});

test("equations keep their results, on a context's values or the defaults", () => {
  const said = (context: Answers["context"] = {}): string =>
    talkOf(retellExports.eligibility, { context }).start();
  expect(said()).toBe("I am sorry, you may not.");
  expect(said({ age: "21" })).toBe("You may go on.");
  expect(said({ age: "21", country: "FR" })).toBe("I am sorry, you may not.");
  expect(said({ country: "FR", vip: "gold" })).toBe("You may go on.");
  expect(said({ age: "old" })).toBe("I am sorry, you may not.");
});

test("a function is called with a model's notes, and its answer decides", () => {
  const noted = { order_id: { value: "A17", quote: "A17" }, rush: { value: true, quote: "in a rush, yes" } };
  const utterances = [{ say: "Which order?" }, { say: "", set: noted, exit: "the_caller_gave_a_number" }];
  const talk = talkOf(retellExports.tools, {
    utterances,
    context: { shop: "north" },
    tools: { get_order: [{ data: { state: "shipped" } }] },
  });
  talk.start();
  expect(talk.user("A17 in a rush, yes")).toContain("It is on its way.");
  expect(talk.calls).toEqual(['get_order {"order_id":"A17","rush":true,"shop":"north"}']);
  const text = importFlow(JSON.stringify(retellExports.tools), { format: "retell", name: "file" }).text;
  expect(text).toContain("http: GET https://api.example.com/orders/{{ order_id }}?full=1&rush={{ rush }}");
  expect(text).not.toContain("sk-1234");
});

test("variables are asked one by one without a model, and branches and transfers follow", () => {
  const talk = talkOf({ ...retellExports.extraction, start_node_id: "ex" });
  expect(talk.start()).toBe("Please tell me: the size.");
  expect(talk.user("extra large")).toContain("how many people");
  expect(talk.user("six")).toContain("whether it is vegan");
  expect(talk.user("no")).toContain("a wish");
  talk.user("a window seat");
  expect(talk.works.at(-1)?.what).toMatchObject({ type: "transfer", address: "tel:+14155550100" });
  expect(talk.outcome).toBe("transferred");
});

test("an agent's settings are imported: its language, the first speaker, speed, silence and length", () => {
  const talk = talkOf(retellExports.settings);
  expect(talk.start()).toBe("");
  expect(talk.user("Hallo?")).toBe("Praxis Müller, guten Tag. Sind Sie schon Patient?");
  expect(talk.user("ja")).toBe("Vielen Dank.");
  const { text } = importFlow(JSON.stringify(retellExports.settings), { format: "retell", name: "file" });
  expect(text).toContain("id: praxis-muller-empfang");
  expect(text).toContain("voice: {speed: 1.1}");
  expect(text).toContain("listen: {no_input: 9s, hints: [Müller, Röntgen]}");
  expect(text).toContain("limits: {max_duration: 1h}");
});

test("a workflow of Dograh has its greeting, the model's choice of the edge, its line and its notes", () => {
  const utterances = [
    { say: "", exit: "the_caller_wants_sales" },
    { say: "What is your budget?" },
    { say: "Noted.", set: { budget_usd: { value: 5000, quote: "5000 dollars" } }, exit: "done" },
    { say: "Good luck with it, and goodbye." },
  ];
  const talk = talkOf(
    dograhExports.reception,
    { utterances, context: { first_name: "Ada", company: "Acme" } },
    "dograh",
  );
  expect(talk.start()).toBe("Hello Ada, this is Acme.");
  expect(talk.user("I want to buy something")).toBe("I pass you on to sales. What is your budget?");
  expect(talk.user("5000 dollars")).toBe("Noted. Good luck with it, and goodbye.");
  expect(talk.value("budget_usd")).toBe(5000);
  const goals = talk.works.flatMap(({ what }) => (what.type === "utter" ? [JSON.stringify(what)] : []));
  expect(goals[0]).toMatch(/You are Sam of .*Acme.*\. Be short\./);
});

test("a workflow says that it cannot help when there is no model, and ends", () => {
  const talk = talkOf(dograhExports.reception, { context: { first_name: "Ada" } }, "dograh");
  expect(talk.start()).toBe("I am sorry, I can not help you right now. Goodbye.");
  expect(talk.outcome).toBe("no_model");
});

test("an unsupported node sends an event to the hooks, and the flow continues", () => {
  const talk = talkOf({ ...retellExports.everyKind, start_node_id: "sms" }, { context: { code: "17" } });
  expect(talk.start()).toBe("Goodbye.");
  expect(talk.effects.filter(({ type }) => type === "emit")).toMatchObject([
    { event: "sms.wanted", data: { node: "sms", about: "Your code is code" } },
  ]);
});

test("a warm transfer gives the callee its written message, or else a summary", () => {
  const talk = talkOf(retellExports.outbound);
  expect(talk.start()).toBe("Hello. Shall I put you through?");
  talk.user("yes");
  expect(talk.works.at(-1)?.what).toMatchObject({ type: "transfer", whisper: "Acme has somebody for you." });
  const other = importFlow(JSON.stringify(retellExports.extraction), { format: "retell", name: "file" }).text;
  expect(other).toContain("summary: true");
});

test("named keys of an instruction are pressed, and a goodbye of the model has a written one beside it", () => {
  const plain = talkOf(retellExports.outbound);
  plain.start();
  expect(plain.user("no")).toBe("Thank you. Goodbye.");
  expect(plain.works.map(({ what }) => what)).toEqual([{ type: "press", keys: "2" }]);
  const worded = talkOf(retellExports.outbound, { utterances: [{ say: "Thanks for your time." }] });
  worded.start();
  expect(worded.user("no")).toBe("Thanks for your time.");
});

test("keys chosen by a model are left to the author", () => {
  for (const text of ["Press 1 for sales or 2 for help", "Press the right key", "Press {{extension}}"]) {
    const data = {
      nodes: [
        { id: "keys", type: "press_digit", instruction: { type: "prompt", text }, edges: [] },
        { id: "end", type: "end" },
      ],
    };
    const { text: yaml, report } = importFlow(JSON.stringify(data), { format: "retell", name: "file" });
    expect(yaml).not.toContain("press:");
    expect(report.nodes[0]?.fidelity).toBe("manual");
  }
});

test("an answering machine hears its message after the tone, and a person does not", () => {
  const talk = talkOf(retellExports.outbound, { direction: "outbound" });
  talk.start();
  expect(talk.user("You have reached Ada. Please leave a message after the tone.")).toBe("");
  expect(talk.event("call.beep")).toBe("This is Acme. Please call us back.");
  expect(talk.outcome).toBe("voicemail");
  const silent = talkOf(retellExports.settings, { direction: "outbound" });
  silent.start();
  expect(silent.user("Bitte hinterlassen Sie eine Nachricht nach dem Signalton.")).toBe("");
  expect(silent.outcome).toBe("voicemail");
});

test("the global prompt is the persona, and the model keeps its name and temperature", () => {
  const { text } = importFlow(JSON.stringify(retellExports.outbound), { format: "retell", name: "file" });
  expect(text).toContain("persona: You are Mia of {{ company ?? '' }}.");
  expect(text).toContain("llm: {model: gpt-5, temperature: 0.2}");
});

test("a worded line that skips the response continues by itself, and edges without a destination are left out", () => {
  const data = {
    nodes: [
      {
        id: "bye",
        type: "conversation",
        instruction: { type: "prompt", text: "Thank the caller and say goodbye." },
        edges: [{ id: "e", transition_condition: { type: "prompt", prompt: "Describe the condition" } }],
        skip_response_edge: { id: "s", destination_node_id: "end" },
      },
      { id: "end", type: "end" },
    ],
  };
  const { text, report } = importFlow(JSON.stringify(data), { format: "retell", name: "file" });
  expect(text).not.toContain("Describe the condition");
  expect(JSON.stringify(report)).toContain("edges without a destination");
  const talk = talkOf(data);
  expect(talk.start()).toBe("One moment, please.");
  expect(talk.outcome).toBe("done");
  const worded = talkOf(data, { utterances: [{ say: "Thank you, and goodbye." }] });
  expect(worded.start()).toBe("Thank you, and goodbye.");
  expect(worded.outcome).toBe("done");
});
