// Call events of a short call, as a call reports them: times are milliseconds of the call.

import type { CallEvent } from "../../src/voice/call-event.ts";

export const sentence = (
  reply: number,
  atMs: number,
  status: "new" | "started" | "completed",
  text = "Which day?",
): CallEvent => ({ type: "sentence", reply, segment: 1, text, status, spoken: true, atMs });
export const says = (reply: number, fromMs: number, toMs: number): readonly CallEvent[] => [
  sentence(reply, fromMs - 100, "new"),
  { type: "reply-written", reply, atMs: fromMs - 90 },
  { type: "agent-speaking", speaking: true, reply, atMs: fromMs },
  sentence(reply, fromMs, "started"),
  sentence(reply, toMs, "completed"),
  { type: "agent-speaking", speaking: false, reply, atMs: toMs },
];
export const begins = (reply: number, atMs: number): CallEvent => ({ type: "reply-started", reply, atMs });
export const hears = (fromMs: number, toMs: number): readonly CallEvent[] => [
  { type: "user-speaking", speaking: true, atMs: fromMs },
  { type: "user-words", text: "tomorrow", final: false, rejected: false, atMs: fromMs + 200 },
  { type: "user-speaking", speaking: false, atMs: toMs - 300 },
  { type: "turn-ended", reason: "answer", silentMs: 240.4, atMs: toMs - 20 },
  { type: "user-words", text: "tomorrow", final: true, rejected: false, atMs: toMs },
];
export const ends = (reason: "completed" | "failed" | "moved", atMs: number): CallEvent => ({
  type: "ended",
  reason,
  durationMs: atMs,
  atMs,
});
export const chat = (atMs: number, tookMs: number): CallEvent => ({
  type: "provider-finished",
  kind: "llm",
  provider: "openai",
  model: "gpt-5-mini",
  tokens: { input: 310, output: 12 },
  firstMs: 80,
  tookMs,
  atMs,
});
export const tool = (atMs: number, tookMs: number): CallEvent => ({
  type: "tool-finished",
  flowId: "table",
  tool: "book",
  ok: true,
  tookMs,
  atMs,
});
