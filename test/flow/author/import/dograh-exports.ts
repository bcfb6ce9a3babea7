// Exports in the shape of Dograh's workflows, written for these tests: from small and plain to hostile.

import type { Export } from "./retell-parts.ts";

const node = (id: string, type: string, data: Export = {}) => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: { name: id, ...data },
});
const edge = (source: string, target: string, condition = "done", more: Export = {}) => ({
  id: `${source}-${target}`,
  source,
  target,
  data: { label: condition, condition, ...more },
});
const flow = (nodes: readonly unknown[], edges: readonly unknown[] = [], more: Export = {}): Export => ({
  nodes,
  edges,
  viewport: { x: 0, y: 0, zoom: 1 },
  ...more,
});

const reception = flow(
  [
    node("1", "startCall", {
      name: "Start Call",
      greeting_type: "text",
      greeting: "Hello {{first_name}}, this is Acme.",
      prompt: "Ask whether it is about sales or service.",
      allow_interrupt: true,
    }),
    node("2", "agentNode", {
      name: "Sales",
      prompt: "Find out the budget.",
      extraction_enabled: true,
      extraction_prompt: "Note the budget.",
      extraction_variables: [
        { name: "budget_usd", type: "number", prompt: "the budget in dollars" },
        { name: "timeline", type: "string" },
        { name: "decides", type: "boolean" },
      ],
    }),
    node("3", "agentNode", {
      name: "Service",
      prompt: "Say that somebody calls back.",
      allow_interrupt: false,
      add_global_prompt: false,
    }),
    node("4", "endCall", { name: "End Call", prompt: "Thank the caller." }),
    node("5", "globalNode", { name: "Persona", prompt: "You are Sam of {{company}}. Be short." }),
    node("6", "webhook", {
      name: "Tell CRM",
      enabled: true,
      http_method: "POST",
      endpoint_url: "https://crm.example.com/calls",
      payload_template: { id: "{{workflow_run_id}}" },
    }),
    node("7", "qa", { name: "QA", qa_enabled: true }),
    node("8", "trigger", { name: "API", trigger_path: "abc" }),
  ],
  [
    edge("1", "2", "The caller wants sales", { transition_speech: "I pass you on to sales." }),
    edge("1", "3", "The caller wants service"),
    edge("2", "4"),
    edge("3", "4", "Always take this route"),
  ],
);

const fetched = {
  id: 7,
  name: "Kundenanruf",
  language: "de",
  template_context_variables: { kunde: "Frau Weber" },
  workflow_definition: flow(
    [
      node("a", "startCall", {
        prompt: "Begrüße {{kunde}}.",
        pre_call_fetch_mode: "always",
        pre_call_fetch_url: "https://api.example.com/kunde",
        delayed_start: true,
      }),
      node("b", "endCall", { prompt: "Verabschiede dich." }),
    ],
    [edge("a", "b", "fertig")],
  ),
};

const circle = flow(
  [
    node("a", "startCall", { prompt: "A" }),
    node("b", "agentNode", { prompt: "B" }),
    node("c", "agentNode", { prompt: "C" }),
  ],
  [edge("a", "b"), edge("b", "c"), edge("c", "b", "always"), edge("c", "c")],
);
const twoStarts = flow(
  [
    node("x", "startCall", { prompt: "X" }),
    node("x", "startCall", { prompt: "Y" }),
    node("x (2)", "endCall"),
  ],
  [edge("x", "x"), edge("x", "x (2)")],
);
const noStart = flow([node("only", "agentNode", { prompt: "" })]);
const missing = flow(
  [node("a", "startCall", { prompt: "A" })],
  [edge("a", "gone"), edge("gone", "a"), { id: "e", source: "a" }, { source: "a", target: "a", data: null }],
);
const unicode = flow(
  [
    node("ü/ß", "startCall", {
      name: "Começo 🚀",
      prompt: "Olá {{nome}}!",
      greeting: "Olá, {{ nome }}! {{ nome | title }}",
    }),
    node("终", "endCall", { name: "终", prompt: "再见" }),
  ],
  [edge("ü/ß", "终", "用户同意", { transition_speech: "好的。" })],
);
const templates = flow(
  [
    node("t", "startCall", {
      greeting: "{{initial_context.name}} {% if x %}a{% endif %} {{a[0]}} {{ }} {{{x}}} {x}",
      prompt: "{{ gathered_context.y }} {{",
      greeting_recording_id: "r",
    }),
    node("e", "endCall", { prompt: "}} {{" }),
  ],
  [edge("t", "e", "{{x}} is true")],
);
const unknown = flow(
  [
    node("s", "startCall", { prompt: "S", tool_uuids: ["u1"], document_uuids: ["d1"] }),
    node("z", "tuner", {}),
    node("w", "webhook", { endpoint_url: "http://10.0.0.1/x" }),
    node("v", "webhook", { enabled: false, endpoint_url: "https://x.example.com" }),
    node("e", "endCall"),
  ],
  [edge("s", "z"), edge("z", "e")],
);
const legacy = flow(
  [
    node("s", "startCall", {
      prompt: "S",
      pre_call_fetch_enabled: true,
      pre_call_fetch_url: "http://localhost/x",
    }),
    node("pre_call_fetch", "endCall", { prompt: "E" }),
  ],
  [edge("s", "pre_call_fetch")],
);
const globals = flow(
  [
    node("g1", "globalNode", { prompt: "One {{instructions}}." }),
    node("g2", "globalNode", { prompt: "Two." }),
    node("s", "startCall", {
      prompt: "S {{instructions}}",
      extraction_enabled: true,
      extraction_variables: [
        { name: "instructions", type: "number" },
        { name: "", type: "string" },
        { name: "and", type: "string" },
      ],
    }),
    node("e", "endCall"),
  ],
  [edge("s", "e")],
);
const many = flow(
  Array.from({ length: 500 }, (_, i) =>
    node(String(i), i === 0 ? "startCall" : i === 499 ? "endCall" : "agentNode", {
      name: `Step ${i % 7}`,
      prompt: `Do step ${i}.`,
    }),
  ),
  Array.from({ length: 900 }, (_, i) =>
    edge(String(i % 499), String(((i * 13) % 499) + 1), `condition ${i}`),
  ),
);
const odd: Export = {
  nodes: [
    { id: null, type: null, data: [] },
    {
      id: "b",
      type: "agentNode",
      data: { prompt: 5, extraction_enabled: true, extraction_variables: [1, { name: "x" }] },
    },
    [],
  ],
  edges: [{ source: 1, target: 2 }, 5, null],
};

export const dograhExports = {
  reception,
  fetched,
  circle,
  twoStarts,
  noStart,
  missing,
  unicode,
  templates,
  unknown,
  legacy,
  globals,
  many,
  odd,
} satisfies Readonly<Record<string, Export>>;
