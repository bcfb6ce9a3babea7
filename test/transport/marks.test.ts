// Marks on a socket: their places in the audio, the content of their answers, and clients that get none.

import { expect, test } from "bun:test";
import { type Frame, samplesPerFrame } from "../../src/audio/frame.ts";
import { closings } from "../../src/transport/close-codes.ts";
import { SocketBench } from "../support/fakes/socket-bench.ts";

const frame = (): Frame => new Int16Array(samplesPerFrame);

function bench(features: readonly ("clear" | "marks")[] = ["clear", "marks"]): SocketBench {
  const made = new SocketBench({ features }).ready();
  made.socket.log.length = 0;
  return made;
}

function play({ line }: SocketBench, ms: number): void {
  for (let at = 0; at < ms; at += 20) line.play(frame());
}

const cutIn = {
  type: "interrupted",
  reply: 1,
  segment: 0,
  heardText: "",
  heardReplyText: "",
  heardMs: 0,
} as const;

test("marks: each directly follows its audio, without a number", () => {
  const made = bench();
  play(made, 460);
  made.line.flush();
  made.line.flush();
  const chunks = Array.from({ length: 10 }, () => "audio 1280");
  expect(made.socket.log).toEqual([...chunks, "mark", "audio 1280", "audio 640", "mark"]);
  const marks = made.socket.texts.filter(({ data }) => data?.["type"] === "mark");
  expect(marks).toEqual([
    { label: "rtvi-ai", type: "server-message", data: { type: "mark", name: "m-1" } },
    { label: "rtvi-ai", type: "server-message", data: { type: "mark", name: "m-2" } },
  ]);
});

test("marks: answers show the line the delay of its client", async () => {
  const made = bench();
  expect(made.line.lagMs).toBe(0);
  play(made, 800);
  await made.clock.advance(460);
  made.command("mark", { name: "m-1" });
  expect([made.line.lagMs, made.last("server-response")]).toEqual([60, { t: "mark", d: {} }]);
  await made.clock.advance(440);
  // Its audio was dropped, which tells nothing about the time of its playback.
  made.command("mark", { name: "m-2", cleared: true });
  expect(made.line.lagMs).toBe(100);
  made.line.clear();
  expect(made.line.lagMs).toBe(60);
});

test("marks: the heard part is exact for a while after an answer", async () => {
  const made = bench();
  const cut = (): unknown => {
    made.line.clear();
    made.line.tell({ ...cutIn, atMs: 0 });
    return made.last("truncated")?.["estimated"];
  };
  expect(cut()).toBe(true);
  play(made, 400);
  await made.clock.advance(420);
  made.command("mark", { name: "m-1" });
  expect(cut()).toBe(false);
  await made.clock.advance(1_020);
  expect(cut()).toBe(true);
});

test("marks: a client without the feature gets no marks, and its answers are ignored", async () => {
  const made = bench(["clear"]);
  play(made, 800);
  made.line.flush();
  expect(made.socket.log).not.toContain("mark");
  await made.clock.advance(900);
  made.command("mark", { name: "m-1" });
  expect([made.line.lagMs, made.last("server-response")]).toEqual([undefined, { t: "mark", d: {} }]);
});

test("marks: no mark follows the last words", () => {
  const made = bench();
  made.line.close("completed");
  play(made, 800);
  made.line.flush();
  expect(made.socket.log).toEqual(["session_end"]);
  expect(made.socket.closed?.[0]).toBe(closings.completed.code);
});
