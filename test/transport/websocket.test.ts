// A line without a network: a fake socket, a call that takes notes, and a clock that moves when told to.

import { expect, test } from "bun:test";
import { bytesPerFrame, samplesPerFrame } from "../../src/audio/frame.ts";
import { Ticker } from "../../src/base/tick.ts";
import { closings, reasonOf } from "../../src/transport/closing.ts";
import { limits, type Limits } from "../../src/transport/limits.ts";
import { type Socket, type SocketHandlers, websocketLine } from "../../src/transport/websocket.ts";
import type { EndReason } from "../../src/voice/event.ts";
import type { Line } from "../../src/voice/line.ts";
import { NotedCall } from "../support/socket-server.ts";
import { VirtualClock } from "../support/virtual-clock.ts";
import type { Received } from "../support/ws-client.ts";

class FakeSocket implements Socket {
  readonly texts: Received[] = [];
  readonly audio: Uint8Array[] = [];
  /** Texts and audio in the order they were sent. */
  readonly log: string[] = [];
  buffered = 0;
  dropping = false;
  closed: readonly [code: number, reason: string] | undefined;
  terminated = false;

  sendText(text: string): number {
    if (this.dropping) return 0;
    const message = JSON.parse(text) as Received;
    this.texts.push(message);
    this.log.push(message.type === "server-message" ? String(message.data?.["type"]) : message.type);
    return text.length;
  }

  sendBinary(bytes: Uint8Array): number {
    if (this.dropping) return 0;
    this.audio.push(bytes.slice());
    this.log.push(`audio ${bytes.length}`);
    return bytes.length;
  }

  getBufferedAmount(): number {
    return this.buffered;
  }

  close(code: number, reason: string): void {
    this.closed = [code, reason];
  }

  terminate(): void {
    this.terminated = true;
  }
}

class Bench {
  readonly clock = new VirtualClock();
  readonly ticker = new Ticker(this.clock, 20);
  readonly socket = new FakeSocket();
  readonly line: Line;
  readonly handlers: SocketHandlers;
  readonly call: NotedCall;

  constructor(
    given: { limits?: Partial<Limits>; clear?: boolean; attach?: boolean; stubborn?: boolean } = {},
  ) {
    const { line, handlers } = websocketLine({
      session: { sessionId: "ses_1", mode: "flow", programId: "welcome", maxSessionMs: 60_000 },
      features: given.clear === true ? ["clear"] : [],
      outRate: 16_000,
      convert: () => {
        throw new Error("Nothing to convert");
      },
      clock: this.clock,
      ticker: this.ticker,
      limits: given.limits ?? {},
    });
    this.line = line;
    this.handlers = handlers;
    this.call = new NotedCall(line);
    if (given.stubborn === true) this.call.gone = () => undefined;
    handlers.open(this.socket);
    if (given.attach !== false) line.attach(this.call);
  }

  text(message: object | string): void {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    this.handlers.message(this.socket, text);
  }

  audio(bytes: number): void {
    this.handlers.message(this.socket, new Uint8Array(bytes));
  }

  command(t: string, d: object = {}, id: string | undefined = "c1"): void {
    this.text({ type: "client-message", id, data: { t, d } });
  }

  ready(): this {
    this.text({ label: "rtvi-ai", type: "client-ready", id: "r1", data: { version: "2.1.0" } });
    return this;
  }

  /** `data` of the last message of a type. */
  last(type: string): Readonly<Record<string, unknown>> | undefined {
    return this.socket.texts.findLast((one) => one.type === type || one.data?.["type"] === type)?.data;
  }
}

test("websocket: client-ready begins the call and is answered first", () => {
  const { socket, call } = new Bench().ready();
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
  const bench = new Bench().ready().ready();
  expect(bench.call.readies).toBe(1);
  expect(bench.socket.log).toEqual(["bot-ready", "session", "bot-ready"]);
});

test("websocket: without client-ready the first audio begins the call", () => {
  const bench = new Bench();
  bench.audio(bytesPerFrame);
  expect(bench.call.readies).toBe(1);
  expect(bench.call.frames.length).toBe(1);
  expect(bench.socket.log).toEqual(["session"]);
});

test("websocket: an empty binary message begins nothing", () => {
  const bench = new Bench();
  bench.audio(0);
  expect(bench.call.readies).toBe(0);
});

test("websocket: without either, the call begins a second after the socket opened", async () => {
  const bench = new Bench();
  await bench.clock.advance(980);
  expect(bench.call.readies).toBe(0);
  await bench.clock.advance(20);
  expect(bench.call.readies).toBe(1);
});

test("websocket: what comes before there is a call waits for it", () => {
  const bench = new Bench({ attach: false });
  bench.ready();
  bench.audio(bytesPerFrame * 3);
  bench.text({ type: "send-text", data: { content: "hello" } });
  bench.command("ping");
  expect(bench.socket.log).toEqual(["server-response"]);
  bench.line.attach(bench.call);
  expect(bench.socket.log).toEqual(["server-response", "bot-ready", "session"]);
  expect([bench.call.readies, bench.call.frames.length, bench.call.inputs.length]).toEqual([1, 3, 1]);
});

test("websocket: a socket that closed before there was a call is told to it", () => {
  const bench = new Bench({ attach: false });
  bench.handlers.close(bench.socket, 1006, "");
  bench.line.attach(bench.call);
  expect(bench.call.goneFor).toBe("lost");
});

test("websocket: fifty commands wait for the call to begin, and no more", () => {
  const bench = new Bench();
  for (let i = 0; i < 51; i++) bench.text({ type: "send-text", id: `t${i}`, data: { content: `${i}` } });
  expect(bench.call.inputs.length).toBe(0);
  expect(bench.socket.texts).toEqual([
    expect.objectContaining({
      type: "error-response",
      id: "t50",
      data: expect.objectContaining({ code: "not_ready" }) as object,
    }) as Received,
  ]);
  bench.ready();
  expect(bench.call.inputs.map((one) => one.type === "text" && one.text)).toEqual(
    Array.from({ length: 50 }, (_, i) => `${i}`),
  );
});

test("websocket: commands are answered under their id, or not at all", () => {
  const bench = new Bench().ready();
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

test("websocket: a version that nobody speaks is refused, and the session goes on", () => {
  const bench = new Bench();
  bench.text({ type: "client-ready", id: "v", data: { version: "9.0.0" } });
  expect(bench.socket.log).toEqual(["error-response", "bot-ready", "session"]);
  expect(bench.last("error-response")).toMatchObject({ code: "version_mismatch" });
  expect(bench.last("bot-ready")).toMatchObject({ version: "2.1.0" });
});

// The bad-input table, row by row.

test("websocket: a text that is not JSON is an error that is not fatal", () => {
  const bench = new Bench().ready();
  bench.text("hello");
  expect(bench.last("error")).toMatchObject({ fatal: false, code: "invalid_json" });
  expect(bench.socket.closed).toBeUndefined();
});

test("websocket: more than twenty of those in ten seconds end with 4400", async () => {
  const slow = new Bench({ limits: { idleMs: 60_000 } }).ready();
  for (let i = 0; i < 60; i++) {
    slow.text("{");
    await slow.clock.advance(520);
  }
  expect(slow.socket.closed).toBeUndefined();
  const bench = new Bench().ready();
  for (let i = 0; i < 20; i++) bench.text("{");
  expect(bench.socket.closed).toBeUndefined();
  bench.text("{");
  expect(bench.socket.closed).toEqual([4400, "bad_request"]);
  expect(bench.call.goneFor).toBe("bad_request");
  expect(bench.socket.log.slice(-2)).toEqual(["error", "session_end"]);
  expect(bench.last("error")).toMatchObject({ fatal: true, code: "bad_request" });
  expect(bench.last("session_end")).toMatchObject({ reason: "bad_request", code: 4400 });
});

test("websocket: unknown types, bad data and large texts are refused, and nothing is done", () => {
  const bench = new Bench().ready();
  bench.text({ label: "rtvi-ai", type: "foo", id: "a" });
  expect(bench.last("error-response")).toMatchObject({ code: "unsupported_type", param: "type" });
  bench.text({ type: "send-text", id: "b", data: { content: 1 } });
  expect(bench.last("error-response")).toMatchObject({ code: "invalid_message", param: "content" });
  bench.text({ type: "send-text", id: "c", data: { content: "x".repeat(70_000) } });
  expect(bench.last("error-response")).toMatchObject({ code: "message_too_large" });
  expect(bench.call.inputs).toEqual([]);
});

test("websocket: a wrong label is ignored with one warning", () => {
  const bench = new Bench().ready();
  for (let i = 0; i < 3; i++) bench.text({ label: "other", type: "disconnect-bot" });
  expect(bench.socket.log.filter((name) => name === "warning").length).toBe(1);
  expect(bench.last("warning")).toMatchObject({ code: "wrong_label", count: 1 });
  expect(bench.call.inputs).toEqual([]);
});

test("websocket: five binary messages that are too large end with 4400", () => {
  const bench = new Bench().ready();
  for (let i = 0; i < 4; i++) bench.audio(limits.binaryBytesMax + 1);
  expect(bench.last("warning")).toMatchObject({ code: "frame_too_large" });
  expect(bench.socket.closed).toBeUndefined();
  bench.audio(limits.binaryBytesMax + 1);
  expect(bench.socket.closed).toEqual([4400, "bad_request"]);
});

test("websocket: audio beyond the allowance is a warning, and a flood of it ends with 4429", () => {
  const bench = new Bench().ready();
  for (let i = 0; i < 11; i++) bench.audio(32_000);
  expect(bench.last("warning")).toMatchObject({ code: "audio_overrun", count: 1 });
  for (let i = 0; i < 30; i++) bench.audio(32_000);
  expect(bench.socket.closed).toEqual([4429, "too_fast"]);
  expect(bench.call.goneFor).toBe("flood");
  expect(bench.last("error")).toMatchObject({ fatal: true, code: "too_fast" });
});

test("websocket: a hundred messages may come at once; what is over is dropped, and a flood ends with 4429", async () => {
  const bench = new Bench().ready();
  for (let i = 0; i < 99; i++) bench.command("ping");
  expect(bench.socket.log.filter((name) => name === "server-response").length).toBe(99);
  bench.command("ping");
  expect(bench.socket.log.filter((name) => name === "server-response").length).toBe(99);
  expect(bench.last("warning")).toMatchObject({ code: "message_overrun" });
  await bench.clock.advance(1_000);
  for (let i = 0; i < 50; i++) bench.command("ping");
  expect(bench.socket.log.filter((name) => name === "server-response").length).toBe(149);
  for (let i = 0; i < 99; i++) bench.command("ping");
  expect(bench.socket.closed).toEqual([4429, "too_fast"]);
});

test("websocket: neither audio nor messages for thirty seconds end with 4408", async () => {
  const bench = new Bench().ready();
  await bench.clock.advance(29_000);
  bench.command("ping");
  await bench.clock.advance(29_000);
  bench.audio(2);
  await bench.clock.advance(29_000);
  bench.text("not json");
  bench.audio(0);
  expect(bench.socket.closed).toBeUndefined();
  await bench.clock.advance(1_020);
  expect(bench.socket.closed).toEqual([4408, "idle"]);
  expect(bench.call.goneFor).toBe("idle");
});

test("websocket: where audio is missing the call hears silence", async () => {
  const bench = new Bench().ready();
  await bench.clock.advance(1_300);
  expect(bench.call.frames.length).toBe(50);
});

test("websocket: a client that does not read is slow after five seconds", async () => {
  const bench = new Bench().ready();
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

test("websocket: a socket that drops what it is given is a slow client at once", () => {
  const bench = new Bench().ready();
  bench.socket.dropping = true;
  bench.command("ping");
  expect(bench.call.goneFor).toBe("slow_consumer");
  expect(bench.socket.closed).toEqual([4499, "slow_consumer"]);
});

test("websocket: audio goes out in 40 ms, the rest when the answer is complete", () => {
  const { line, socket } = new Bench().ready();
  socket.log.length = 0;
  for (let i = 0; i < 3; i++) line.play(new Int16Array(samplesPerFrame));
  line.flush();
  expect(socket.log).toEqual(["audio 1280", "audio 640"]);
});

test("websocket: an interruption clears, and nothing of the old answer is sent after it", () => {
  const { line, socket } = new Bench({ clear: true }).ready();
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

test("websocket: half an interruption is not kept for longer than a beat", async () => {
  const { line, socket, clock } = new Bench({ clear: true }).ready();
  line.clear();
  await clock.advance(20);
  expect(socket.log.at(-1)).toBe("audio_clear");
});

test("websocket: each reason closes with its code, after its last words", () => {
  for (const [reason, { code, slug }] of Object.entries(closings) as [
    EndReason,
    (typeof closings)["idle"],
  ][]) {
    const { call, socket } = new Bench().ready();
    socket.log.length = 0;
    call.end(reason);
    expect([reason, socket.closed]).toEqual([reason, [code, slug]]);
    expect(socket.log).toEqual(code >= 4_000 ? ["error", "session_end"] : ["session_end"]);
    expect(socket.texts.at(-1)?.data).toEqual({ type: "session_end", reason, code, duration_ms: 1_000 });
    expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(123);
  }
});

test("websocket: a fatal error of the call is not told twice", () => {
  const { call, line, socket } = new Bench().ready();
  line.tell({ type: "failed", code: "tts_unavailable", message: "No voice", fatal: true, atMs: 5 });
  call.end("failed");
  expect(socket.log.filter((name) => name === "error").length).toBe(1);
  expect(socket.closed).toEqual([4481, "pipeline_failed"]);
});

test("websocket: after the end nothing is sent and nothing is heard", async () => {
  const bench = new Bench().ready();
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
  const bench = new Bench().ready();
  bench.call.end("completed");
  await bench.clock.advance(1_900);
  expect(bench.socket.terminated).toBe(false);
  await bench.clock.advance(200);
  expect(bench.socket.terminated).toBe(true);
});

test("websocket: a call that does not end when told is closed under it", async () => {
  const bench = new Bench({ stubborn: true }).ready();
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
  const bench = new Bench().ready();
  bench.handlers.close(bench.socket, 1006, "");
  expect(bench.call.goneFor).toBe("lost");
  expect(bench.socket.closed).toBeUndefined();
});
