// Imported menus of telephone systems: callers get through them by voice and by keys.

import { expect, test } from "bun:test";
import { importFlow } from "../../src/import/import-flow.ts";
import { ImportProblem } from "../../src/import/import-problem.ts";
import { withoutTags } from "../../src/import/connect/references.ts";
import { idFor } from "../../src/import/safe-names.ts";
import { optionRows } from "../../src/import/imported-options.ts";
import { keyedLabels } from "../../src/import/menus/keyed-labels.ts";
import { type Answers, Talk } from "../flow/engine/run/talk.ts";
import { action, connectExports, connectFlow } from "./connect-exports.ts";
import type { Export } from "./retell-parts.ts";
import { split, studio, studioExports, says, widget } from "./studio-exports.ts";

const imported = (data: Export) => importFlow(JSON.stringify(data), { name: "file" });
const talkOf = (data: Export, answers: Answers = {}) => new Talk(imported(data).text, answers);
const menuText = "For sales, press 1. For support, press 2. Or say operator.";

test("Connect: the words of SSML are said without its tags and the blanks around them", () => {
  expect(withoutTags("<speak> Hello, <break time='1s'/>\n who is <b>there</b>? </speak>")).toBe(
    "Hello, who is there ?",
  );
});

test("options: the first label of an option is spoken, a key is pressed, and the rest are understood once", () => {
  const labels = [
    ["Sales", "sales"],
    ["1", "sales"],
    ["sales!", "sales"],
    ["the sales desk", "sales"],
    ["The Sales desk", "sales"],
    ["…", "sales"],
    ["Help", "help"],
  ] as const;
  expect(optionRows(new Map(labels))).toEqual([
    new Map<string, string | string[]>([
      ["id", "sales"],
      ["label", "Sales"],
      ["synonyms", ["the sales desk"]],
      ["dtmf", "1"],
    ]),
    new Map([
      ["id", "help"],
      ["label", "Help"],
    ]),
  ]);
});

test("Studio: a menu is answered by a key, by the key's purpose, and by a compared word", () => {
  for (const answer of [(talk: Talk) => talk.press("1"), (talk: Talk) => talk.user("sales please")]) {
    const talk = talkOf(studioExports.menu);
    expect(talk.start()).toBe(menuText);
    answer(talk);
    expect(talk.works.at(-1)?.what).toMatchObject({ type: "transfer", address: "tel:+14155550100" });
  }
  const queue = talkOf(studioExports.menu);
  queue.start();
  queue.user("a human");
  expect(queue.works.at(-1)?.what).toMatchObject({ type: "transfer", address: "front_desk" });
});

test("Studio: digits go into a request, its answer into a variable, and words after it", () => {
  const talk = talkOf(studioExports.menu, {
    from: "+14155550123",
    tools: { lookup: [{ owner: { name: "Weber" } }] },
  });
  talk.start();
  expect(talk.press("2")).toBe("Please enter the number of your ticket.");
  expect(talk.press("4711#")).toContain("It is with Ms Weber.");
  expect(talk.calls[0]).toContain('"4711"');
  expect(talk.calls[0]).toContain('"+14155550123"');
});

test("Studio: silence at a menu that leads back to itself asks again, and ends the call at last", () => {
  const talk = talkOf(studioExports.menu);
  talk.start();
  expect(talk.silence()).toContain("press 1");
  for (let i = 0; i < 4 && talk.outcome === null; i++) talk.silence();
  expect(talk.outcome).toBe("unfinished");
});

test("Studio: an edge without a target hangs up without a word", () => {
  const talk = talkOf(studio("hi", [says("hi", "We are closed.")]));
  expect(talk.start()).toBe("We are closed.");
  expect(talk.outcome).toBe("done");
});

test("Studio: keys and words of one question may lead to different places", () => {
  const keyed = talkOf(studioExports.differing);
  keyed.start();
  expect(keyed.press("1")).toBe("Red by key.");
  const spoken = talkOf(studioExports.differing);
  spoken.start();
  expect(spoken.user("blue")).toBe("You said blue.");
});

test("Studio: a wrong answer with the same target as silence asks nothing twice", () => {
  const talk = talkOf(studioExports.differing);
  talk.start();
  expect(talk.silence()).toContain("Nothing.");
  expect(talk.outcome).toBe("done");
});

test("Studio: digits compared with words never match, and the report says so", () => {
  const flow = studio("q", [
    widget("q", "gather-input-on-call", [["keypress", "s"], ["timeout"]], { say: "Your number?" }),
    split(
      "s",
      "widgets.q.Digits",
      [
        ["equal_to", "none", "a"],
        ["equal_to", "12", "b"],
      ],
      "c",
    ),
    ...["a", "b", "c"].map((name) => says(name, `It is ${name}.`)),
    split("t", "widgets.q.Digits", [["contains", "4", "a"]]),
  ]);
  const talk = talkOf(flow);
  talk.start();
  expect(talk.press("12#")).toBe("It is b.");
  const notes = imported(flow).report.nodes.flatMap((node) => node.notes.map(({ words }) => words));
  expect(notes.some((words) => words.includes("none") && words.includes("can never hold"))).toBe(true);
});

test("Studio: comparisons keep their results, and an unknown one is reported and never holds", () => {
  const ways = [
    ["regex", "^x$", "regex"],
    ["starts_with", "ab", "starts"],
    ["contains", "z", "has"],
    ["greater_than", "10", "more"],
    ["is_blank", "", "none"],
  ] as const;
  const flow = studio("s", [
    split("s", "flow.data.x", ways, "else"),
    ...["regex", "starts", "has", "more", "none", "else"].map((name) => says(name, `It is ${name}.`)),
  ]);
  const said = (x?: string): string => talkOf(flow, x === undefined ? {} : { context: { x } }).start();
  expect(said("abc")).toBe("It is starts.");
  expect(said("xyz")).toBe("It is has.");
  expect(said("12")).toBe("It is more.");
  expect(said("q")).toBe("It is else.");
  expect(said()).toBe("It is none.");
  const notes = imported(flow).report.nodes.flatMap((node) => node.notes.map(({ words }) => words));
  expect(notes.some((words) => words.includes("regex") && words.includes("never holds"))).toBe(true);
});

test("Studio: omitted parts are listed at their widget: sounds, senders, edges of their own", () => {
  const { report } = imported(studioExports.everyWidget);
  const wordsAt = (source: string): string =>
    report.nodes
      .find((node) => node.source === source)
      ?.notes.map(({ words }) => words)
      .join("; ") ?? "";
  expect(wordsAt("play")).toContain("sound");
  expect(wordsAt("play")).toContain("spoken once");
  expect(wordsAt("odd")).toContain("unknown");
  expect(wordsAt("odd")).toContain("properties.shine");
  expect(wordsAt("fn2")).toContain("https://example.com/ replaces it");
  expect(report.nodes.find(({ source }) => source === "sip")?.nodes).toEqual(["sip"]);
});

test("Connect: a flow talks, loops, compares, calls a function and transfers", () => {
  const talk = talkOf(connectExports.line, {
    from: "+14155550123",
    context: { name: "Ada" },
    tools: { get_offer: [{ offer: "a lamp" }] },
  });
  expect(talk.start()).toBe("Hello Ada. Press 1 for sales or press 2 for an agent.");
  expect(talk.user("sales")).toBe("We have a lamp for you. Enter your code.");
  expect(talk.calls).toEqual(['get_offer {"customerendpoint_address":"+14155550123"}']);
  expect(talk.press("42#")).toContain("It is 4 2.");
  expect(talk.works.at(-1)?.what).toMatchObject({ type: "transfer", address: "tel:+14155550100" });
});

test("Connect: hours are open unless the context says that they are closed, and a queue has its name", () => {
  const open = talkOf(connectExports.line);
  open.start();
  open.press("2");
  expect(open.works.at(-1)?.what).toMatchObject({ type: "transfer", address: "sales_desk" });
  const closed = talkOf(connectExports.line, { context: { opening_hours: "closed" } });
  closed.start();
  expect(closed.press("2")).toBe("We are closed.");
});

test("Connect: a loop asks as often as it counts, and then takes its other edge", () => {
  const talk = talkOf(connectExports.line);
  talk.start();
  let said = "";
  for (let i = 0; i < 10 && talk.outcome === null; i++) said = talk.silence();
  expect(said).toContain("Goodbye.");
  expect(talk.outcome).toBe("done");
});

test("Connect: a flow wrapped as text by the API is read, under its name", () => {
  const { report, text } = imported(connectExports.described);
  expect([report.format, report.flow]).toEqual(["connect", "main-line"]);
  expect(text).toContain("name: Main line");
});

test("Connect: an export of its older editor is refused with the remedy", () => {
  const old = { modules: [{ id: "1", type: "Disconnect" }], version: "1", type: "contactFlow", start: "1" };
  expect(() => imported(old)).toThrow(ImportProblem);
  expect(() => imported(old)).toThrow("export it again");
});

test("Connect: an unknown block is a listed gap, and the flow continues behind it", () => {
  const flow = connectFlow([
    action("odd", "ConnectParticipantWithOracle", { Oracle: "x" }, { next: "say" }),
    action("say", "MessageParticipant", { Text: "Still here." }),
  ]);
  expect(talkOf(flow).start()).toBe("Still here.");
  const [odd] = imported(flow).report.nodes;
  expect(odd?.fidelity).toBe("manual");
  expect(odd?.notes.map(({ words }) => words).join("; ")).toContain("Parameters.Oracle");
});

test("recording is switched off and on at the same places", () => {
  const behaviour = (id: string, people: readonly string[], next: string) =>
    action(
      id,
      "UpdateContactRecordingBehavior",
      { RecordingBehavior: { RecordedParticipants: people } },
      { next },
    );
  const connect = imported(
    connectFlow([
      behaviour("off", [], "pin"),
      action("pin", "MessageParticipant", { Text: "Your card." }, { next: "on" }),
      behaviour("on", ["Agent", "Customer"], "say"),
      action("say", "MessageParticipant", { Text: "Thanks." }),
    ]),
  ).text;
  const twilio = imported(
    studio("off", [
      widget("off", "record-call", [["success", "on"]], { record_call: false }),
      widget("on", "record-call", [["success", "say"]], { record_call: true }),
      says("say", "Thanks."),
    ]),
  ).text;
  for (const text of [connect, twilio]) {
    const { nodes } = Bun.YAML.parse(text) as { nodes: Record<string, { record?: string }> };
    expect([nodes["off"]?.record, nodes["on"]?.record]).toEqual(["off", "on"]);
    expect(new Talk(text).start()).toEndWith("Thanks.");
  }
});

test("a call is transferred to the number in a variable", () => {
  const connect = connectFlow([
    action("to", "TransferParticipantToThirdParty", { ThirdPartyPhoneNumber: "$.Attributes.desk" }),
  ]);
  const twilio = studio("to", [
    widget("to", "connect-call-to", [["callCompleted"]], { noun: "number", to: "{{flow.variables.desk}}" }),
  ]);
  for (const data of [connect, twilio]) {
    const talk = talkOf(data, { context: { desk: "+14155550100" } });
    talk.start();
    expect(talk.works.at(-1)?.what).toMatchObject({ type: "transfer", address: "tel:+14155550100" });
  }
});

test("a caller who returns from the other call hears its continuation", () => {
  const twilio = studio("to", [
    widget("to", "connect-call-to", [["callCompleted", "back"]], { noun: "number", to: "+14155550100" }),
    says("back", "Welcome back."),
  ]);
  const third = { ThirdPartyPhoneNumber: "+14155550100", ContinueFlowExecution: "True" };
  const connect = connectFlow([
    action("to", "TransferParticipantToThirdParty", third, { next: "back" }),
    action("back", "MessageParticipant", { Text: "Welcome back." }),
  ]);
  for (const data of [twilio, connect]) {
    const talk = talkOf(data);
    talk.start();
    expect(talk.outcome).toBeNull();
    expect(talk.event("call.returned")).toBe("Welcome back.");
    expect(talk.outcome).toBe("done");
  }
});

test("a text too long for one line is split into several without loss", () => {
  const sentences = Array.from({ length: 90 }, (_, i) => `Room ${i + 1} is on the first floor to the left.`);
  const talk = talkOf(studio("all", [says("all", sentences.join(" "), "end"), says("end", "Thanks.")]));
  expect(talk.start()).toBe([...sentences, "Thanks."].join(" "));
});

test("a name of up to 48 characters is an unchanged id, and a longer one ends after a word", () => {
  const name = "transfer_to_the_front_office_of_the_main_branch";
  expect([idFor(name, "x"), idFor(`${name}_today`, "x")]).toEqual([name, name]);
});

test("Connect: attributes of the call itself are imported exactly", () => {
  const { report } = imported(connectExports.line);
  expect(report.nodes.find(({ source }) => source === "set")).toMatchObject({ fidelity: "exact", notes: [] });
});

test("a widget without words has those of its variable", () => {
  const flow = studio("q", [
    widget("q", "gather-input-on-call", [["keypress", "end"]], { play: "https://cdn.example.com/q.mp3" }),
    says("end", "Thanks."),
  ]);
  const talk = talkOf(flow);
  expect(talk.start()).toBe("Please tell me: q.");
  expect(talk.press("12#")).toBe("Thanks.");
});

test.each([
  [menuText, { 1: "sales", 2: "support" }],
  ["Press 1 to Sales or 2 to Services", { 1: "Sales", 2: "Services" }],
  [
    "Press one to hear our hours, two for directions, or star to speak to an agent.",
    { 1: "hear our hours", 2: "directions", "*": "an agent" },
  ],
  [
    "To reach billing, please press or say 3; for anything else press 0",
    { 3: "reach billing", 0: "anything else" },
  ],
  ["Für den Verkauf drücken Sie die 1, für Hilfe drücken Sie zwei.", { 1: "Verkauf", 2: "Hilfe" }],
  ["Our number is 555 0100. How can I help?", {}],
])("keys of %j mean %j", (text, labels) => {
  expect(Object.fromEntries(keyedLabels(text))).toEqual(labels as Record<string, string>);
});
