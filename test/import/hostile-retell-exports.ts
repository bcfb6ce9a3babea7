// Hostile exports in the shape of Retell's: cycles, missing targets, odd names and texts, wrong types, and huge sizes.

import { said, asked, when, given, otherwise, end, flow, type Export } from "./retell-parts.ts";

const silentCircle = flow([
  { id: "x", type: "branch", edges: [given([["{{n}}", ">", "1"]], "y")], else_edge: otherwise("z") },
  { id: "y", type: "conversation", instruction: said("Again."), skip_response_edge: otherwise("x") },
  { id: "z", type: "conversation", instruction: said("And again."), skip_response_edge: otherwise("x") },
]);

const oddIds = flow([
  {
    id: "node-1700000000000",
    name: "日本語",
    type: "conversation",
    instruction: said("こんにちは。"),
    edges: [when("はい", "  "), when("いいえ", "#{}: - 'x'\n\"y\"")],
  },
  {
    id: "#{}: - 'x'\n\"y\"",
    name: "end: [\u2028 #",
    type: "end",
    instruction: said("さようなら {{ 名前 }} \u0007 \ud800."),
  },
  { id: "RESUME", type: "conversation", instruction: asked("…"), edges: [when("x", "node-1700000000000")] },
  { id: "__proto__", name: "constructor", type: "end" },
  { id: 42, type: "end" },
]);

const duplicates = flow([
  {
    id: "same",
    name: "Same",
    type: "conversation",
    instruction: said("One."),
    always_edge: otherwise("same"),
  },
  {
    id: "same",
    name: "Same",
    type: "conversation",
    instruction: said("Two."),
    always_edge: otherwise("same (2)"),
  },
  { id: "other", name: "same", type: "end" },
  { type: "end" },
  { type: "end" },
]);

const loose = flow(
  [
    {
      id: "l1",
      type: "conversation",
      instruction: asked("Talk."),
      edges: [when("a"), when("b", "nowhere"), { id: "e" }],
    },
    { id: "l2", type: "branch" },
    { id: "l3", type: "function" },
    { id: "l4", type: "transfer_call", transfer_destination: { type: "inferred", prompt: "call {{who}}" } },
    { id: "l5", type: "extract_dynamic_variables" },
    { id: "l6", type: "conversation" },
    { id: "l7", type: "end", instruction: asked("") },
  ],
  { start_node_id: "gone" },
);

const odd = flow([
  {
    id: "braces",
    type: "conversation",
    instruction: said(
      "Hi {{ user.first-name }}, {name}, ${n}, %x%, {{}}, {{{{a}}}}, {{ 1 + 2 }}, {{ open, }} close, {{if}} {{session}} {{ today() }}.",
    ),
    always_edge: otherwise("next"),
  },
  {
    id: "next",
    type: "conversation",
    instruction: asked("{{#if x}} {{ x | upper }} {{ {% raw %} }} {{a b c}}"),
    edges: [
      when("{{done}}", "end"),
      given(
        [
          ["{{a b c}}", "contains", 'it\'s \\ "odd"'],
          ["", "==", ""],
          ["{{x}}", "~", "1"],
          ["{{x}}", "<", "abc"],
          ["5", "<", "{{x}}"],
          ["{{x}}", "==", "{{name}}"],
          ["{{x}}", "not_exist"],
          ["{{x}}", "not_contains", "{{name}}"],
        ],
        "end",
        "||",
      ),
    ],
  },
  { id: "robot", type: "hologram", edges: [when("x", "end")] },
  end(),
]);

const badTools = flow(
  [
    { id: "f1", type: "function", tool_id: "http", wait_for_result: false, edges: [when("ok", "f2")] },
    { id: "f2", type: "function", tool_id: "local", edges: [when("ok", "f3")], else_edge: otherwise("end") },
    { id: "f3", type: "function", tool_id: "hole", edges: [when("ok", "end"), when("bad", "f1")] },
    end(),
  ],
  {
    tools: [
      {
        tool_id: "http",
        type: "custom",
        name: "Über Tool",
        url: "http://api.example.com/a b",
        method: "get",
        headers: { "bad header": "x", Host: "y", Cookie: "z" },
        parameters: {
          properties: {
            if: { type: "string" },
            "ä b": { type: "array" },
            n: { type: "integer" },
            o: { type: "object" },
          },
        },
      },
      {
        tool_id: "local",
        type: "custom",
        name: "tool",
        url: "http://localhost:3000/x",
        args_at_root: true,
        parameters: { properties: { n: { type: "string" } } },
        response_variables: { n: "if.x", "": "a..b", deep: "$.a[0].b" },
      },
      { tool_id: "hole", type: "custom", name: "tool", url: "https://{{host}}/x", method: "PURGE" },
      { type: "custom" },
    ],
  },
);

const long = flow([
  {
    id: "long",
    type: "conversation",
    instruction: said(
      `${"This sentence is said to fill a page. ".repeat(150)}{{name}} ${"word".repeat(900)}`,
    ),
    always_edge: otherwise("p"),
  },
  {
    id: "p",
    type: "conversation",
    instruction: asked("Explain everything. ".repeat(400)),
    edges: [when(`the caller ${"really ".repeat(200)}agrees`, "end")],
  },
  end("end", "x".repeat(5000)),
]);

const many = flow(
  Array.from({ length: 500 }, (_, i) => ({
    id: `n${i}`,
    type: i === 499 ? "end" : i % 3 === 0 ? "branch" : "conversation",
    instruction: said(`Step ${i}.`),
    edges: i % 3 === 0 ? [given([["{{k}}", "==", `${i}`]], `n${(i * 7) % 500}`)] : [],
    else_edge: i % 3 === 0 ? otherwise(`n${i + 1}`) : undefined,
    always_edge: i % 3 === 0 ? undefined : otherwise(`n${i + 1}`),
  })),
);

const empty = flow([{ id: "only", type: "conversation", instruction: asked("   ") }]);
const wrongTypes: Export = {
  nodes: [
    { id: ["x"], type: 5, edges: "none", instruction: 7 },
    { id: "b", type: "branch", edges: [null, 1, { transition_condition: [] }], else_edge: [] },
    null,
    "x",
  ],
  start_node_id: {},
  tools: {},
  components: [3],
  default_dynamic_variables: ["a"],
  global_prompt: 5,
};
const typesClash = flow(
  [
    {
      id: "e1",
      type: "extract_dynamic_variables",
      variables: [
        { type: "number", name: "n", description: "a number" },
        { type: "enum", name: "c", description: "c", choices: [] },
      ],
      edges: [when("x", "e2")],
    },
    {
      id: "e2",
      type: "extract_dynamic_variables",
      variables: [
        { type: "string", name: "n", description: "a text" },
        ...Array.from({ length: 45 }, (_, i) => ({ type: "string", name: `v${i}`, description: "" })),
      ],
      edges: [given([["{{n}}", "contains", "4"]], "e3"), given([["{{n}}", "==", "four"]], "e3")],
      else_edge: otherwise("e3"),
    },
    { id: "e3", type: "end", instruction: said("{{n}} {{c}} {{v44}}") },
  ],
  { default_dynamic_variables: { n: "3" } },
);

export const hostileRetellExports: Readonly<Record<string, Export>> = {
  silentCircle,
  oddIds,
  duplicates,
  loose,
  odd,
  badTools,
  long,
  many,
  empty,
  wrongTypes,
  typesClash,
};
