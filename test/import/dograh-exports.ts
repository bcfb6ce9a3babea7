// Exports in the shape of Dograh's workflows, written for these tests: from small and plain to hostile.

import type { Export } from "./retell-parts.ts";

export const dograhNode = (id: string, type: string, data: Export = {}) => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: { name: id, ...data },
});
export const dograhEdge = (source: string, target: string, condition = "done", more: Export = {}) => ({
  id: `${source}-${target}`,
  source,
  target,
  data: { label: condition, condition, ...more },
});
export const dograhFlow = (
  nodes: readonly unknown[],
  edges: readonly unknown[] = [],
  more: Export = {},
): Export => ({
  nodes,
  edges,
  viewport: { x: 0, y: 0, zoom: 1 },
  ...more,
});

const reception = dograhFlow(
  [
    dograhNode("1", "startCall", {
      name: "Start Call",
      greeting_type: "text",
      greeting: "Hello {{first_name}}, this is Acme.",
      prompt: "Ask whether it is about sales or service.",
      allow_interrupt: true,
    }),
    dograhNode("2", "agentNode", {
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
    dograhNode("3", "agentNode", {
      name: "Service",
      prompt: "Say that somebody calls back.",
      allow_interrupt: false,
      add_global_prompt: false,
    }),
    dograhNode("4", "endCall", { name: "End Call", prompt: "Thank the caller." }),
    dograhNode("5", "globalNode", { name: "Persona", prompt: "You are Sam of {{company}}. Be short." }),
    dograhNode("6", "webhook", {
      name: "Tell CRM",
      enabled: true,
      http_method: "POST",
      endpoint_url: "https://crm.example.com/calls",
      payload_template: { id: "{{workflow_run_id}}" },
    }),
    dograhNode("7", "qa", { name: "QA", qa_enabled: true }),
    dograhNode("8", "trigger", { name: "API", trigger_path: "abc" }),
  ],
  [
    dograhEdge("1", "2", "The caller wants sales", { transition_speech: "I pass you on to sales." }),
    dograhEdge("1", "3", "The caller wants service"),
    dograhEdge("2", "4"),
    dograhEdge("3", "4", "Always take this route"),
  ],
);

const fetched = {
  id: 7,
  name: "Kundenanruf",
  language: "de",
  template_context_variables: { kunde: "Frau Weber" },
  workflow_definition: dograhFlow(
    [
      dograhNode("a", "startCall", {
        prompt: "Begrüße {{kunde}}.",
        pre_call_fetch_mode: "always",
        pre_call_fetch_url: "https://api.example.com/kunde",
        delayed_start: true,
      }),
      dograhNode("b", "endCall", { prompt: "Verabschiede dich." }),
    ],
    [dograhEdge("a", "b", "fertig")],
  ),
};

const circle = dograhFlow(
  [
    dograhNode("a", "startCall", { prompt: "A" }),
    dograhNode("b", "agentNode", { prompt: "B" }),
    dograhNode("c", "agentNode", { prompt: "C" }),
  ],
  [dograhEdge("a", "b"), dograhEdge("b", "c"), dograhEdge("c", "b", "always"), dograhEdge("c", "c")],
);
const twoStarts = dograhFlow(
  [
    dograhNode("x", "startCall", { prompt: "X" }),
    dograhNode("x", "startCall", { prompt: "Y" }),
    dograhNode("x (2)", "endCall"),
  ],
  [dograhEdge("x", "x"), dograhEdge("x", "x (2)")],
);
const noStart = dograhFlow([dograhNode("only", "agentNode", { prompt: "" })]);
const missing = dograhFlow(
  [dograhNode("a", "startCall", { prompt: "A" })],
  [
    dograhEdge("a", "gone"),
    dograhEdge("gone", "a"),
    { id: "e", source: "a" },
    { source: "a", target: "a", data: null },
  ],
);
const unicode = dograhFlow(
  [
    dograhNode("ü/ß", "startCall", {
      name: "Começo 🚀",
      prompt: "Olá {{nome}}!",
      greeting: "Olá, {{ nome }}! {{ nome | title }}",
    }),
    dograhNode("终", "endCall", { name: "终", prompt: "再见" }),
  ],
  [dograhEdge("ü/ß", "终", "用户同意", { transition_speech: "好的。" })],
);
const templates = dograhFlow(
  [
    dograhNode("t", "startCall", {
      greeting: "{{initial_context.name}} {% if x %}a{% endif %} {{a[0]}} {{ }} {{{x}}} {x}",
      prompt: "{{ gathered_context.y }} {{",
      greeting_recording_id: "r",
    }),
    dograhNode("e", "endCall", { prompt: "}} {{" }),
  ],
  [dograhEdge("t", "e", "{{x}} is true")],
);
const unknown = dograhFlow(
  [
    dograhNode("s", "startCall", { prompt: "S", tool_uuids: ["u1"], document_uuids: ["d1"] }),
    dograhNode("z", "tuner", {}),
    dograhNode("w", "webhook", { endpoint_url: "http://10.0.0.1/x" }),
    dograhNode("v", "webhook", { enabled: false, endpoint_url: "https://x.example.com" }),
    dograhNode("e", "endCall"),
  ],
  [dograhEdge("s", "z"), dograhEdge("z", "e")],
);
const legacy = dograhFlow(
  [
    dograhNode("s", "startCall", {
      prompt: "S",
      pre_call_fetch_enabled: true,
      pre_call_fetch_url: "http://localhost/x",
    }),
    dograhNode("pre_call_fetch", "endCall", { prompt: "E" }),
  ],
  [dograhEdge("s", "pre_call_fetch")],
);
const globals = dograhFlow(
  [
    dograhNode("g1", "globalNode", { prompt: "One {{instructions}}." }),
    dograhNode("g2", "globalNode", { prompt: "Two." }),
    dograhNode("s", "startCall", {
      prompt: "S {{instructions}}",
      extraction_enabled: true,
      extraction_variables: [
        { name: "instructions", type: "number" },
        { name: "", type: "string" },
        { name: "and", type: "string" },
      ],
    }),
    dograhNode("e", "endCall"),
  ],
  [dograhEdge("s", "e")],
);
const many = dograhFlow(
  Array.from({ length: 500 }, (_, i) =>
    dograhNode(String(i), i === 0 ? "startCall" : i === 499 ? "endCall" : "agentNode", {
      name: `Step ${i % 7}`,
      prompt: `Do step ${i}.`,
    }),
  ),
  Array.from({ length: 900 }, (_, i) =>
    dograhEdge(String(i % 499), String(((i * 13) % 499) + 1), `condition ${i}`),
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
