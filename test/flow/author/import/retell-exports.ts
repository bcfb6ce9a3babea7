// Exports in the shape of Retell's conversation flows, written for these tests: from small and plain to hostile.

export type Export = Record<string, unknown>;

const said = (text: string) => ({ type: "static_text", text });
const asked = (text: string) => ({ type: "prompt", text });
const when = (prompt: string, to?: string) => ({
  id: `e-${prompt}`,
  transition_condition: { type: "prompt", prompt },
  destination_node_id: to,
});
const given = (equations: readonly (readonly [string, string, string?])[], to?: string, operator = "&&") => ({
  id: `q-${to}`,
  transition_condition: {
    type: "equation",
    operator,
    equations: equations.map(([left, op, right]) => ({ left, operator: op, right })),
  },
  destination_node_id: to,
});
const otherwise = (to?: string) => ({
  id: "else",
  transition_condition: { type: "prompt", prompt: "Else" },
  destination_node_id: to,
});
const end = (id = "end", text = "Goodbye.") => ({ id, type: "end", instruction: said(text) });
const flow = (nodes: readonly unknown[], more: Export = {}): Export => ({
  start_node_id: (nodes[0] as { id?: string } | undefined)?.id,
  start_speaker: "agent",
  model_choice: { type: "cascading", model: "gpt-5" },
  nodes,
  ...more,
});

export const survey = flow(
  [
    {
      id: "hi",
      type: "conversation",
      name: "Greeting",
      instruction: said("Hello {{first_name}}. Do you have a minute for us?"),
      edges: [when("User says yes or agrees", "score"), when("User declines", "bye")],
    },
    {
      id: "score",
      type: "conversation",
      name: "Which one",
      instruction: said("Did you buy the lamp or the chair?"),
      edges: [when('Answer is "lamp"', "thanks"), when('Answer is "chair"', "thanks")],
    },
    {
      id: "thanks",
      type: "conversation",
      instruction: said("Thank you for telling us."),
      skip_response_edge: otherwise("bye"),
    },
    end("bye", "Have a nice day, {{first_name}}."),
  ],
  { default_dynamic_variables: { first_name: "Ada" } },
);

export const eligibility = flow(
  [
    {
      id: "check",
      type: "branch",
      edges: [
        given(
          [
            ["{{age}}", ">=", "18"],
            ["{{country}}", "==", "US"],
          ],
          "yes",
        ),
        given([["vip", "exists"]], "yes", "||"),
      ],
      else_edge: otherwise("no"),
    },
    end("yes", "You may go on."),
    end("no", "I am sorry, you may not."),
  ],
  { default_dynamic_variables: { age: "17", country: "US" } },
);

export const tools = flow(
  [
    {
      id: "start",
      type: "conversation",
      instruction: asked("Find out which order it is about."),
      edges: [when("The caller gave a number", "look")],
    },
    {
      id: "look",
      type: "function",
      name: "Look up",
      tool_id: "t1",
      tool_type: "local",
      wait_for_result: true,
      speak_during_execution: true,
      instruction: said("One moment."),
      edges: [given([["{{order_state}}", "==", "shipped"]], "sent")],
      else_edge: otherwise("unknown"),
    },
    { id: "sent", type: "end", instruction: said("It is on its way.") },
    { id: "unknown", type: "end", instruction: asked("Say that the order was not found, and be kind.") },
  ],
  {
    tools: [
      {
        tool_id: "t1",
        type: "custom",
        name: "get order",
        url: "https://api.example.com/orders/{{order_id}}",
        method: "GET",
        headers: { Authorization: "Bearer sk-1234", "X-Shop": "{{shop}}" },
        query_params: { full: "1" },
        timeout_ms: 120_000,
        parameters: {
          type: "object",
          properties: {
            order_id: { type: "string", description: "the number of the order" },
            rush: { type: "boolean" },
            source: { type: "string", const: "phone" },
          },
          required: ["order_id"],
        },
        response_variables: { order_state: "data.state", odd: "data['x']" },
      },
    ],
  },
);

const extraction = flow([
  {
    id: "talk",
    type: "conversation",
    instruction: asked("Ask for size and date."),
    edges: [when("All is known", "ex")],
  },
  {
    id: "ex",
    type: "extract_dynamic_variables",
    name: "Extract",
    variables: [
      {
        type: "enum",
        name: "size",
        description: "the size",
        choices: ["Small", "Large", "Extra Large", "extra-large"],
      },
      { type: "number", name: "people", description: "how many people" },
      { type: "boolean", name: "vegan", description: "whether it is vegan" },
      { type: "string", name: "Special Wish!", description: "a wish" },
    ],
    edges: [
      given(
        [
          ["{{size}}", "==", "Extra Large"],
          ["{{people}}", ">", "4"],
        ],
        "big",
      ),
      given([["{{vegan}}", "==", "true"]], "small"),
      given([["{{size}}", "==", "Huge"]], "big"),
    ],
    else_edge: otherwise("small"),
  },
  {
    id: "big",
    type: "transfer_call",
    transfer_destination: { type: "predefined", number: "+1 (415) 555-0100", extension: "12" },
    transfer_option: { type: "warm_transfer" },
    edge: {
      id: "f",
      transition_condition: { type: "prompt", prompt: "Transfer failed" },
      destination_node_id: "small",
    },
  },
  end("small", "Your {{Special Wish!}} is noted for {{people}} people, {{size}}, {{vegan}}."),
]);

const everyKind = flow(
  [
    {
      id: "a",
      type: "conversation",
      instruction: asked("Welcome the caller."),
      edges: [
        when("wants keys", "press"),
        when("wants a text", "sms"),
        when("wants code", "code"),
        when("wants another", "swap"),
        when("server", "mcp"),
        when("block", "comp"),
        when("calendar", "cal"),
        when("shared", "missing_tool"),
        when("agent", "sub"),
        when("bridge", "bridge"),
      ],
      interruption_sensitivity: 0,
      voice_speed: 1.3,
      knowledge_base_ids: ["kb"],
    },
    {
      id: "press",
      type: "press_digit",
      instruction: asked("Press 2 for sales"),
      edges: [when("done", "end")],
    },
    {
      id: "sms",
      type: "sms",
      instruction: said("Your code is {{code}}"),
      success_edge: otherwise("end"),
      failed_edge: otherwise("a"),
    },
    {
      id: "code",
      type: "code",
      code: "return 1",
      wait_for_result: true,
      edges: [],
      else_edge: otherwise("end"),
    },
    {
      id: "swap",
      type: "agent_swap",
      agent_id: "agent_1",
      post_call_analysis_setting: "both_agents",
      edge: otherwise("end"),
    },
    {
      id: "mcp",
      type: "mcp",
      mcp_id: "m",
      mcp_tool_name: "find",
      wait_for_result: false,
      edges: [when("found", "end"), when("not found", "a")],
    },
    {
      id: "comp",
      type: "component",
      component_id: "c1",
      component_type: "local",
      name: "c1",
      else_edge: otherwise("end"),
    },
    {
      id: "cal",
      type: "function",
      tool_id: "cal",
      tool_type: "local",
      wait_for_result: true,
      edges: [when("free", "end")],
      else_edge: otherwise("a"),
    },
    {
      id: "missing_tool",
      type: "function",
      tool_id: "nobody",
      tool_type: "shared",
      wait_for_result: true,
      edges: [when("ok", "end")],
    },
    {
      id: "sub",
      type: "subagent",
      instruction: asked("Help with {{topic}}."),
      tool_ids: ["cal"],
      edges: [when("done", "end")],
    },
    { id: "bridge", type: "bridge_transfer" },
    { id: "cancel", type: "cancel_transfer" },
    {
      id: "help",
      type: "conversation",
      instruction: said("You can say anything."),
      global_node_setting: {
        condition: "The caller asks what can be said",
        go_back_conditions: [when("always", "a")],
      },
      always_edge: otherwise("a"),
    },
    end(),
  ],
  {
    global_prompt: "You are Mia of {{company}}. {not a hole} <break/>",
    tools: [
      { tool_id: "cal", type: "check_availability_cal", name: "free", cal_api_key: "k", event_type_id: 1 },
    ],
    components: [
      {
        name: "c1",
        start_node_id: "inner",
        nodes: [
          {
            id: "inner",
            type: "conversation",
            instruction: asked("Verify."),
            edges: [when("done", "inner_end")],
          },
          { id: "inner_end", type: "end" },
        ],
      },
    ],
    knowledge_base_ids: ["kb1"],
    mcps: [{ name: "m", url: "https://mcp.example.com" }],
  },
);

const settings: Export = {
  agent_name: "Praxis Müller – Empfang",
  language: "de-DE",
  voice_id: "11labs-Anna",
  voice_speed: 1.1,
  responsiveness: 0.8,
  reminder_trigger_ms: 9000,
  max_call_duration_ms: 3_600_000,
  boosted_keywords: ["Müller", "Röntgen"],
  voicemail_option: { action: { type: "hangup" } },
  post_call_analysis_data: [{ type: "string", name: "grund" }],
  conversationFlow: flow(
    [
      {
        id: "eins",
        type: "conversation",
        instruction: said("Praxis Müller, guten Tag. Sind Sie schon Patient?"),
        edges: [when("sagt ja", "zwei"), when("sagt nein", "zwei")],
      },
      end("zwei", "Vielen Dank."),
    ],
    { start_speaker: "user", model_temperature: 0.2 },
  ),
};

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

export const retellExports: Readonly<Record<string, Export>> = {
  survey,
  eligibility,
  tools,
  extraction,
  everyKind,
  settings,
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
