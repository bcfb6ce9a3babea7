// Events of a call as spans: which spans exist, their parents, and that they show times and no spoken words.

import { describe, expect, test } from "bun:test";
import { entryOf } from "../../src/calls/flight/masked-entry.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";
import { simulateCall } from "../../src/sim/sim-call.ts";
import { exportBody } from "../../src/trace/otlp-json.ts";
import { type Span, traceIdOf } from "../../src/trace/span.ts";
import { type TraceInput, traceStart, traceStep } from "../../src/trace/trace-step.ts";
import type { TraceHead } from "../../src/trace/trace-head.ts";
import type { CallEvent } from "../../src/voice/call-event.ts";
import { spansIn, wrongInBody, wrongInTraces } from "../support/otlp-check.ts";
import { begins, chat, ends, hears, says, sentence, tool } from "../support/call-events.ts";

const startedAtMs = Date.UTC(2026, 10, 20, 10);
const head: TraceHead = {
  session: "ses_1",
  traceId: traceIdOf("ses_1"),
  startedAtMs,
  flow: "table",
  stt: "builtin",
  words: false,
};

function traced(events: readonly TraceInput[], of: TraceHead = head) {
  let state = traceStart;
  const spans: Span[] = [];
  for (const event of [...events, { type: "over" } as const]) {
    const [next, done] = traceStep(of, state, event);
    state = next;
    spans.push(...done);
  }
  return { spans, state };
}

/** Names of spans as a tree, with times of the call, in the order of their starts. */
function treeOf(spans: readonly Span[], parent?: string, depth = 0): readonly string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .sort((a, b) => a.startMs - b.startMs)
    .flatMap(({ name, startMs, endMs, spanId }) => [
      `${"  ".repeat(depth)}${name} ${startMs - startedAtMs}-${endMs - startedAtMs}`,
      ...treeOf(spans, spanId, depth + 1),
    ]);
}

const call: readonly CallEvent[] = [
  begins(1, 10),
  { type: "flow-state", flowId: "table", state: "ask", previous: undefined, atMs: 12 },
  ...says(1, 150, 1_000),
  ...hears(1_500, 2_500),
  begins(2, 2_510),
  chat(2_900, 380),
  tool(3_000, 95),
  { type: "flow-state", flowId: "table", state: "booked", previous: "ask", atMs: 3_001 },
  {
    type: "provider-finished",
    kind: "tts",
    provider: "builtin",
    characters: 10,
    firstMs: 40,
    tookMs: 60,
    atMs: 3_080,
  },
  ...says(2, 3_150, 4_000),
  { type: "latency", latency: { turn: 1, endOfTurnMs: 240, audioMs: 890.2 }, atMs: 3_150 },
  { type: "flow-ended", flowId: "table", outcome: "booked", atMs: 4_000 },
  ends("completed", 4_300),
];

describe("spans of a call", () => {
  test("trace: each turn has its hearing, decisions, requests and playback", () => {
    expect(treeOf(traced(call).spans)).toEqual([
      "session 0-4300",
      "  turn 1 10-1000",
      "    flow.step 10-12",
      "    playout 150-1000",
      "  turn 2 1500-4000",
      "    stt 1500-2500",
      "    flow.step 2510-3001",
      "    chat gpt-5-mini 2520-2900",
      "    execute_tool book 2905-3000",
      "    tts 3020-3080",
      "    playout 3150-4000",
    ]);
  });

  test("trace: the names are those of OpenTelemetry for models, and our own for voices", () => {
    const { spans } = traced(call);
    const of = (name: string) => spans.find((span) => span.name === name)?.attributes;
    expect(of("session")).toMatchObject({
      "gen_ai.operation.name": "invoke_workflow",
      "gen_ai.conversation.id": "ses_1",
      "voice.end_reason": "completed",
      "voice.outcome": "booked",
      "voice.turns": 2,
    });
    expect(of("turn 2")).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "voice.turn.number": 2,
      "voice.turn.by": "voice",
      "voice.turn.ended_by": "answer",
      "voice.turn.endpoint_ms": 240,
      "voice.turn.audio_ms": 890,
      "voice.turn.interrupted": false,
    });
    expect(of("chat gpt-5-mini")).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "gpt-5-mini",
      "gen_ai.usage.input_tokens": 310,
      "gen_ai.usage.output_tokens": 12,
    });
    expect(of("execute_tool book")).toMatchObject({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "book",
    });
    expect(of("stt")).toMatchObject({ "gen_ai.provider.name": "builtin", "voice.stt.final_ms": 20 });
  });

  test("trace: the recogniser's part has the reason for which the words were taken", () => {
    const evidence = { fit: -0.4, lead: 6.1 };
    const { spans } = traced([
      { type: "user-speaking", speaking: true, atMs: 100 },
      { type: "turn-ended", reason: "answer", silentMs: 240, atMs: 700 },
      { type: "user-words", text: "four", final: true, rejected: false, evidence, atMs: 710 },
      begins(1, 720),
      ends("completed", 900),
    ]);
    const heard = spans.find(({ name }) => name === "stt")?.attributes;
    expect(heard).toMatchObject({
      "voice.stt.rejected": false,
      "voice.stt.fit": -0.4,
      "voice.stt.lead": 6.1,
    });
  });

  test("trace: an interruption begins a turn, and the heard part of the other is noted", () => {
    const heard = { heardText: "01234", heardReplyText: "01234" };
    const { spans } = traced(
      [
        begins(1, 0),
        sentence(1, 10, "new", "0123456789"),
        { type: "agent-speaking", speaking: true, reply: 1, atMs: 100 },
        { type: "user-speaking", speaking: true, atMs: 400 },
        { type: "agent-paused", paused: true, reply: 1, atMs: 520 },
        { type: "interrupted", reply: 1, segment: 1, ...heard, heardMs: 400, atMs: 900 },
        { type: "agent-speaking", speaking: false, reply: 1, atMs: 900 },
        { type: "turn-ended", reason: "answer", silentMs: 240, atMs: 1_200 },
        { type: "user-words", text: "stop", final: true, rejected: false, atMs: 1_210 },
        begins(2, 1_220),
        ends("completed", 1_300),
      ],
      { ...head, words: true },
    );
    expect(treeOf(spans)).toEqual([
      "session 0-1300",
      "  turn 1 0-900",
      "    playout 100-900",
      "  turn 2 400-1220",
      "    stt 400-1210",
    ]);
    const [turn] = spans;
    expect(turn?.attributes).toMatchObject({
      "voice.turn.interrupted": true,
      "voice.heard_share": 0.5,
      "pii.agent.text": "01234",
    });
    expect(spans.at(-1)?.attributes["voice.interruptions"]).toBe(1);
    expect(turn?.events?.map(({ name }) => name)).toEqual(["barge_in.paused", "barge_in.decided"]);
  });

  test("trace: a cough over the agent is no turn, and later words begin later", () => {
    const { spans } = traced([
      begins(1, 0),
      { type: "agent-speaking", speaking: true, reply: 1, atMs: 100 },
      { type: "user-speaking", speaking: true, atMs: 300 },
      { type: "agent-paused", paused: true, reply: 1, atMs: 420 },
      { type: "user-speaking", speaking: false, atMs: 500 },
      { type: "agent-paused", paused: false, reply: 1, atMs: 600 },
      { type: "agent-speaking", speaking: false, reply: 1, atMs: 2_000 },
      ...hears(2_500, 3_500),
      begins(2, 3_510),
      ends("completed", 3_600),
    ]);
    expect(treeOf(spans).filter((line) => line.includes("turn"))).toEqual([
      "  turn 1 0-2000",
      "  turn 2 2500-3510",
    ]);
  });

  test("trace: an unanswered caller has a turn anyway, and typed words and keys are no speech", () => {
    const { spans } = traced([
      { type: "user-typed", text: "hello", atMs: 50 },
      begins(1, 60),
      { type: "user-keys", keys: "12", atMs: 500 },
      ends("completed", 700),
    ]);
    expect(treeOf(spans)).toEqual(["session 0-700", "  turn 1 50-60", "  turn 500-500"]);
    expect(spans.map(({ attributes }) => attributes["voice.turn.by"])).toEqual(["text", "keys", undefined]);
  });

  test("trace: work that ends after its turn, or after the call, belongs to its beginning", () => {
    const { spans } = traced([
      begins(1, 0),
      ...says(1, 200, 900),
      tool(1_000, 0),
      { type: "user-typed", text: "yes", atMs: 1_000 },
      begins(2, 1_010),
      tool(1_400, 900),
      tool(1_500, 500),
      ends("completed", 2_000),
      tool(3_000, 1_950),
      tool(3_000, 1_950),
    ]);
    expect(treeOf(spans)).toEqual([
      "session 0-3000",
      "  turn 1 0-900",
      "    playout 200-900",
      "    execute_tool book 500-1400",
      "  turn 2 1000-1010",
      // The same millisecond in which the turn began.
      "    execute_tool book 1000-1000",
      "    execute_tool book 1000-1500",
      "    execute_tool book 1050-3000",
      "    execute_tool book 1050-3000",
    ]);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  });

  test("trace: with TRACE_TEXT a turn has its words, and dots for sensitive ones", () => {
    const secret = { type: "user-typed", text: "1234", sensitive: true, atMs: 1_000 } as const;
    const first = [
      { type: "user-typed", text: "yes", atMs: 0 } as const,
      begins(1, 10),
      ...says(1, 200, 900),
    ];
    const second = [secret, begins(2, 1_010), ...says(2, 1_200, 1_900)];
    const { spans } = traced([...first, ...second, ends("completed", 2_000)], { ...head, words: true });
    const turns = spans.filter(({ name }) => name.startsWith("turn"));
    expect(turns.map(({ attributes }) => attributes["pii.caller.text"])).toEqual(["yes", "•••"]);
    expect(turns[0]?.attributes["pii.agent.text"]).toBe("Which day?");
  });

  test("trace: unusual names are replaced", () => {
    const { spans } = traced([
      begins(1, 0),
      {
        type: "tool-finished",
        flowId: "f",
        tool: "my number is 0171",
        ok: false,
        failure: "network",
        tookMs: 1,
        atMs: 9,
      },
      { ...tool(9, 1), ok: false, failure: "cancelled" } as CallEvent,
      { type: "flow-ended", flowId: "f", outcome: "Ada called", atMs: 10 },
      ends("completed", 20),
    ]);
    expect(JSON.stringify(spans)).not.toMatch(/0171|Ada/);
    expect(treeOf(spans)[2]).toBe("    execute_tool other 8-9");
    expect(spans.filter(({ isError }) => isError).map(({ name }) => name)).toEqual(["execute_tool other"]);
  });
});

describe("remarkable calls", () => {
  const because = (...events: readonly TraceInput[]) => traced([begins(1, 0), ...events]).state.remarkable;
  const incident = { kind: "tts", provider: "cartesia", error: "auth", ownKey: true, attempts: 1 } as const;
  const warned = (action: "retried" | "fell_back" | "gave_up"): CallEvent => ({
    type: "warning",
    code: "provider/fallback",
    message: "It failed",
    incident: { ...incident, action },
    atMs: 5,
  });
  const answered = (audioMs: number): CallEvent => ({
    type: "latency",
    latency: { turn: 1, audioMs },
    atMs: 5,
  });

  test("trace: failures, broken laws, other providers and late answers are remarkable", () => {
    expect(because(ends("completed", 9))).toBeUndefined();
    expect(because(warned("retried"), answered(1_200))).toBeUndefined();
    expect(because(ends("failed", 9))).toBe("failed");
    expect(because({ type: "failed", code: "x", message: "y", fatal: false, atMs: 4 })).toBe("failed");
    expect(because({ type: "invariant-broken", law: "nothing follows the end", atMs: 4 })).toBe("invariant");
    expect(because(warned("fell_back"))).toBe("fallback");
    expect(because(warned("gave_up"))).toBe("fallback");
    expect(because(answered(1_201))).toBe("slow");
  });
});

describe("a call at two nodes", () => {
  test("trace: it continues under its id, and its root is that of the node where it ends", () => {
    const first = traced([...call.slice(0, -2), ends("moved", 4_000)]);
    expect(first.spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toEqual([]);
    const later: readonly CallEvent[] = [
      begins(1_003, 9_000),
      ...says(1_003, 9_200, 9_900),
      ends("completed", 10_000),
    ];
    const all = [...first.spans, ...traced(later).spans];
    expect(wrongInTraces(spansIn(exportBody(all, {})))).toEqual([]);
    expect(treeOf(all).filter((line) => /session|turn/.test(line))).toEqual([
      "session 0-10000",
      "  turn 1 10-1000",
      "  turn 2 1500-4000",
      "  turn 1003 9000-9900",
    ]);
  });
});

describe("random calls", () => {
  const flow = loadFlow;
  /** Words of a call, one by one, except the names of its flow. */
  function saidIn(events: readonly CallEvent[]): readonly string[] {
    return events.flatMap((event) =>
      "text" in event && typeof event.text === "string" && event.text.length > 12 ? [event.text] : [],
    );
  }

  test.each(["table-booking", "appointment-reminder", "order-status"])(
    "trace: of %s is whole, agrees with the events, and comes out of the recording too",
    async (name) => {
      const file = Bun.file(`public/flows/${name}.flow.yaml`);
      const { program, tests } = flow(await file.text());
      let spoken = 0;
      for (let seed = 1; seed <= 12; seed++) {
        const sim = await simulateCall({
          program: program!,
          tests: tests ?? [],
          seed,
          troubles: seed % 2 === 0,
          startsAtMs: startedAtMs,
        });
        const { spans } = traced(sim.events);
        const body = exportBody(spans, { "service.name": "voice-flow" });
        expect(wrongInBody(body)).toEqual([]);
        expect(wrongInTraces(spansIn(body))).toEqual([]);
        // Every end of a span is an event's moment, unless the work began before its event.
        const moments = new Set(sim.events.map(({ atMs }) => atMs));
        const apart = spans
          .filter(({ name: of }) => /^(turn \d+|playout|stt|flow\.step)$/.test(of))
          .flatMap(({ startMs, endMs }) => [startMs, endMs])
          .filter((ms) => !moments.has(ms - startedAtMs));
        expect(apart).toEqual([]);
        for (const text of saidIn(sim.events)) expect(body).not.toContain(text);
        expect(traced(recorded(sim.events)).spans).toEqual(spans);
        const withWords = { ...head, words: true };
        expect(traced(recorded(sim.events), withWords).spans).toEqual(traced(sim.events, withWords).spans);
        spoken += spans.filter(({ name: of }) => of === "stt").length;
      }
      expect(spoken).toBeGreaterThan(10);
    },
    240_000,
  );

  /** Events as a recording has them. */
  function recorded(events: readonly CallEvent[]): readonly CallEvent[] {
    return events.flatMap((event): readonly CallEvent[] => {
      const entry = entryOf(event);
      if (entry === undefined) return [];
      const read = JSON.parse(JSON.stringify(entry)) as { readonly closed?: boolean };
      return [
        (event.type === "expecting" ? { ...read, expectation: { closed: read.closed } } : read) as CallEvent,
      ];
    });
  }
});

test("trace: words that the agent set aside are an event of its turn, and no part of the caller's next words", () => {
  const aside: readonly CallEvent[] = [
    { type: "user-speaking", speaking: true, atMs: 300 },
    { type: "user-words", text: "mm hm", final: true, rejected: true, aside: "backchannel", atMs: 700 },
  ];
  const { spans } = traced([
    begins(1, 10),
    ...aside,
    ...says(1, 150, 1_000),
    ...hears(1_500, 2_500),
    begins(2, 2_510),
    ends("completed", 3_000),
  ]);
  const [first, second] = ["turn 1", "turn 2"].map((name) => spans.find((span) => span.name === name));
  expect(first?.events).toMatchObject([{ name: "aside", attributes: { "voice.aside": "backchannel" } }]);
  expect((second?.startMs ?? 0) - (spans.find(({ name }) => name === "session")?.startMs ?? 0)).toBe(1_500);
});
