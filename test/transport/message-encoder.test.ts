// Message encoder: a call's messages as a client receives them, in timelines of events in and messages out, one line
// each.

import { expect, test } from "bun:test";
import { Value } from "typebox/value";
import { ReplayRing } from "../../src/base/replay-ring.ts";
import { label } from "../../src/transport/message-envelope.ts";
import { ownMessages } from "../../src/transport/message-extension.ts";
import { rtviMessages } from "../../src/transport/message-server.ts";
import { Outbox } from "../../src/transport/message-sender.ts";
import { type OutgoingMessage, Translator } from "../../src/transport/message-encoder.ts";
import { ownRows, rtviRows } from "../../src/transport/schema-rows.ts";
import type { LineEvent } from "../../src/voice/call-event.ts";

type Told = LineEvent extends infer E ? (E extends { atMs: number } ? Omit<E, "atMs"> : never) : never;

const schemas = [...Object.values(rtviMessages), ...Object.values(ownMessages)];

function translator(clear = true, isPlayed = false): Translator {
  return new Translator({ wall: () => Date.UTC(2026, 10, 20, 10), clear, knowsPlayed: () => isPlayed });
}

function say(to: Translator, ...events: readonly Told[]): readonly OutgoingMessage[] {
  return events.flatMap((event) => [...to.translate({ ...event, atMs: 120 } as LineEvent)]);
}

function names(messages: readonly OutgoingMessage[]): readonly string[] {
  for (const message of messages) {
    const whole = { label, id: "s-1", ...message };
    expect([whole, schemas.some((schema) => Value.Check(schema, whole))]).toEqual([whole, true]);
  }
  return messages.map((one) => (one.type === "server-message" ? one.data.type : one.type));
}

const sentence = (status: "new" | "started" | "completed", spoken = true): Told => ({
  type: "sentence",
  reply: 1,
  segment: 7,
  text: "Nice to meet you.",
  status,
  spoken,
});

const interrupted: Told = {
  type: "interrupted",
  reply: 1,
  segment: 7,
  heardText: "Nice to",
  heardReplyText: "Hello. Nice to",
  heardMs: 410.4,
};

test("outgoing: every documented server message fits its own schema", () => {
  for (const { name, schema, example } of [...rtviRows, ...ownRows]) {
    expect([name, Value.Check(schema, example)]).toEqual([name, true]);
  }
});

test("outgoing: a turn is sent in the order of RTVI", () => {
  const to = translator();
  const turn = say(
    to,
    { type: "user-speaking", speaking: true },
    { type: "user-words", text: "my", final: false, rejected: false },
    { type: "user-speaking", speaking: false },
    { type: "user-words", text: "my name is Alex", final: true, rejected: false },
    { type: "reply-started", reply: 1 },
    { type: "reply-text", reply: 1, delta: "Nice " },
    sentence("new"),
    { type: "reply-written", reply: 1 },
    { type: "expecting", expectation: { anyOf: [{ type: "phrases", phrases: ["yes"] }], endSilenceMs: 500 } },
    { type: "agent-speaking", speaking: true, reply: 1 },
    sentence("started"),
    sentence("completed"),
    { type: "agent-speaking", speaking: false, reply: 1 },
  );
  expect(names(turn)).toEqual([
    "user-started-speaking",
    "user-transcription",
    "user-stopped-speaking",
    "user-transcription",
    "user-llm-text",
    "bot-llm-started",
    "bot-llm-text",
    "bot-output",
    "bot-llm-stopped",
    "expecting",
    "bot-tts-started",
    "bot-started-speaking",
    "bot-tts-text",
    "bot-output",
    "bot-output",
    "bot-tts-stopped",
    "bot-stopped-speaking",
  ]);
  expect(turn[1]).toEqual({
    type: "user-transcription",
    data: { text: "my", final: false, timestamp: "2026-11-20T10:00:00.000Z", user_id: "user" },
  });
  const outputs = turn.flatMap((one) => (one.type === "bot-output" ? [one.data] : []));
  const common = {
    text: "Nice to meet you.",
    aggregated_by: "sentence",
    segment_id: 7,
    will_be_spoken: true,
  };
  const none = { accumulated_text: "", remaining_text: "Nice to meet you." };
  const all = { accumulated_text: "Nice to meet you.", remaining_text: "" };
  expect(outputs as object[]).toEqual([
    { ...common, spoken_status: "new", spoken_progress: none },
    { ...common, spoken_status: "in-progress", spoken_progress: none },
    { ...common, spoken_status: "completed", spoken_progress: all },
  ]);
});

const cutIn = [
  "bot-interrupted",
  "audio_clear",
  "bot-tts-stopped",
  "bot-stopped-speaking",
  "truncated",
  "bot-llm-stopped",
];
const stop: Told = { type: "agent-speaking", speaking: false, reply: 1 };

test("outgoing: an interruption is sent in one order, for any order of the call", () => {
  const steps = {
    cleared: (to: Translator) => to.cleared(),
    stopped: (to: Translator) => say(to, stop),
    interrupted: (to: Translator) => say(to, interrupted),
  };
  const orders: readonly (readonly (keyof typeof steps)[])[] = [
    ["cleared", "stopped", "interrupted"],
    ["cleared", "interrupted", "stopped"],
    ["interrupted", "cleared", "stopped"],
    ["interrupted", "stopped", "cleared"],
  ];
  for (const order of orders) {
    const to = translator();
    say(to, { type: "reply-started", reply: 1 }, { type: "agent-speaking", speaking: true, reply: 1 });
    const told = order.flatMap((step) => [...steps[step](to)]);
    expect([order, names(told)]).toEqual([order, cutIn]);
    expect(told[1]).toEqual({
      type: "server-message",
      data: { type: "audio_clear", segment_id: 7, played_ms: 410 },
    });
    expect(told[4]).toEqual({
      type: "server-message",
      data: {
        type: "truncated",
        segment_id: 7,
        heard_text: "Nice to",
        heard_reply_text: "Hello. Nice to",
        heard_ms: 410,
        estimated: true,
      },
    });
    expect(to.owed()).toEqual([]);
  }
});

test("outgoing: audio_clear goes only to clients that asked for it", () => {
  const to = translator(false);
  say(to, { type: "agent-speaking", speaking: true, reply: 1 });
  const told = [...to.cleared(), ...say(to, stop, interrupted)];
  expect(names(told)).toEqual(["bot-interrupted", "bot-tts-stopped", "bot-stopped-speaking", "truncated"]);
});

test("outgoing: half an interruption is sent before all later messages", () => {
  const to = translator();
  say(to, { type: "agent-speaking", speaking: true, reply: 1 });
  expect(to.cleared()).toEqual([]);
  expect(names(say(to, { type: "reply-started", reply: 2 }))).toEqual(["audio_clear", "bot-llm-started"]);
  expect(say(to, interrupted)).toEqual([]);
  expect(names(to.owed())).toEqual(["bot-interrupted", "truncated", "bot-llm-stopped"]);
});

test("outgoing: a pause takes unheard words back, and the reply is neither cut nor over", () => {
  const paused = (paused: boolean): Told => ({ type: "agent-paused", paused, reply: 1 });
  const to = translator();
  say(to, { type: "reply-started", reply: 1 }, { type: "agent-speaking", speaking: true, reply: 1 });
  expect(to.cleared()).toEqual([]);
  const told = say(to, paused(true), paused(false));
  expect(names(told)).toEqual(["audio_clear", "agent_paused", "agent_paused"]);
  expect(told.slice(1)).toMatchObject([{ data: { paused: true } }, { data: { paused: false } }]);
  expect(to.owed()).toEqual([]);
  const without = translator(false);
  without.cleared();
  expect(names(say(without, paused(true)))).toEqual(["agent_paused"]);
  // An interruption that is reported half comes first.
  const cut = translator();
  say(cut, { type: "agent-speaking", speaking: true, reply: 1 }, interrupted);
  expect(names(say(cut, paused(true)))).toEqual(["bot-interrupted", "truncated", "agent_paused"]);
});

test("outgoing: a reply that was cut before it was heard ends before the next one begins", () => {
  const told = say(translator(), { type: "reply-started", reply: 1 }, { type: "reply-started", reply: 2 });
  expect(names(told)).toEqual(["bot-llm-started", "bot-llm-stopped", "bot-llm-started"]);
});

test("outgoing: a text-only answer is never called spoken", () => {
  const told = say(translator(), sentence("new", false), sentence("completed", false));
  expect(names(told)).toEqual(["bot-output", "bot-output"]);
  expect(
    told.map((one) => one.type === "bot-output" && "will_be_spoken" in one.data && one.data.will_be_spoken),
  ).toEqual([false, false]);
});

test("outgoing: clients of RTVI 1.x get sentences in their known form", () => {
  const to = translator();
  expect(to.negotiate("1.4.0")).toEqual({ version: "1.4.0", known: true });
  const told = say(to, sentence("new"), sentence("started"), sentence("completed"));
  const output = (spoken: boolean): OutgoingMessage => ({
    type: "bot-output",
    data: { text: "Nice to meet you.", spoken, aggregated_by: "sentence" },
  });
  const transcription: OutgoingMessage = { type: "bot-transcription", data: { text: "Nice to meet you." } };
  const voiced: readonly OutgoingMessage[] = [
    { type: "bot-tts-started" },
    { type: "bot-tts-text", data: { text: "Nice to meet you." } },
  ];
  expect(told).toEqual([output(false), transcription, ...voiced, output(true)]);
});

test("outgoing: versions are agreed on", () => {
  const cases: readonly (readonly [string | undefined, string, boolean])[] = [
    [undefined, "2.1.0", true],
    ["2.1.0", "2.1.0", true],
    ["2.0", "2.1.0", true],
    ["2.9.9", "2.1.0", true],
    ["1.2.0", "1.2.0", true],
    ["3.0.0", "2.1.0", false],
    ["0.4.0", "2.1.0", false],
    ["", "2.1.0", false],
    ["two", "2.1.0", false],
    ["1.x", "2.1.0", false],
  ];
  for (const [asked, version, known] of cases) {
    expect([asked, translator().negotiate(asked)]).toEqual([asked, { version, known }]);
  }
});

test("outgoing: misunderstood speech is shown but not passed on", () => {
  const told = say(translator(), { type: "user-words", text: "", final: true, rejected: true });
  expect(names(told)).toEqual(["user-transcription"]);
  expect(told[0]).toMatchObject({ data: { rejected: true } });
  const late = {
    type: "user-words",
    text: "make it five",
    final: true,
    rejected: false,
    unanswered: true,
  } as const;
  expect(say(translator(), late)).toMatchObject([
    { type: "user-transcription", data: { text: "make it five", unanswered: true } },
  ]);
  const echo = { type: "user-words", text: "for you", final: true, rejected: true, aside: "echo" } as const;
  const [marked, ...more] = say(translator(), echo);
  expect(marked).toMatchObject({ data: { text: "for you", rejected: true, aside: "echo" } });
  expect(more).toEqual([]);
});

test("outgoing: mutes name their side, and the agent's are also sent in RTVI's form", () => {
  const to = translator();
  expect(names(say(to, { type: "user-muted", muted: true, source: "client" }))).toEqual(["muted"]);
  expect(names(say(to, { type: "user-muted", muted: true, source: "agent" }))).toEqual([
    "user-mute-started",
    "muted",
  ]);
  expect(names(say(to, { type: "user-muted", muted: false, source: "agent" }))).toEqual([
    "user-mute-stopped",
    "muted",
  ]);
});

test("outgoing: latency becomes metrics in seconds", () => {
  const latency = { turn: 1, endOfTurnMs: 500, wordsMs: 620, textMs: 930, audioMs: 1_130 };
  expect(say(translator(), { type: "latency", latency })).toEqual([
    {
      type: "metrics",
      data: {
        ttfb: [
          { processor: "turn", value: 1.13 },
          { processor: "llm", value: 0.31 },
          { processor: "tts", value: 0.2 },
        ],
        processing: [
          { processor: "turn-end", value: 0.5 },
          { processor: "stt", value: 0.62 },
        ],
      },
    },
  ]);
  expect(say(translator(), { type: "latency", latency: { turn: 1 } })).toEqual([]);
});

test("outgoing: each of the other events becomes its message", () => {
  const cases: readonly (readonly [event: Told, data: object])[] = [
    [
      { type: "expecting", expectation: undefined },
      { type: "expecting", any_of: null },
    ],
    [
      { type: "expecting", expectation: { anyOf: [{ type: "digits", lengths: [4, 6] }], endSilenceMs: 900 } },
      { type: "expecting", any_of: [{ type: "digits", lengths: [4, 6] }] },
    ],
    [
      { type: "flow-state", flowId: "f", state: "ask", previous: undefined },
      { type: "flow_state", flow_id: "f", state: "ask", previous: null, t_ms: 120 },
    ],
    [
      { type: "flow-variable", flowId: "f", key: "name", value: "Alex" },
      { type: "flow_variable", flow_id: "f", key: "name", value: "Alex" },
    ],
    [
      { type: "flow-ended", flowId: "f", outcome: "booked" },
      { type: "flow_end", flow_id: "f", reason: "completed", outcome: "booked" },
    ],
    [
      { type: "ending", reason: "shutdown", timeLeftMs: 9_999.6 },
      { type: "going_away", reason: "shutdown", time_left_ms: 10_000 },
    ],
  ];
  for (const [event, data] of cases) {
    const told = say(translator(), event);
    names(told);
    expect(told).toEqual([{ type: "server-message", data } as OutgoingMessage]);
  }
  const failed = say(translator(), {
    type: "failed",
    code: "stt_unavailable",
    message: "No ears",
    fatal: false,
  });
  expect(failed).toEqual([
    { type: "error", data: { error: "No ears", message: "No ears", fatal: false, code: "stt_unavailable" } },
  ]);
  expect(say(translator(), { type: "user-keys", keys: "1" })).toEqual([]);
  expect(say(translator(), { type: "ended", reason: "caller", durationMs: 5 })).toEqual([]);
});

test("outbox: all messages are labelled and numbered, and answers keep the id of their request", () => {
  const sent: string[] = [];
  const outbox = new Outbox({
    now: () => 0,
    warningEveryMs: 5_000,
    said: new ReplayRing(),
    send: (text) => void sent.push(text),
  });
  outbox.send({ type: "bot-llm-started" });
  outbox.send({ type: "server-response", id: "c9", data: { t: "ping" } });
  outbox.send({ type: "error-response", data: { error: "No.", code: "invalid_message" } });
  outbox.send({ type: "bot-llm-stopped" });
  expect(sent).toEqual([
    '{"label":"rtvi-ai","type":"bot-llm-started","id":"s-1","seq":1}',
    '{"label":"rtvi-ai","type":"server-response","id":"c9","seq":2,"data":{"t":"ping"}}',
    '{"label":"rtvi-ai","type":"error-response","seq":3,"data":{"error":"No.","code":"invalid_message"}}',
    '{"label":"rtvi-ai","type":"bot-llm-stopped","id":"s-4","seq":4}',
  ]);
});

test("outbox: warnings come at intervals for each code, with a count", () => {
  let now = 0;
  const sent: { data: { code: string; count: number } }[] = [];
  const outbox = new Outbox({
    now: () => now,
    warningEveryMs: 5_000,
    said: new ReplayRing(),
    send: (text) => void sent.push(JSON.parse(text) as (typeof sent)[0]),
  });
  for (now = 0; now < 10_000; now += 1_000) outbox.warn("a", "A");
  outbox.send({ type: "server-message", data: { type: "warning", code: "b", message: "B", count: 1 } });
  expect(sent.map(({ data: { code, count } }) => `${code} ${count}`)).toEqual(["a 1", "a 5", "b 1"]);
});
