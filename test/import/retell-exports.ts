// Exports in the shape of Retell's conversation flows, written for these tests, each with other features.

import { said, asked, when, given, otherwise, end, flow, type Export } from "./retell-parts.ts";

const survey = flow(
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

const eligibility = flow(
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

const tools = flow(
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

const outbound: Export = {
  agent_name: "Renewal calls",
  voicemail_option: { action: { type: "static_text", text: "This is {{company}}. Please call us back." } },
  conversationFlow: flow(
    [
      {
        id: "hi",
        type: "conversation",
        instruction: said("Hello. Shall I put you through?"),
        edges: [when("User says yes", "person"), when("User says no", "menu")],
      },
      {
        id: "person",
        type: "transfer_call",
        transfer_destination: { type: "predefined", number: "+14155550100" },
        transfer_option: {
          type: "warm_transfer",
          private_handoff_option: { type: "static_message", message: "{{company}} has somebody for you." },
        },
        edge: otherwise("menu"),
      },
      {
        id: "menu",
        type: "press_digit",
        instruction: asked("Press 2 for sales"),
        edges: [when("pressed", "bye")],
      },
      { id: "bye", type: "end", instruction: asked("Thank the caller in one short sentence.") },
    ],
    {
      global_prompt: "You are Mia of {{company}}.",
      default_dynamic_variables: { company: "Acme" },
      model_temperature: 0.2,
    },
  ),
};

export const retellExports = {
  outbound,
  survey,
  eligibility,
  tools,
  extraction,
  everyKind,
  settings,
} satisfies Readonly<Record<string, Export>>;
