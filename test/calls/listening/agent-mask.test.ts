// Masked words of the agent: recordings and listeners do not get what only the caller may hear.

import { expect, test } from "bun:test";
import { AgentMask } from "../../../src/calls/agent-mask.ts";
import type { CallEvent } from "../../../src/voice/call-event.ts";

const filler: CallEvent = { type: "filler", text: "One moment.", atMs: 0 };
const started: CallEvent = {
  type: "sentence",
  reply: 1,
  segment: 1,
  text: "Hello.",
  status: "started",
  spoken: true,
  atMs: 0,
};

test("agent mask: it hides a filler while nothing is recorded, and nothing after the next sentence", () => {
  let isUnrecorded = true;
  const mask = new AgentMask(undefined, () => isUnrecorded);
  expect([mask.take(filler), mask.isOn]).toEqual([true, true]);
  isUnrecorded = false;
  expect([mask.take(started), mask.isOn]).toEqual([false, false]);
  expect([mask.take(filler), mask.isOn]).toEqual([false, false]);
  expect([mask.take({ ...started, logged: "•••" }), mask.isOn]).toEqual([true, true]);
});
