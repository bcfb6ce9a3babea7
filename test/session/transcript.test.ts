// Transcript: the stored conversation, its masks, and its order.

import { expect, test } from "bun:test";
import { type TranscriptLine, readTranscript, Transcript } from "../../src/session/transcript.ts";
import type { CallEvent } from "../../src/voice/call-event.ts";

type Told = CallEvent extends infer E
  ? E extends { readonly atMs: number }
    ? Omit<E, "atMs">
    : never
  : never;

/** Transcript of events that are 10 ms apart. */
function kept(...events: readonly Told[]) {
  return keptAt(events.map((event, i) => ({ ...event, atMs: (i + 1) * 10 }) as CallEvent));
}

function keptAt(events: readonly CallEvent[]) {
  const lines: TranscriptLine[] = [];
  const transcript = new Transcript((line) => void lines.push(line));
  for (const event of events) transcript.take(event);
  return { lines, transcript, said: readTranscript(lines) };
}

const words = (text: string, how: object = {}): Told =>
  ({ type: "user-words", text, final: true, rejected: false, ...how }) as Told;
const sentence = (text: string, status: "new" | "started" | "completed", how: object = {}): Told =>
  ({ type: "sentence", reply: 1, segment: 0, text, status, spoken: true, ...how }) as Told;

test("transcript: the caller's spoken, typed and keyed input is stored, with its form and time", () => {
  const { said, transcript } = kept(
    words("two people"),
    { type: "user-typed", text: "at eight" },
    { type: "user-keys", keys: "1#" },
  );
  expect(said).toEqual([
    { role: "caller", atMs: 10, text: "two people", by: "voice" },
    { role: "caller", atMs: 20, text: "at eight", by: "text" },
    { role: "caller", atMs: 30, text: "1#", by: "keys" },
  ]);
  expect(transcript.usage).toEqual({ turns: 3, tts_characters: 0 });
});

test("transcript: words over the goodbye are stored, marked as unanswered", () => {
  const { said } = kept(words("no wait", { unanswered: true }), {
    type: "user-typed",
    text: "make it five",
    unanswered: true,
  });
  expect(said).toMatchObject([
    { text: "no wait", by: "voice", unanswered: true },
    { text: "make it five", by: "text", unanswered: true },
  ]);
});

test("transcript: a transfer is stored, and so is a caller who comes back or is lost in it", () => {
  const { lines } = kept(
    { type: "transfer", address: "tel:+14155550100" } as Told,
    { type: "transfer-returned" },
    { type: "transfer-lost" },
  );
  expect(lines).toMatchObject([
    { type: "transfer", atMs: 10, data: { address: "tel:+14155550100" } },
    { type: "transfer", atMs: 20, data: { returned: true } },
    { type: "transfer", atMs: 30, data: { lost: true } },
  ]);
});

test("transcript: guesses, rejected words and empty lines are left out", () => {
  const { lines } = kept(words("two", { final: false }), words("hm", { rejected: true }), words(""));
  expect(lines).toEqual([]);
});

test("transcript: sensitive words are masked, in any form of input", () => {
  const sensitive = true;
  const { said } = kept(
    words("four two", { sensitive }),
    { type: "user-typed", text: "42", sensitive },
    { type: "user-keys", keys: "42", sensitive },
    sentence("Your code is 42.", "completed", { logged: "Your code is •••." }),
  );
  expect(said.map(({ text }) => text)).toEqual(["•••", "•••", "•••", "Your code is •••."]);
});

test("transcript: a reply is one entry from its first sentence on; only voiced text counts", () => {
  const { said, transcript } = kept(
    sentence("One.", "new"),
    sentence("Two is longer.", "new"),
    sentence("Not aloud.", "new", { spoken: false }),
    sentence("One.", "started"),
    sentence("One.", "completed"),
    sentence("Two is longer.", "completed"),
  );
  expect(said).toEqual([{ role: "agent", atMs: 10, text: "One. Two is longer." }]);
  expect(transcript.usage).toEqual({ turns: 0, tts_characters: 18 });
});

test("transcript: an interruption leaves the heard part of a reply, masked where needed", () => {
  const cut = { type: "interrupted", reply: 1, segment: 1, heardText: "Tw", heardMs: 10 } as const;
  const heard = kept(sentence("One.", "completed"), { ...cut, heardReplyText: "One. Tw" });
  expect(heard.said).toMatchObject([{ text: "One. Tw", interrupted: true }]);
  const masked = kept(sentence("One.", "completed"), {
    ...cut,
    heardReplyText: "One. 42",
    logged: "One. •••",
  });
  expect(masked.said).toMatchObject([{ text: "One. •••", interrupted: true }]);
  const unheard = kept({ ...cut, heardReplyText: "" });
  expect(unheard.said).toEqual([]);
});

test("transcript: the end of a call cuts a reply off, and adds nothing without a cut", () => {
  const ended = { type: "ended", reason: "caller", durationMs: 5 } as const;
  expect(kept(ended).lines).toEqual([]);
  const cut = kept({ ...ended, cut: { reply: 3, heardText: "Good", logged: "•••" } });
  expect(cut.said).toEqual([{ role: "agent", atMs: 10, text: "•••", interrupted: true }]);
  expect(kept({ ...ended, cut: { reply: 3, heardText: "Good" } }).said[0]?.text).toBe("Good");
});

test("transcript: times of turns and the outcome of the flow are stored", () => {
  const { lines, transcript } = kept(
    { type: "latency", latency: { turn: 1, audioMs: 480 } },
    { type: "flow-ended", flowId: "f", outcome: "booked" },
  );
  expect(lines).toEqual([{ type: "latency", atMs: 10, data: { turn: 1, audioMs: 480 } }]);
  expect(transcript.outcome).toBe("booked");
});

test("transcript: lines keep the order of speaking, not the order of their ends", () => {
  const { said } = kept(
    sentence("A long one.", "new", { reply: 2 }),
    words("wait"),
    sentence("A long one.", "completed", { reply: 2 }),
  );
  expect(said.map(({ role }) => role)).toEqual(["agent", "caller"]);
});

test("transcript: a tool has the time of its call, and is no part of the conversation", () => {
  const tool = { type: "tool-finished", flowId: "f", tool: "book", tookMs: 400 } as const;
  const { lines, said } = keptAt([
    { type: "user-typed", text: "yes", atMs: 1_000 },
    { ...tool, ok: true, isExample: true, answer: '{"table": 7}', atMs: 1_500 },
    { type: "ended", reason: "caller", durationMs: 2_000, atMs: 2_000 },
    { ...tool, ok: false, failure: "timeout", atMs: 9_000 },
  ]);
  expect(lines.slice(1)).toEqual([
    { type: "tool", atMs: 1_100, data: { name: "book", ok: true, isExample: true, tookMs: 400 } },
    { type: "answer", atMs: 1_100, data: { name: "book", body: { table: 7 } } },
    { type: "tool", atMs: 8_600, data: { name: "book", ok: false, failure: "timeout", tookMs: 400 } },
  ]);
  expect(said).toEqual([{ role: "caller", atMs: 1_000, text: "yes", by: "text" }]);
});

test("transcript: lost hearing or voice is stored beside the words", () => {
  const { lines } = kept(
    { type: "failed", code: "stt_unavailable", message: "Speech recognition is unavailable", fatal: true },
    { type: "warning", code: "provider/auth", message: "Your key was rejected" },
  );
  expect(lines.map(({ type, data }) => [type, data["code"]])).toEqual([
    ["provider", "stt_unavailable"],
    ["provider", "provider/auth"],
  ]);
});
