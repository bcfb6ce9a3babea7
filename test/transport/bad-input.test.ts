// Bad input on a socket: the table of cases, row by row, and input that comes too fast or not at all.

import { expect, test } from "bun:test";
import { limits } from "../../src/transport/connection-limits.ts";
import { SocketBench } from "../support/fakes/socket-bench.ts";

test("bad input: a text that is not JSON is an error that is not fatal", () => {
  const bench = new SocketBench().ready();
  bench.text("hello");
  expect(bench.last("error")).toMatchObject({ fatal: false, code: "invalid_json" });
  expect(bench.socket.closed).toBeUndefined();
});

test("bad input: more than twenty invalid texts in ten seconds end with 4400", async () => {
  const slow = new SocketBench({ limits: { idleMs: 60_000 } }).ready();
  for (let i = 0; i < 60; i++) {
    slow.text("{");
    await slow.clock.advance(520);
  }
  expect(slow.socket.closed).toBeUndefined();
  const bench = new SocketBench().ready();
  for (let i = 0; i < 20; i++) bench.text("{");
  expect(bench.socket.closed).toBeUndefined();
  bench.text("{");
  expect(bench.socket.closed).toEqual([4400, "bad_request"]);
  expect(bench.call.goneFor).toBe("bad_request");
  expect(bench.socket.log.slice(-2)).toEqual(["error", "session_end"]);
  expect(bench.last("error")).toMatchObject({ fatal: true, code: "bad_request" });
  expect(bench.last("session_end")).toMatchObject({ reason: "bad_request", code: 4400 });
});

test("bad input: unknown types, bad data and large texts are refused, without an effect", () => {
  const bench = new SocketBench().ready();
  bench.text({ label: "rtvi-ai", type: "foo", id: "a" });
  expect(bench.last("error-response")).toMatchObject({ code: "unsupported_type", param: "type" });
  bench.text({ type: "send-text", id: "b", data: { content: 1 } });
  expect(bench.last("error-response")).toMatchObject({ code: "invalid_message", param: "content" });
  bench.text({ type: "send-text", id: "c", data: { content: "x".repeat(70_000) } });
  expect(bench.last("error-response")).toMatchObject({ code: "message_too_large" });
  expect(bench.call.inputs).toEqual([]);
});

test("bad input: a wrong label is ignored with one warning", () => {
  const bench = new SocketBench().ready();
  for (let i = 0; i < 3; i++) bench.text({ label: "other", type: "disconnect-bot" });
  expect(bench.socket.log.filter((name) => name === "warning").length).toBe(1);
  expect(bench.last("warning")).toMatchObject({ code: "wrong_label", count: 1 });
  expect(bench.call.inputs).toEqual([]);
});

test("bad input: five binary messages that are too large end with 4400", () => {
  const bench = new SocketBench().ready();
  for (let i = 0; i < 4; i++) bench.audio(limits.binaryBytesMax + 1);
  expect(bench.last("warning")).toMatchObject({ code: "frame_too_large" });
  expect(bench.socket.closed).toBeUndefined();
  bench.audio(limits.binaryBytesMax + 1);
  expect(bench.socket.closed).toEqual([4400, "bad_request"]);
});

test("bad input: audio beyond the allowance is a warning, and a flood of it ends with 4429", () => {
  const bench = new SocketBench().ready();
  for (let i = 0; i < 11; i++) bench.audio(32_000);
  expect(bench.last("warning")).toMatchObject({ code: "audio_overrun", count: 1 });
  for (let i = 0; i < 30; i++) bench.audio(32_000);
  expect(bench.socket.closed).toEqual([4429, "too_fast"]);
  expect(bench.call.goneFor).toBe("flood");
  expect(bench.last("error")).toMatchObject({ fatal: true, code: "too_fast" });
});

test("bad input: a hundred messages may come at once; more are dropped, and a flood ends with 4429", async () => {
  const bench = new SocketBench().ready();
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

test("bad input: a message of 64 KiB counts as eight, since reading it takes as long", async () => {
  const bench = new SocketBench().ready();
  const long = `"${"x".repeat(limits.textBytesMax - 2)}"`;
  const read = (): number => bench.socket.log.filter((name) => name === "error").length;
  for (let i = 0; i < 30; i++) bench.text(long);
  expect(read()).toBe(12);
  expect(bench.last("warning")).toMatchObject({ code: "message_overrun" });
  await bench.clock.advance(1_000);
  for (let i = 0; i < 30; i++) bench.text(long);
  expect(read()).toBe(18);
  expect(bench.socket.closed).toBeUndefined();
});

test("bad input: thirty seconds without audio and messages end with 4408", async () => {
  const bench = new SocketBench().ready();
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
