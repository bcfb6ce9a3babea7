// WebSocket line: how it begins, carries both directions, and ends, with a fake socket under a virtual clock.

import { expect, test } from "bun:test";
import { bytesPerFrame, samplesPerFrame } from "../../src/audio/frame.ts";
import { closings, reasonOf } from "../../src/transport/close-codes.ts";
import { limits } from "../../src/transport/connection-limits.ts";
import type { EndReason } from "../../src/voice/call-event.ts";
import { SocketBench } from "../support/fakes/socket-bench.ts";
import type { ReceivedMessages } from "../support/callers/ws-client.ts";

test("websocket: client-ready begins the call and is answered first", () => {
  const { socket, call } = new SocketBench().ready();
  expect(call.readies).toBe(1);
  expect(socket.log).toEqual(["bot-ready", "session"]);
  expect(socket.texts[0]).toMatchObject({
    label: "rtvi-ai",
    id: "r1",
    data: {
      version: "2.1.0",
      about: {
        library: "voice-flow",
        protocol: "v1",
        session_id: "ses_1",
        mode: "flow",
        program_id: "welcome",
        limits: { max_text_bytes: 65_536, max_session_ms: 60_000 },
      },
    },
  });
});

test("websocket: a second client-ready is answered and begins nothing", () => {
  const bench = new SocketBench().ready().ready();
  expect(bench.call.readies).toBe(1);
  expect(bench.socket.log).toEqual(["bot-ready", "session", "bot-ready"]);
});

test("websocket: without client-ready the first audio begins the call", () => {
  const bench = new SocketBench();
  bench.audio(bytesPerFrame);
  expect(bench.call.readies).toBe(1);
  expect(bench.call.frames.length).toBe(1);
  expect(bench.socket.log).toEqual(["session"]);
});

test("websocket: an empty binary message begins nothing", () => {
  const bench = new SocketBench();
  bench.audio(0);
  expect(bench.call.readies).toBe(0);
});

test("websocket: the call begins a second after the socket opened without either", async () => {
  const bench = new SocketBench();
  await bench.clock.advance(980);
  expect(bench.call.readies).toBe(0);
  await bench.clock.advance(20);
  expect(bench.call.readies).toBe(1);
});

test("websocket: messages before the call exists wait for it", () => {
  const bench = new SocketBench({ attach: false });
  bench.ready();
  bench.audio(bytesPerFrame * 3);
  bench.text({ type: "send-text", data: { content: "hello" } });
  bench.command("ping");
  expect(bench.socket.log).toEqual(["server-response"]);
  bench.line.attach(bench.call);
  expect(bench.socket.log).toEqual(["server-response", "bot-ready", "session"]);
  expect([bench.call.readies, bench.call.frames.length, bench.call.inputs.length]).toEqual([1, 3, 1]);
});

test("websocket: a socket that closed before the call existed is reported to it", () => {
  const bench = new SocketBench({ attach: false });
  bench.handlers.close(bench.socket, 1006, "");
  bench.line.attach(bench.call);
  expect(bench.call.goneFor).toBe("lost");
});

test("websocket: fifty commands wait for the call to begin, and no more", () => {
  const bench = new SocketBench();
  for (let i = 0; i < 51; i++) bench.text({ type: "send-text", id: `t${i}`, data: { content: `${i}` } });
  expect(bench.call.inputs.length).toBe(0);
  expect(bench.socket.texts).toEqual([
    expect.objectContaining({
      type: "error-response",
      id: "t50",
      data: expect.objectContaining({ code: "not_ready" }) as object,
    }) as ReceivedMessages,
  ]);
  bench.ready();
  expect(bench.call.inputs.map((one) => one.type === "text" && one.text)).toEqual(
    Array.from({ length: 50 }, (_, i) => `${i}`),
  );
});

test("websocket: commands are answered under their id, or not at all", () => {
  const bench = new SocketBench().ready();
  bench.command("mute", { muted: true });
  expect(bench.last("server-response")).toEqual({ t: "mute", d: { muted: true } });
  bench.command("ping", { ts: 5 }, "p1");
  expect(bench.last("server-response")).toEqual({ t: "ping", d: { ts: 5, server_ts: bench.clock.epoch } });
  const count = bench.socket.texts.length;
  bench.text({ type: "client-message", data: { t: "say", d: { text: "One moment." } } });
  bench.text({ type: "dtmf", id: "k1", data: { buttons: ["1"] } });
  expect(bench.socket.texts.length).toBe(count);
  expect(bench.call.inputs.map((one) => one.type)).toEqual(["mute", "say", "keys"]);
});

test("websocket: an unknown version is refused, and the session continues", () => {
  const bench = new SocketBench();
  bench.text({ type: "client-ready", id: "v", data: { version: "9.0.0" } });
  expect(bench.socket.log).toEqual(["error-response", "bot-ready", "session"]);
  expect(bench.last("error-response")).toMatchObject({ code: "version_mismatch" });
  expect(bench.last("bot-ready")).toMatchObject({ version: "2.1.0" });
});

test("websocket: the call hears silence for missing audio", async () => {
  const bench = new SocketBench().ready();
  await bench.clock.advance(1_300);
  expect(bench.call.frames.length).toBe(50);
});

test("websocket: a client that does not read is slow after five seconds", async () => {
  const bench = new SocketBench().ready();
  expect(bench.line.writable).toBe(true);
  bench.socket.buffered = limits.bufferedBytesMax;
  expect(bench.line.writable).toBe(false);
  await bench.clock.advance(4_000);
  bench.socket.buffered = 0;
  await bench.clock.advance(40);
  bench.socket.buffered = limits.bufferedBytesMax;
  await bench.clock.advance(5_000);
  expect(bench.socket.closed).toBeUndefined();
  await bench.clock.advance(40);
  expect(bench.socket.closed).toEqual([4499, "slow_consumer"]);
  expect(bench.call.goneFor).toBe("slow_consumer");
});

test("websocket: a socket that drops its data is a slow client at once", () => {
  const bench = new SocketBench().ready();
  bench.socket.dropping = true;
  bench.command("ping");
  expect(bench.call.goneFor).toBe("slow_consumer");
  expect(bench.socket.closed).toEqual([4499, "slow_consumer"]);
});

test("websocket: audio is sent in 40 ms, and the rest when the answer is complete", () => {
  const { line, socket } = new SocketBench().ready();
  socket.log.length = 0;
  for (let i = 0; i < 3; i++) line.play(new Int16Array(samplesPerFrame));
  line.flush();
  expect(socket.log).toEqual(["audio 1280", "audio 640"]);
});

test("websocket: an interruption clears, and nothing of the old answer is sent after it", () => {
  const { line, socket } = new SocketBench({ clear: true }).ready();
  line.tell({ type: "agent-speaking", speaking: true, reply: 1, atMs: 0 });
  for (let i = 0; i < 3; i++) line.play(new Int16Array(samplesPerFrame).fill(1));
  socket.log.length = 0;
  line.clear();
  line.tell({ type: "agent-speaking", speaking: false, reply: 1, atMs: 60 });
  line.tell({
    type: "interrupted",
    reply: 1,
    segment: 0,
    heardText: "",
    heardReplyText: "",
    heardMs: 0,
    atMs: 60,
  });
  line.tell({ type: "agent-speaking", speaking: true, reply: 2, atMs: 80 });
  for (let i = 0; i < 2; i++) line.play(new Int16Array(samplesPerFrame).fill(2));
  expect(socket.log).toEqual([
    "bot-interrupted",
    "audio_clear",
    "bot-tts-stopped",
    "bot-stopped-speaking",
    "truncated",
    "bot-tts-started",
    "bot-started-speaking",
    "audio 1280",
  ]);
  expect(new Set(new Int16Array(socket.audio.at(-1)!.buffer))).toEqual(new Set([2]));
});

test("websocket: half an interruption waits for at most a beat", async () => {
  const { line, socket, clock } = new SocketBench({ clear: true }).ready();
  line.clear();
  await clock.advance(20);
  expect(socket.log.at(-1)).toBe("audio_clear");
});

test("websocket: each reason closes with its code, after its last words", () => {
  for (const [reason, { code, slug }] of Object.entries(closings) as [
    EndReason,
    (typeof closings)["idle"],
  ][]) {
    const { call, socket } = new SocketBench().ready();
    socket.log.length = 0;
    call.end(reason);
    expect([reason, socket.closed]).toEqual([reason, [code, slug]]);
    expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(123);
    // The session ends only here.
    if (reason === "moved") continue;
    expect(socket.log).toEqual(code >= 4_000 ? ["error", "session_end"] : ["session_end"]);
    expect(socket.texts.at(-1)?.data).toEqual({ type: "session_end", reason, code, duration_ms: 1_000 });
  }
});

test("websocket: a fatal error of the call is sent once", () => {
  const { call, line, socket } = new SocketBench().ready();
  line.tell({ type: "failed", code: "tts_unavailable", message: "No voice", fatal: true, atMs: 5 });
  call.end("failed");
  expect(socket.log.filter((name) => name === "error").length).toBe(1);
  expect(socket.closed).toEqual([4481, "pipeline_failed"]);
});

test("websocket: nothing is sent and nothing is heard after the end", async () => {
  const bench = new SocketBench().ready();
  bench.call.end("completed");
  const count = bench.socket.log.length;
  bench.command("ping");
  bench.audio(bytesPerFrame);
  bench.line.tell({ type: "reply-started", reply: 9, atMs: 9 });
  bench.line.play(new Int16Array(samplesPerFrame));
  bench.line.flush();
  bench.line.close("failed");
  expect(bench.socket.log.length).toBe(count);
  expect(bench.call.frames.length).toBe(0);
  expect(bench.socket.closed).toEqual([1000, "completed"]);
  bench.handlers.close(bench.socket, 1000, "");
  expect(bench.call.goneFor).toBeUndefined();
  expect(bench.ticker.size).toBe(0);
  await bench.clock.advance(100);
  expect(bench.clock.pending).toBe(0);
});

test("websocket: a client that does not answer the close is cut off", async () => {
  const bench = new SocketBench().ready();
  bench.call.end("completed");
  await bench.clock.advance(1_900);
  expect(bench.socket.terminated).toBe(false);
  await bench.clock.advance(200);
  // Whether or not the client is reported as gone then: nothing of it stays.
  expect([bench.socket.terminated, bench.ticker.size]).toEqual([true, 0]);
});

test("websocket: a call that does not end on request is closed under it", async () => {
  const bench = new SocketBench({ stubborn: true }).ready();
  for (let i = 0; i < 21; i++) bench.text("{");
  expect(bench.socket.closed).toBeUndefined();
  await bench.clock.advance(limits.closeMs + 20);
  expect(bench.socket.closed).toEqual([4400, "bad_request"]);
});

test("websocket: a client that closes ends the call; one that vanishes loses it", () => {
  expect([1000, 1005, 1001, 1006, 1009, 4000].map(reasonOf)).toEqual([
    "caller",
    "caller",
    "lost",
    "lost",
    "lost",
    "lost",
  ]);
  const bench = new SocketBench().ready();
  bench.handlers.close(bench.socket, 1006, "");
  expect(bench.call.goneFor).toBe("lost");
  expect(bench.socket.closed).toBeUndefined();
});

test("websocket: a socket closed before it is up gets the reason as soon as it is up, and nothing else", async () => {
  const { handlers, line, socket, clock, ticker } = new SocketBench({ open: false });
  line.close("replaced");
  await clock.advance(limits.closeMs * 2);
  handlers.open(socket);
  expect(socket.log).toEqual(["error", "session_end"]);
  expect(socket.closed).toEqual([closings.replaced.code, closings.replaced.slug]);
  handlers.close(socket, closings.replaced.code, "");
  expect(ticker.size).toBe(0);
});
