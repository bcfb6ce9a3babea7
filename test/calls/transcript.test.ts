// What a session leaves behind of its call: lines that are kept, and the conversation that they make.

import { expect, test } from "bun:test";
import { type Line, readTranscript, Transcript } from "../../src/calls/transcript.ts";
import type { CallEvent } from "../../src/voice/event.ts";

function linesOf(events: readonly CallEvent[]): Line[] {
  const lines: Line[] = [];
  const transcript = new Transcript((line) => lines.push(line));
  for (const event of events) transcript.take(event);
  return lines;
}

test("transcript: a tool is kept with the time when it was called, and is no part of the conversation", () => {
  const tool = { type: "tool-finished", flowId: "f", tool: "book", tookMs: 400 } as const;
  const lines = linesOf([
    { type: "user-typed", text: "yes", atMs: 1_000 },
    { ...tool, ok: true, atMs: 1_500 },
    { type: "ended", reason: "caller", durationMs: 2_000, atMs: 2_000 },
    { ...tool, ok: false, failure: "timeout", atMs: 9_000 },
  ]);
  expect(lines.slice(1)).toEqual([
    { type: "tool", atMs: 1_100, data: { name: "book", ok: true, tookMs: 400 } },
    { type: "tool", atMs: 8_600, data: { name: "book", ok: false, failure: "timeout", tookMs: 400 } },
  ]);
  expect(readTranscript(lines)).toEqual([{ role: "caller", atMs: 1_000, text: "yes", by: "text" }]);
});
