// Traces of calls: which calls are traced, what is held of the others, and traces of running sessions: beside the
// transcript, over two nodes, and inside a request's own trace.

import { describe, expect, test } from "bun:test";
import { openLog, silentLog } from "../../src/base/log.ts";
import { Traces } from "../../src/trace/call-traces.ts";
import { exportBody } from "../../src/trace/otlp-json.ts";
import { isSampled, type Span, traceIdOf } from "../../src/trace/span.ts";
import type { CallEvent } from "../../src/voice/call-event.ts";
import { account, SessionBench } from "../support/fakes/session-bench.ts";
import { SessionNodes, talking, type } from "../support/fakes/session-nodes.ts";
import { settle } from "../support/fakes/virtual-clock.ts";
import { spansIn, wrongInTraces } from "../support/otlp-check.ts";

function tracesOf(share: number, log = silentLog) {
  const spans: Span[] = [];
  const lost = { spans: 0 };
  const traces = new Traces({
    exporter: { add: (span) => void spans.push(span) },
    log,
    share,
    words: false,
    forgotten: (count) => void (lost.spans += count),
  });
  return { traces, spans, lost };
}

const turn = (reply: number): readonly CallEvent[] => [
  { type: "reply-started", reply, atMs: reply * 1_000 },
  { type: "agent-speaking", speaking: true, reply, atMs: reply * 1_000 + 100 },
  { type: "agent-speaking", speaking: false, reply, atMs: reply * 1_000 + 900 },
];
const failed: CallEvent = { type: "failed", code: "tts_unavailable", message: "No", fatal: true, atMs: 1 };
const ended: CallEvent = { type: "ended", reason: "completed", durationMs: 1, atMs: 1_000_000 };
const begin = (traces: Traces, session = "ses_1") => traces.begin({ session, startedAtMs: 0 });
const wrongIn = (spans: readonly Span[]) => wrongInTraces(spansIn(exportBody(spans, {})));

describe("share of calls", () => {
  test("traces: a share of the sessions is traced, by their ids, and a larger share has all of a smaller one", () => {
    const ids = Array.from({ length: 4_000 }, (_, i) => traceIdOf(`ses_${i}`));
    const of = (share: number) => ids.filter((id) => isSampled(id, share));
    expect([of(0).length, of(1).length]).toEqual([0, 4_000]);
    expect(isSampled("0".repeat(32), 0)).toBe(false);
    expect(of(0.05).length).toBeWithin(140, 261);
    expect(of(0.5)).toEqual(expect.arrayContaining(of(0.05)));
  });

  test("traces: a call outside the share sends none, unless it turns out to be remarkable", () => {
    const { traces, spans } = tracesOf(0);
    const quiet = begin(traces);
    for (const event of [...turn(1), ...turn(2), ended]) quiet.told(event);
    quiet.over();
    expect(spans).toEqual([]);
    const bad = begin(traces, "ses_2");
    for (const event of [...turn(1), ...turn(2)]) bad.told(event);
    expect(spans).toEqual([]);
    bad.told(failed);
    // The exporter sends held spans at once, and holds later ones no more.
    expect(spans.map(({ name }) => name)).toEqual(["turn 1", "playout"]);
    for (const event of [...turn(3), ended]) bad.told(event);
    bad.over();
    expect(spans.filter(({ name }) => name.startsWith("turn"))).toHaveLength(3);
    expect(wrongIn(spans)).toEqual([]);
  });

  test("traces: a law broken at the very end still counts", () => {
    const { traces, spans } = tracesOf(0);
    const call = begin(traces);
    for (const event of [...turn(1), ended]) call.told(event);
    call.broke("nothing follows the end", 1_000_001);
    call.over();
    expect(spans.map(({ name }) => name)).toEqual(["turn 1", "playout", "session"]);
    expect(spans.at(-1)?.attributes["voice.remarkable"]).toBe("invariant");
  });
});

describe("held spans", () => {
  test("traces: held spans are the newest of a call, and dropped ones are counted when they would have been sent", () => {
    const { traces, spans, lost } = tracesOf(0);
    const call = begin(traces);
    for (let reply = 1; reply <= 400; reply++) for (const event of turn(reply)) call.told(event);
    expect(lost.spans).toBe(0);
    call.told(failed);
    expect([spans.length, lost.spans]).toEqual([256, 2 * 399 - 256]);
    expect(spans.at(-1)?.name).toBe("playout");
    expect(spans.at(-2)?.name).toBe("turn 399");
  });

  test("traces: held spans are limited for all calls together, and released at the end", () => {
    const { traces, spans, lost } = tracesOf(0);
    const calls = Array.from({ length: 100 }, (_, i) => begin(traces, `ses_${i}`));
    for (const call of calls)
      for (let reply = 1; reply <= 129; reply++) for (const event of turn(reply)) call.told(event);
    // 64 calls have all places.
    calls.at(-1)?.told(failed);
    expect([spans.length, lost.spans]).toEqual([0, 256]);
    for (const call of calls) {
      call.told(ended);
      call.over();
    }
    spans.splice(0);
    const next = begin(traces, "next");
    for (const event of [...turn(1), ...turn(2), failed]) next.told(event);
    expect(spans.map(({ name }) => name)).toEqual(["turn 1", "playout"]);
  });

  test("traces: a bug in a trace ends the trace, not the call", () => {
    const lines: string[] = [];
    const log = openLog({ level: "debug", format: "json", write: (line) => void lines.push(line) });
    const { traces } = tracesOf(1, log);
    const call = begin(traces);
    for (let i = 0; i < 3; i++) call.told({ type: "no such event", atMs: 1 } as never);
    call.over();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("trace.bug");
  });
});

const link = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };

describe("sessions", () => {
  test("traces: turns, tools and latencies agree with the transcript, to the millisecond", async () => {
    const { traces, spans } = tracesOf(1);
    await using bench = await SessionBench.open({ traces });
    const request = { mode: "assistant", programId: undefined } as const;
    const started = await bench.sessions.start({
      accountId: account,
      request,
      context: {},
      metadata: {},
      link,
    });
    const line = await bench.join(started.token);
    const beganAtMs = bench.clock.wall();
    await bench.clock.advance(3_000);
    await bench.talk(line, 60_000);
    line.call?.gone("caller");
    await bench.clock.advance(2_000);
    await bench.sessions.flush();
    expect(wrongIn(spans)).toEqual([]);
    const rows = await bench.data.rows("sessionEvents");
    const typed = rows.filter(({ type: of }) => of === "caller");
    const turns = spans.filter(({ name }) => /^turn \d/.test(name));
    const byText = turns.filter(({ attributes }) => attributes["voice.turn.by"] === "text");
    expect(typed.length).toBe(3);
    for (const [i, { atMs }] of typed.entries())
      expect(Math.abs(byText[i]!.startMs - beganAtMs - atMs)).toBeLessThanOrEqual(5);
    for (const row of rows.filter(({ type: of }) => of === "latency")) {
      const { audioMs } = row.data as { readonly audioMs: number };
      const playout = spans.find(
        ({ name, startMs }) => name === "playout" && Math.abs(startMs - beganAtMs - row.atMs) <= 5,
      );
      const answered = turns.find(({ spanId }) => spanId === playout?.parentSpanId);
      expect(answered?.attributes["voice.turn.audio_ms"]).toBe(Math.round(audioMs));
    }
    const chats = spans.filter(({ name }) => name === "chat echo-1");
    expect(chats.length).toBeGreaterThanOrEqual(3);
    expect(chats[0]?.attributes).toMatchObject({ "gen_ai.usage.output_tokens": 7 });
    expect(spans.some(({ name }) => name === "tts")).toBe(true);
    const root = spans.find(({ name }) => name === "session");
    expect(root?.links).toEqual([link]);
    expect(root?.traceId).toBe(traceIdOf(started.sessionId));
  });

  test.each(["dies", "lets it go"])(
    "traces: when a node %s the trace continues at the next, with its first link",
    async (how) => {
      const { traces, spans } = tracesOf(1);
      await using nodes = await SessionNodes.open({ traces });
      const asked = {
        accountId: account,
        request: { mode: "assistant", programId: undefined },
        context: {},
        metadata: {},
        link,
      } as const;
      const { token, sessionId } = await nodes.n1.sessions.start(asked);
      const line = await nodes.n1.join(token);
      await nodes.pass(3_000);
      await type(nodes, line, "go on");
      await nodes.pass(1_000);
      if (how === "dies") nodes.kill();
      const other = await nodes.n2.join(token);
      await nodes.pass(3_000);
      await type(nodes, other, "and on");
      other.call?.gone("caller");
      await nodes.pass(2_000);
      await settle();
      expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([traceIdOf(sessionId)]));
      const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
      expect(roots.map(({ links }) => links)).toEqual([[link]]);
      expect(wrongIn(spans)).toEqual([]);
      const starts = spans.map(({ startMs }) => startMs);
      // The root covers the work of both nodes: their clocks and a second of writes may differ.
      expect(Math.abs(roots[0]!.startMs - Math.min(...starts))).toBeLessThanOrEqual(1_000);
      const numbers = spans.flatMap(({ attributes }) => attributes["voice.turn.number"] ?? []);
      expect(numbers.some((number) => Number(number) < 1_000)).toBe(true);
      expect(numbers.some((number) => Number(number) > 1_000)).toBe(true);
    },
  );

  test("traces: there are none without a collector", async () => {
    await using nodes = await SessionNodes.open();
    const { line } = await talking(nodes, ["go on"]);
    line.call?.gone("caller");
    await nodes.pass(2_000);
    expect((await nodes.row()).status).toBe("ended");
  });
});
