// Exports in the shape of Twilio Studio's flows, written for these tests.

import type { Export } from "./retell-parts.ts";

type Way = readonly [event: string, next?: string];

export const widget = (name: string, type: string, ways: readonly Way[], properties: Export = {}) => ({
  name,
  type,
  transitions: ways.map(([event, next]) => ({ event, ...(next !== undefined && { next }) })),
  properties: { offset: { x: 0, y: 0 }, ...properties },
});
export const split = (
  name: string,
  input: string,
  ways: readonly (readonly [type: string, value: string, next: string])[],
  otherwise?: string,
) => ({
  name,
  type: "split-based-on",
  transitions: [
    { event: "noMatch", ...(otherwise !== undefined && { next: otherwise }) },
    ...ways.map(([type, value, next]) => ({
      event: "match",
      next,
      conditions: [{ friendly_name: "If", arguments: [`{{${input}}}`], type, value }],
    })),
  ],
  properties: { input: `{{${input}}}`, offset: { x: 0, y: 0 } },
});
export const studio = (first: string, states: readonly unknown[], more: Export = {}): Export => ({
  description: "A flow",
  states: [widget("Trigger", "trigger", [["incomingMessage"], ["incomingCall", first]]), ...states],
  initial_state: "Trigger",
  flags: { allow_concurrent_calls: true },
  ...more,
});
export const says = (name: string, say: string, next?: string) =>
  widget(name, "say-play", [next === undefined ? ["audioComplete"] : ["audioComplete", next]], {
    say,
    loop: 1,
    language: "en-US",
  });

const menu = studio("menu", [
  widget(
    "menu",
    "gather-input-on-call",
    [
      ["keypress", "where"],
      ["speech", "where"],
      ["timeout", "menu"],
    ],
    {
      say: "For sales, press 1. For support, press 2. Or say operator.",
      timeout: 5,
      number_of_digits: 1,
    },
  ),
  split(
    "where",
    "widgets.menu.Digits",
    [
      ["equal_to", "1", "sales"],
      ["equal_to", "2", "ticket"],
      ["matches_any_of", "operator, human", "queue"],
    ],
    "bye",
  ),
  widget("sales", "connect-call-to", [["callCompleted", "bye"], ["hangup"]], {
    noun: "number",
    to: "+14155550100",
    timeout: 30,
  }),
  widget("ticket", "gather-input-on-call", [["keypress", "lookup"], ["speech"], ["timeout", "bye"]], {
    say: "Please enter the number of your ticket.",
    finish_on_key: "#",
  }),
  widget(
    "lookup",
    "make-http-request",
    [
      ["success", "note"],
      ["failed", "bye"],
    ],
    {
      method: "POST",
      content_type: "application/json",
      url: "https://api.example.com/tickets",
      body: '{"ticket": "{{widgets.ticket.Digits}}", "phone": "{{trigger.call.From}}"}',
    },
  ),
  widget("note", "set-variables", [["next", "told"]], {
    variables: [{ key: "who", value: "Ms {{widgets.lookup.parsed.owner.name}}" }],
  }),
  says("told", "It is with {{flow.variables.who | capitalize}}.", "message"),
  widget("message", "record-voicemail", [["recordingComplete", "sms"], ["noAudio", "bye"], ["hangup"]], {
    max_length: 60,
    timeout: 3,
  }),
  widget(
    "sms",
    "send-message",
    [
      ["sent", "bye"],
      ["failed", "bye"],
    ],
    { body: "Thanks." },
  ),
  widget("queue", "enqueue-call", [["callComplete"], ["failedToEnqueue", "bye"]], {
    queue_name: "Front Desk",
  }),
  says("bye", "Goodbye."),
]);

const everyWidget = studio("say", [
  says("say", "Hi {{contact.channel.address}}.", "play"),
  widget("play", "say-play", [["audioComplete", "keys"]], { play: "https://cdn.example.com/a.mp3", loop: 2 }),
  widget("keys", "say-play", [["audioComplete", "fn"]], { digits: "12#" }),
  widget(
    "fn",
    "run-function",
    [
      ["success", "fn2"],
      ["fail", "sub"],
    ],
    {
      url: "https://x-1.twil.io/f",
      parameters: [{ key: "a", value: "{{flow.data.a}}" }],
    },
  ),
  widget(
    "fn2",
    "run-function",
    [
      ["success", "sub"],
      ["fail", "sub"],
    ],
    { function_sid: "ZH1" },
  ),
  widget("sub", "run-subflow", [["completed", "reply"], ["failed"]], { flow_sid: "FW1" }),
  widget("reply", "send-and-wait-for-reply", [["incomingMessage", "out"], ["timeout"]], { body: "?" }),
  widget("out", "make-outgoing-call-v2", [["answered", "rec"], ["busy"], ["failed"]]),
  widget("rec", "record-call", [["success", "pay"], ["failed"]]),
  widget("pay", "capture-payments", [["success", "stream"], ["hangup"], ["providerError", "say"]]),
  widget("stream", "fork-stream", [["next", "twiml"]]),
  widget("twiml", "add-twiml-redirect", [["return", "flex"], ["timeout"]]),
  widget("flex", "send-to-flex", [["callComplete"], ["failedToEnqueue", "odd"]], { channel: "TC1" }),
  widget("odd", "hologram", [["shown", "ops"]], { shine: 3 }),
  split("ops", "flow.variables.x", [
    ["regex", "^a$", "say"],
    ["starts_with", "a", "say"],
    ["does_not_start_with", "b", "say"],
    ["is_blank", "", "say"],
    ["less_than", "5", "client"],
    ["does_not_contain", "q", "client"],
    ["is_after_time", "17:00", "client"],
  ]),
  widget("client", "connect-call-to", [["callCompleted"]], { noun: "client", to: "mia" }),
  widget("sip", "connect-call-to", [["callCompleted"]], { noun: "sip", sip_endpoint: "sip:mia@example.com" }),
]);

export const studioExports = {
  menu,
  everyWidget,
  noTrigger: { states: [says("only", "Hi.")], initial_state: "only" },
  record: { friendly_name: "In a record", definition: menu, revision: 3 },
  differing: studio("q", [
    widget(
      "q",
      "gather-input-on-call",
      [
        ["keypress", "keyed"],
        ["speech", "spoken"],
        ["timeout", "none"],
      ],
      {
        say: "For red, press 1. For blue, press 2.",
      },
    ),
    split(
      "keyed",
      "widgets.q.Digits",
      [
        ["equal_to", "1", "red"],
        ["equal_to", "2", "blue"],
      ],
      "none",
    ),
    says("spoken", "You said {{widgets.q.SpeechResult}}."),
    says("red", "Red by key."),
    says("blue", "Blue by key."),
    says("none", "Nothing."),
  ]),
  odd: {
    states: [
      { name: 5, type: null, transitions: "x", properties: [] },
      { name: "a", type: "split-based-on", transitions: [{ event: "match", conditions: [1, {}] }, null] },
      { name: "a", type: "gather-input-on-call", transitions: [{ event: "keypress", next: "gone" }] },
      { name: "b", type: "make-http-request", properties: { body: "{", url: "ftp://x", method: "{{m}}" } },
      {
        name: "c",
        type: "set-variables",
        properties: { variables: [{ key: "if", value: 5 }, { value: "x" }] },
      },
    ],
  },
} satisfies Readonly<Record<string, Export>>;
