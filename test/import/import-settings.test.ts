// Import settings: values beside the nodes of an export are translated or named in the report, and never lost.

import { expect, test } from "bun:test";
import { Fields } from "../../src/import/export-data.ts";
import { importFlow } from "../../src/import/import-flow.ts";
import { reportLines } from "../../src/import/import-report.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { Talk } from "../flow/engine/run/talk.ts";
import { dograhExports } from "./dograh-exports.ts";
import { asked, end, type Export, flow, given, otherwise, said, when } from "./retell-parts.ts";

const imported = (data: Export) => importFlow(JSON.stringify(data), { name: "file" });
const bye = end("bye", "Bye.");
const hello = {
  id: "hello",
  type: "conversation",
  instruction: said("Hello."),
  skip_response_edge: otherwise("bye"),
};

test("Fields: rest lists each unread key once by its path, and no empty one", () => {
  const data = new Fields({
    read: "x",
    left: 0,
    off: false,
    none: null,
    blank: " ",
    empty: { list: [], text: "" },
    inner: { read: 1, left: [1], deep: { a: 1 } },
    list: [{ read: true }, { read: true, left: 1 }, { left: 2 }],
    wrong: { a: 1 },
  });
  data.text("read");
  data.at("inner").number("read");
  data.at("inner").at("deep");
  for (const each of data.list("list")) each.flag("read");
  data.text("wrong");
  expect(data.rest()).toEqual(["left", "off", "inner.left", "inner.deep.a", "list[].left", "wrong"]);
  expect(data.rest()).toEqual([]);
});

test("Fields: rest counts the keys beyond sixty", () => {
  const many = Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`k${i}`, i]));
  expect(new Fields(many).rest().at(-1)).toBe("10 more");
});

test("a report lists each setting that no rule imports, also a new one", () => {
  const { report } = imported({
    agent_name: "A",
    guardrails: { topics: ["x"] },
    end_call_after_silence_ms: 5000,
    user_dtmf_options: { digit_limit: 3 },
    a_setting_of_next_year: { deep: [1] },
    voice_speed: 9,
    conversationFlow: flow([{ ...hello, typing_sound: true }, bye], { new_key: 1 }),
  });
  const lines = reportLines(report).join("\n");
  for (const key of [
    "guardrails",
    "end_call_after_silence_ms",
    "user_dtmf_options",
    "a_setting_of_next_year",
    "voice_speed",
    "conversationFlow.new_key",
    "typing_sound",
  ])
    expect(lines).toContain(key);
});

test("a report lists keys of Dograh's nodes and records that no rule imports", () => {
  const { report } = imported({ ...dograhExports.fetched, call_disposition_codes: ["x"] });
  expect(reportLines(report).join("\n")).toContain("call_disposition_codes");
});

test.each([
  ["user_number", { from: "+14155550100", to: "+14155550199" }, "+14155550100"],
  ["user_number", { from: "+14155550199", to: "+14155550100", direction: "outbound" }, "+14155550100"],
  ["agent_number", { from: "+14155550100", to: "+14155550199" }, "+14155550199"],
  ["direction", {}, "inbound"],
  ["call_id", {}, "ses_1"],
  ["current_time_Asia/Tokyo", {}, "Friday, November 20th, 9 p.m."],
  ["current_time", {}, "Friday, November 20th, 4 a.m."],
  ["current_calendar_America/New_York", {}, "Friday, November 20th"],
  ["current_hour_Europe/Berlin", {}, "13"],
] as const)("{{%s}} keeps its meaning, %j", (name, answers, spoken) => {
  const { text } = imported(flow([end("end", `It is {{${name}}} now.`)]));
  expect(new Talk(text, answers).start()).toBe(`It is ${spoken} now.`);
});

test("default variables are known to prompts, conditions and tools, and an export's own values override them", () => {
  const tool = {
    type: "custom",
    tool_id: "look",
    name: "look",
    url: "https://api.example.com/look",
    method: "POST",
    args_at_root: true,
    query_params: { phone: "{{user_number}}" },
    response_variables: { call_id: "id" },
  };
  const { text, report } = imported(
    flow(
      [
        {
          id: "look",
          type: "function",
          tool_id: "look",
          edges: [given([["{{direction}}", "==", "inbound"]], "in")],
          else_edge: otherwise("bye"),
        },
        end("in", "You are case {{call_id}}."),
        bye,
      ],
      {
        tools: [tool],
        global_prompt: "Now: {{current_time_America/New_York}}. Zone: {{current_time_Mars/Base}}.",
      },
    ),
  );
  expect(text).toContain("Now: {{ today('America/New_York') }}, {{ now('America/New_York') }}.");
  expect(report.settings).toContainEqual({
    setting: "global prompt",
    fidelity: "manual",
    words: "'{{current_time_Mars/Base}}' is not a variable: the text is kept unchanged",
  });
  const talk = new Talk(text, { from: "+14155550100", tools: { look: [{ data: {}, id: "17" }] } });
  expect(talk.start()).toContain("You are case 17.");
  expect(talk.calls).toEqual(['look {"user_number":"+14155550100"}']);
});

test("values found after the call become on_end, and personal data is redacted", () => {
  const { text, report } = imported({
    pii_config: { mode: "post_call", categories: ["credit_card", "email", "address"] },
    post_call_analysis_data: [
      { type: "enum", name: "Was it urgent?", choices: ["yes", "no"], description: "urgency" },
      { type: "boolean", name: "and", description: "whether" },
      { type: "number", name: "guests", examples: ["3"] },
      { type: "system-presets", name: "call_summary" },
      { type: "system-presets", name: "user_sentiment" },
      ...Array.from({ length: 20 }, (_, i) => ({ type: "string", name: `more ${i}` })),
    ],
    conversationFlow: flow([hello, bye]),
  });
  expect(text).toContain("redact: [cards, emails]");
  const { on_end: made } = Bun.YAML.parse(text) as { on_end: { summary: boolean; extract: Export } };
  expect(made.summary).toBe(true);
  expect(Object.keys(made.extract)).toHaveLength(20);
  expect(made.extract["was_it_urgent"]).toMatchObject({ type: "choice", description: "urgency" });
  expect(made.extract["user_sentiment"]).toMatchObject({ type: "choice" });
  expect(loadFlow(text).problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const lines = reportLines(report).join("\n");
  expect(lines).toContain("nothing replaces address");
  expect(lines).toContain("post_call_analysis_data[].examples");
  expect(lines).toContain("only its first 20 values");
});

test.each([
  ["Guten Tag, möchten Sie einen Termin bei uns?", "de"],
  ["Hello, would you like to come and see us?", "en"],
  ["Bonjour, vous voulez prendre un rendez-vous?", "en"],
] as const)("a flow without a language gets the language of its words: %s", (words, language) => {
  const { text, report } = imported(flow([{ ...hello, instruction: said(words) }, bye]));
  expect(text).toContain(`language: ${language}`);
  expect(report.settings.find(({ setting }) => setting === "language")).toBeDefined();
});

test("an agent of several languages speaks its first, and the report names the others", () => {
  const { text, report } = imported({
    language: ["de-DE", "de-AT", "fr-FR"],
    conversationFlow: flow([hello, bye]),
  });
  expect(text).toContain("language: de");
  expect(report.settings.find(({ setting }) => setting === "language")?.words).toContain("the texts in fr");
});

test("an agent of one prompt is refused with a hint to the assistant", () => {
  for (const data of [{ retellLlmData: { general_prompt: "Be kind." } }, { general_prompt: "Be kind." }])
    expect(() => imported(data)).toThrow("PUT /v1/assistant");
});

test("a long name becomes an id of whole words", () => {
  const { report } = imported({
    agent_name: "Front office of the northern branch for Clara and outbound calls",
    conversationFlow: flow([hello, bye]),
  });
  expect(report.flow).toBe("front-office-of-the-northern-branch-for-clara");
});

test("a request that is possible anywhere is an exit of each conversation, even beside its own edges", () => {
  const help = { ...hello, id: "help", global_node_setting: { condition: "wants help" } };
  const { text } = imported(
    flow([
      { id: "talk", type: "conversation", instruction: asked("Talk."), edges: [when("done", "bye")] },
      help,
      bye,
    ]),
  );
  const talk = new Talk(text, { utterances: [{ say: "Yes?" }, { say: "", exit: "to_help" }] });
  expect(talk.start()).toBe("Yes?");
  expect(talk.user("please explain it to me")).toBe("Hello. Bye.");
});

test("an agent of sixty nodes in flexible mode imports, and each of them is reachable", () => {
  const nodes = Array.from({ length: 60 }, (_, i) => ({
    id: `n${i}`,
    name: `Topic ${i}`,
    type: "conversation",
    instruction: asked(`Talk about ${i}.`),
  }));
  const { text, report } = imported(flow(nodes, { flex_mode: true }));
  expect(loadFlow(text).problems.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(
    report.nodes.filter(({ notes }) => notes.some(({ words }) => words.includes("no edge leads"))),
  ).toEqual([]);
});

test("a prompted voicemail is worded by a model, and braces that hold no name are reported", () => {
  const { text, report } = imported({
    voicemail_option: { action: { type: "prompt", text: "Say that we call {{ 1 }} again." } },
    conversationFlow: flow([hello, bye]),
  });
  expect(text).toContain('say: {prompt: "Say that we call');
  expect(report.settings).toContainEqual({
    setting: "voicemail",
    fidelity: "manual",
    words: "'{{ 1 }}' is not a variable: the text is kept unchanged",
  });
});
