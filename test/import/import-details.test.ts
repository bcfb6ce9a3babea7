// Import details: features of single nodes and blocks that an import keeps or reports.

import { expect, test } from "bun:test";
import { Fields } from "../../src/import/export-data.ts";
import { importFlow } from "../../src/import/import-flow.ts";
import { Talk } from "../flow/engine/run/talk.ts";
import { action, connectExports, connectFlow } from "./connect-exports.ts";
import { dograhExports, dograhFlow, dograhNode } from "./dograh-exports.ts";
import { retellExports } from "./retell-exports.ts";
import { asked, end, type Export, flow, otherwise, said, when } from "./retell-parts.ts";
import { says, studio, studioExports, widget } from "./studio-exports.ts";

const imported = (data: Export) => importFlow(JSON.stringify(data), { name: "file" });
const nodesIn = (text: string) =>
  (Bun.YAML.parse(text) as { readonly nodes: Readonly<Record<string, Export>> }).nodes;
const bye = end("bye", "Bye.");

test.each([
  [0, true],
  [0.8, undefined],
  [1, undefined],
  [undefined, undefined],
])("Retell: a line with interruption_sensitivity %p is uninterruptible: %p", (sensitivity, isDeaf) => {
  const line = {
    id: "line",
    type: "conversation",
    instruction: said("Hello."),
    skip_response_edge: otherwise("bye"),
    ...(sensitivity !== undefined && { interruption_sensitivity: sensitivity }),
  };
  const { barge_in: bargeIn } = nodesIn(imported(flow([line, bye])).text)["line"] ?? {};
  expect(bargeIn).toBe(isDeaf === true ? false : undefined);
});

test("Retell: new keys of an edge are reported, but not those of an edge that leads nowhere", () => {
  const line = {
    id: "line",
    type: "conversation",
    instruction: said("Hello. Do you agree?"),
    edges: [
      { ...when("says yes", "bye"), new_key: 1 },
      { ...when("is angry"), other_key: 1 },
    ],
  };
  const { report } = imported(flow([line, bye]));
  const told = JSON.stringify(report);
  expect([told.includes("new_key"), told.includes("other_key")]).toEqual([true, false]);
});

test("Retell: an empty voicemail_option leaves answering machines to the caller", () => {
  const hello = {
    id: "hello",
    type: "conversation",
    instruction: said("Hello."),
    skip_response_edge: otherwise("bye"),
  };
  const { text } = imported({ voicemail_option: {}, conversationFlow: flow([hello, bye]) });
  expect(text).not.toContain("voicemail");
});

test("an export without spoken words has the language of its instructions", () => {
  const prompted = {
    id: "hello",
    type: "conversation",
    instruction: asked("Frage den Anrufer nach seinem Namen und dann nach der Adresse, und danke ihm."),
    edges: [when("der Anrufer hat geantwortet", "bye")],
  };
  const { text } = imported(flow([prompted, { id: "bye", type: "end" }]));
  expect(text).toContain("language: de");
});

test("Fields: pairs are texts, numbers, truth values and empty texts, and nothing else", () => {
  const data = new Fields({ headers: { a: "x", b: "", c: 1, d: true, e: null, f: {}, g: [] } });
  expect(data.pairs("headers")).toEqual([
    ["a", "x"],
    ["b", ""],
    ["c", "1"],
    ["d", "true"],
  ]);
});

const line = (name: string, text: string, next?: string) =>
  action(name, "MessageParticipant", { Text: text }, next === undefined ? {} : { next });

test("Connect: a flow has the first language that a block names", () => {
  const { text } = imported(
    connectFlow([
      line("hello", "Hallo.", "voice"),
      action("voice", "UpdateContactTextToSpeechVoice", { LanguageCode: "de-DE" }, { next: "later" }),
      action("later", "UpdateContactTextToSpeechVoice", { LanguageCode: "en-US" }, { next: "bye" }),
      action("bye", "DisconnectParticipant", {}),
    ]),
  );
  expect(text).toContain("language: de");
});

test.each([1, 3])("Connect: a loop of %d says its line as often", (times) => {
  const { text } = imported(
    connectFlow([
      action(
        "loop",
        "Loop",
        { LoopCount: String(times) },
        {
          when: [
            ["ContinueLooping", "line"],
            ["DoneLooping", "bye"],
          ],
        },
      ),
      line("line", "Again.", "loop"),
      line("bye", "Goodbye.", "end"),
      action("end", "DisconnectParticipant", {}),
    ]),
  );
  const talk = new Talk(text, {});
  const heard = [talk.start()];
  // A loop without listening has a pause in each round.
  while (talk.outcome === null && heard.length < 9) heard.push(talk.silence());
  expect(heard).toEqual([...Array.from({ length: times }, () => "Again."), "Goodbye."]);
});

test("Studio: a question for words goes where speech leads, and says that it ignores keys", () => {
  const question = (ways: readonly (readonly [string, string?])[]) =>
    imported(
      studio("q", [
        widget("q", "gather-input-on-call", ways, { say: "What is it about?" }),
        says("words", "You spoke."),
        says("keys", "You pressed."),
      ]),
    );
  const both = question([["keypress", "keys"], ["speech", "words"], ["timeout"]]);
  const talk = new Talk(both.text, {});
  talk.start();
  expect(talk.user("my invoice of last month")).toContain("You spoke.");
  const notes = (report: typeof both.report) => JSON.stringify(report).includes("ignores keys");
  const keyed = question([["keypress", "keys"], ["timeout"]]);
  expect([notes(both.report), notes(keyed.report)]).toEqual([true, false]);
  expect(notes(question([["speech", "words"], ["timeout"]]).report)).toBe(false);
});

/** Keys that no rule reads, by export; the importer reads every other export completely. */
const unread: ReadonlyMap<string, readonly string[]> = new Map([
  ["retell tools", ["look: speak_during_execution"]],
  [
    "retell everyKind",
    [
      "tools[].name",
      "tools[].cal_api_key",
      "tools[].event_type_id",
      "code: code, wait_for_result",
      "swap: post_call_analysis_setting",
      "mcp: mcp_id, wait_for_result",
      "cal: wait_for_result",
      "missing_tool: wait_for_result",
    ],
  ],
  [
    "dograh reception",
    [
      "1: data.greeting_type",
      "6: data.http_method, data.payload_template",
      "7: data.qa_enabled",
      "8: data.trigger_path",
    ],
  ],
  ["dograh missing", ["edges[].id", "edges[].data"]],
  ["dograh globals", ["s: data.extraction_variables[].type"]],
  ["studio menu", ["told: properties.language", "bye: properties.language"]],
  ["studio everyWidget", ["say: properties.language", "odd: properties.shine"]],
  ["studio noTrigger", ["only: properties.language"]],
  ["studio record", ["definition.description", "told: properties.language", "bye: properties.language"]],
  [
    "studio differing",
    [
      "spoken: properties.language",
      "red: properties.language",
      "blue: properties.language",
      "none: properties.language",
    ],
  ],
  ["studio odd", ["5: transitions", "c: properties.variables[].value"]],
  ["connect described", ["ContactFlow.Name"]],
  ["connect odd", ["no id: Parameters"]],
]);
/** All blocks of `everyBlock` have the same odd parameters. */
const { everyBlock: _, ...connectSystems } = connectExports;
const systems = {
  retell: retellExports,
  dograh: dograhExports,
  studio: studioExports,
  connect: connectSystems,
};
const fixtures = Object.entries(systems).flatMap(([system, all]) =>
  Object.entries(all).map(([name, data]) => [`${system} ${name}`, data as Export] as const),
);

test.each(fixtures)("%s: its report has each setting that is not imported, and no other", (name, data) => {
  const { report } = imported(data);
  const notes = report.nodes.flatMap((node) =>
    node.notes.flatMap(({ words }) =>
      words.startsWith("not imported: ") ? [`${node.source}: ${words.slice(14)}`] : [],
    ),
  );
  const settings = report.settings.filter(({ words }) => words === "it is not imported");
  expect([...settings.map(({ setting }) => setting), ...notes]).toEqual([...(unread.get(name) ?? [])]);
});

test("an export without a question has no place for callers who are not understood", () => {
  const { text } = imported(studio("hi", [says("hi", "We are closed.")]));
  expect(text).not.toContain("give_up");
});

test("Dograh: a delayed start is reported where there is one", () => {
  const told = (data: Export): boolean =>
    JSON.stringify(imported(dograhFlow([dograhNode("1", "startCall", data)])).report).includes("delay");
  const start = { greeting_type: "text", greeting: "Hello.", prompt: "Say hello." };
  expect([told(start), told({ ...start, delayed_start: true })]).toEqual([false, true]);
});
