// Agents of Retell in the shapes that people publish: their nodes, edges and settings. Each with a conversation that it
// holds.

import type { Answers } from "../flow/engine/run/talk.ts";
import { asked, end, type Export, flow, given, otherwise, said, when } from "./retell-parts.ts";

export interface RealShape {
  readonly name: string;
  readonly format: "retell" | "dograh";
  readonly data: Export;
  readonly answers?: Answers;
  /** First words of the agent, and its reply to each sentence of the caller. */
  readonly says: readonly [first: string, ...rest: readonly (readonly [user: string, agent: string])[]];
  readonly outcome?: string;
}

const talks = (id: string, text: string, ...edges: readonly unknown[]) => ({
  id,
  name: id,
  type: "conversation",
  display_position: { x: 1, y: 2 },
  instruction: asked(text),
  edges,
});
const speaks = (id: string, text: string, ...edges: readonly unknown[]) => ({
  ...talks(id, text, ...edges),
  instruction: said(text),
});
const skips = (id: string, text: string, to: string) => ({
  ...talks(id, text, { id: `${id}-loose`, transition_condition: { type: "prompt", prompt: "Describe it" } }),
  skip_response_edge: otherwise(to),
});
const transfers = (id: string, number: string, failed: string) => ({
  id,
  name: id,
  type: "transfer_call",
  instruction: said("I connect you now."),
  transfer_destination: { type: "predefined", number },
  transfer_option: { type: "cold_transfer", show_transferee_as_caller: false },
  edge: otherwise(failed),
});
const calls = (id: string, tool: string, to: string, failed = to) => ({
  id,
  name: id,
  type: "function",
  tool_id: tool,
  tool_type: "local",
  wait_for_result: true,
  speak_during_execution: true,
  instruction: said("I am looking."),
  edges: [given([[`{{${tool}_ok}}`, "==", "true"]], to)],
  else_edge: otherwise(failed),
});
const request = (name: string, properties: Export = {}) => ({
  type: "custom",
  tool_id: name,
  name,
  url: `https://hooks.example.com/${name}`,
  method: "POST",
  args_at_root: true,
  timeout_ms: 10_000,
  query_params: { phone: "{{user_number}}" },
  parameters: { type: "object", properties, required: Object.keys(properties) },
  response_variables: { [`${name}_ok`]: "$.ok" },
});
const agent = (name: string, conversationFlow: Export, more: Export = {}): Export => ({
  agent_id: "",
  agent_name: name,
  language: "en-US",
  voice_id: "custom_voice_1",
  voice_speed: 0.95,
  interruption_sensitivity: 0.9,
  response_engine: { type: "conversation-flow", version: 3 },
  conversationFlow,
  ...more,
});
const heard = (value: string) => ({ value, quote: value });

export const retellShapes: readonly RealShape[] = [
  {
    name: "two nodes",
    format: "retell",
    data: agent(
      "Starter",
      flow([talks("welcome", "Help.", when("Done", "end")), end("end", "Bye for now.")]),
    ),
    answers: { utterances: [{ say: "Hello." }, { say: "", exit: "done" }] },
    says: ["Hello.", ["nothing more", "Bye for now."]],
    outcome: "done",
  },
  {
    name: "an office that hands on to departments, with announcements before each transfer",
    format: "retell",
    data: agent(
      "Front office",
      flow(
        [
          talks("opening", "Find out the need.", when("Payroll", "tell"), when("Distress", "crisis")),
          skips("tell", "Say that payroll is on the line in a moment.", "payroll"),
          skips("crisis", "Say that help is on its way.", "care"),
          transfers("payroll", "+14155550101", "close"),
          transfers("care", "+14155550102", "close"),
          skips("close", "Thank the caller by name.", "end"),
          end("end", ""),
        ],
        {
          global_prompt:
            "It is {{current_time_America/New_York}}. Dates: {{current_calendar_America/New_York}}",
        },
      ),
      { pii_config: { mode: "post_call", categories: ["phone_number", "address"] } },
    ),
    answers: {
      utterances: [
        { say: "How can I help?" },
        { say: "", exit: "payroll" },
        { say: "Payroll comes on now." },
      ],
    },
    says: ["How can I help?", ["my pay stub", "Payroll comes on now. I connect you now."]],
    outcome: "transferred",
  },
  {
    name: "a spa that looks a caller up and books",
    format: "retell",
    data: agent(
      "Spa",
      flow(
        [
          calls("lookup", "contact", "known", "fresh"),
          speaks(
            "known",
            "Welcome back, {{contact_name}}. Shall we book?",
            when("yes", "ask"),
            when("no", "end"),
          ),
          speaks("fresh", "Welcome. Shall we book?", when("yes", "ask"), when("no", "end")),
          talks("ask", "Find out the day.", when("A day is known", "book")),
          calls("book", "booking", "end"),
          end("end", "See you {{user_day}}."),
        ],
        { tools: [request("contact"), request("booking", { user_day: { type: "string" } })] },
      ),
      { language: ["en-US", "es-419"] },
    ),
    answers: {
      tools: { contact: [{ data: { ok: "false" } }], booking: [{ data: { ok: "true" } }] },
      utterances: [
        { say: "For which day?" },
        { say: "", exit: "a_day_is_known", set: { user_day: heard("Monday") } },
      ],
    },
    says: ["Welcome. Shall we book?", ["yes", "For which day?"], ["Monday", "See you Monday."]],
    outcome: "done",
  },
  {
    name: "a screening with one question a node",
    format: "retell",
    data: agent(
      "Screening",
      flow([
        speaks("q1", "Do you have a steady place to live?", when("yes", "q2"), when("no", "q2")),
        speaks("q2", "Do you feel safe there?", when("yes", "end"), when("no", "line")),
        skips("line", "Name the help line.", "end"),
        end("end", "That is all."),
      ]),
      {
        post_call_analysis_data: [
          { type: "enum", name: "Do you feel safe there?", choices: ["yes", "no"], description: "answer" },
          { type: "number", name: "concerns", description: "how many concerns" },
          { type: "system-presets", name: "call_summary" },
        ],
      },
    ),
    answers: { utterances: [{ say: "Please call the help line." }] },
    says: [
      "Do you have a steady place to live?",
      ["yes", "Do you feel safe there?"],
      ["no", "Please call the help line. That is all."],
    ],
    outcome: "done",
  },
  {
    name: "a clinic in German whose export names no language",
    format: "retell",
    data: flow([
      speaks(
        "gruss",
        "Guten Tag, hier ist die Praxis. Sind Sie schon bei uns?",
        when("ja", "ende"),
        when("nein", "daten"),
      ),
      {
        id: "daten",
        type: "extract_dynamic_variables",
        variables: [{ type: "string", name: "name", description: "Ihr Name" }],
        edges: [when("x", "ende")],
      },
      end("ende", "Vielen Dank und bis bald."),
    ]),
    says: [
      "Guten Tag, hier ist die Praxis. Sind Sie schon bei uns?",
      ["nein", "Bitte sagen Sie mir: Ihr Name."],
      ["Weber", "Vielen Dank und bis bald."],
    ],
    outcome: "done",
  },
  {
    name: "an emergency line that is reached from anywhere",
    format: "retell",
    data: agent(
      "Crisis",
      flow([
        talks("talk", "Listen.", when("Done", "end")),
        {
          ...skips("danger", "Tell the caller to hang up and dial 911.", "end"),
          global_node_setting: { condition: "The caller is in danger", cool_down: 2 },
        },
        end(),
      ]),
      { end_call_after_silence_ms: 30_000 },
    ),
    answers: {
      utterances: [
        { say: "I am listening." },
        { say: "", exit: "to_danger" },
        { say: "Hang up and dial 911." },
      ],
    },
    says: ["I am listening.", ["he has a knife", "Hang up and dial 911. Goodbye."]],
    outcome: "done",
  },
  {
    name: "a survey that calls out, with a voicemail",
    format: "retell",
    data: agent(
      "Survey",
      flow(
        [
          speaks("hi", "May I ask two questions, {{first_name}}?", when("yes", "end"), when("no", "end")),
          end(),
        ],
        {
          default_dynamic_variables: { first_name: "there" },
        },
      ),
      {
        voicemail_option: { action: { type: "static_text", text: "We call again." } },
        begin_message_delay_ms: 800,
        reminder_max_count: 2,
        reminder_trigger_ms: 8_000,
      },
    ),
    answers: { direction: "outbound" },
    says: ["May I ask two questions, there?", ["no", "Goodbye."]],
    outcome: "done",
  },
  {
    name: "a long chain of collecting nodes",
    format: "retell",
    data: agent(
      "Intake",
      flow(
        [
          ...Array.from({ length: 48 }, (_, i) =>
            speaks(`step ${i}`, `Question ${i}?`, when("answered", `step ${i + 1}`)),
          ),
          speaks("step 48", "Is that right?", when("yes", "end"), when("no", "step 0")),
          end(),
        ],
        { notes: [{ id: "n", content: "for the team" }] },
      ),
    ),
    answers: { utterances: [{ say: "", exit: "answered" }] },
    says: ["Question 0?", ["blue", "Question 1?"]],
  },
  {
    name: "flexible mode, in which no edge leads on",
    format: "retell",
    data: flow(
      [
        talks("hello", "Greet."),
        talks("prices", "Tell the prices."),
        talks("hours", "Tell the hours."),
        end("bye", "Bye."),
      ],
      { flex_mode: true },
    ),
    answers: { utterances: [{ say: "Hello." }, { say: "", exit: "to_prices" }, { say: "It is 5 dollars." }] },
    says: ["Hello.", ["how much is it", "It is 5 dollars."]],
  },
  {
    name: "code, branches and a menu of keys",
    format: "retell",
    data: agent(
      "Branches",
      flow(
        [
          {
            id: "code",
            type: "code",
            name: "check",
            code: "return 1",
            edges: [],
            else_edge: otherwise("branch"),
          },
          {
            id: "branch",
            type: "branch",
            edges: [given([["{{direction}}", "==", "outbound"]], "out")],
            else_edge: otherwise("in"),
          },
          end("out", "We called you."),
          end("in", "You called us from {{user_number}}."),
        ],
        { is_transfer_cf: false },
      ),
      { allow_user_dtmf: true, user_dtmf_options: { digit_limit: 4 } },
    ),
    answers: { from: "+14155550199" },
    says: ["You called us from +14155550199."],
    outcome: "done",
  },
  {
    name: "a sub-agent with tools, and a component",
    format: "retell",
    data: flow(
      [
        {
          id: "help",
          type: "subagent",
          instruction: asked("Help."),
          tool_ids: ["order"],
          edges: [when("Done", "verify")],
        },
        {
          id: "verify",
          type: "component",
          component_id: "c",
          component_type: "local",
          name: "c",
          else_edge: otherwise("end"),
        },
        end(),
      ],
      {
        tools: [request("order", { order_id: { type: "string" } })],
        components: [
          { name: "c", start_node_id: "in", nodes: [speaks("in", "Verified.", when("x", "end"))] },
        ],
      },
    ),
    answers: { utterances: [{ say: "Yes?" }, { say: "", exit: "done" }] },
    says: ["Yes?", ["done", "Verified."]],
  },
];
