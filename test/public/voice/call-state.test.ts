// Call state: speakers, transcript, interruptions and latency, event by event.

import { expect, test } from "bun:test";
import { Check } from "typebox/value";
import type { CallEvent } from "../../../public/voice/client-event.ts";
import { type CallState, noCall, step, turnInWords, turnOf } from "../../../public/voice/call-state.ts";
import { readMessage, type ServerMessage } from "../../../public/voice/messages.ts";
import { asText, lastWords } from "../../../public/voice/call-transcript.ts";
import { spansOf } from "../../../public/voice/turn-times.ts";
import { fromClientRows, ownRows, rtviRows } from "../../../src/transport/schema-rows.ts";

const message = (type: string, data?: object): CallEvent => ({
  type: "message",
  message: { label: "rtvi-ai", type, ...(data && { data }) } as unknown as ServerMessage,
});
const own = (type: string, data: object): CallEvent => message("server-message", { type, ...data });
const output = (segment: number, text: string, spoken_status: string): CallEvent =>
  message("bot-output", { segment_id: segment, text, spoken_status });
const heard = (text: string, more: object = {}): CallEvent =>
  message("user-transcription", { text, final: true, ...more });

function after(...events: readonly CallEvent[]): CallState {
  return events.reduce(step, noCall);
}

const opened: readonly CallEvent[] = [
  { type: "asking" },
  { type: "connecting", microphone: true },
  { type: "opened" },
];
const greeting: readonly CallEvent[] = [
  ...opened,
  message("bot-llm-started"),
  output(1, "Hello.", "new"),
  output(2, "What would you like?", "new"),
  message("bot-started-speaking"),
  output(1, "Hello.", "in-progress"),
];
const spoken: readonly CallEvent[] = [
  output(1, "Hello.", "completed"),
  output(2, "What would you like?", "completed"),
  message("bot-stopped-speaking"),
];

test("messages: every example of the protocol is read, and nothing else is", () => {
  for (const { name, example } of [...rtviRows, ...ownRows]) {
    expect([name, readMessage(JSON.stringify(example)) as object]).toEqual([name, example]);
  }
  for (const { example } of fromClientRows) expect(readMessage(JSON.stringify(example))).toBeUndefined();
  for (const text of ["", "{", "[]", "null", '{"label":"rtvi-ai","type":"new-thing"}'])
    expect(readMessage(text)).toBeUndefined();
});

test("call state: a broken connection stops everything, visibly, until it is back", () => {
  const talking = after(...greeting, message("user-started-speaking"));
  const away = step(talking, { type: "away" });
  expect([turnInWords(away), away.phase, away.agentSpeaks, away.callerSpeaks]).toEqual([
    "Reconnecting",
    "open",
    false,
    false,
  ]);
  expect(away.warning).toMatch(/lost/);
  const back = step(away, { type: "back" });
  expect([turnInWords(back), back.warning, back.isAway]).toEqual(["Listening", undefined, false]);
  expect(back.transcript).toEqual(talking.transcript);
  const over = step(away, { type: "over", end: { type: "lost", code: 1006 } });
  expect([over.isAway, turnInWords(over)]).toEqual([false, "Call ended"]);
});

test("call state: the turn is shown in words", () => {
  const words = (...events: readonly CallEvent[]): string => turnInWords(after(...greeting, ...events));
  expect(turnInWords(noCall)).toBe("Ready when you are");
  expect(turnInWords(after({ type: "asking" }))).toBe("Waiting for the microphone");
  expect(turnInWords(after({ type: "connecting", microphone: false }))).toBe("Connecting");
  expect(turnInWords(after(...opened))).toBe("Thinking");
  expect(words()).toBe("The agent is speaking");
  expect(words(...spoken)).toBe("Listening");
  const speaks = [...spoken, message("user-started-speaking")];
  expect(words(...speaks)).toBe("You are speaking");
  expect(words(message("user-started-speaking"))).toBe("You are both speaking");
  const stopped = [...speaks, message("user-stopped-speaking")];
  expect(words(...stopped)).toBe("Thinking");
  expect(words(...stopped, heard(""))).toBe("Listening");
  expect(words(...stopped, heard("two"))).toBe("Thinking");
  expect(words(...spoken, own("muted", { source: "client", muted: true }))).toBe("Your turn");
  expect(words({ type: "over", end: { type: "left" } })).toBe("Call ended");
});

test("call state: the turn shows the most urgent of several conditions", () => {
  const open = { ...noCall, phase: "open", microphone: true } as const;
  const conditions: readonly (readonly [change: Partial<CallState>, turn: string])[] = [
    [{}, "listening"],
    [{ noSound: "your microphone" }, "silent"],
    [{ muted: true }, "waiting"],
    [{ thinking: true }, "thinking"],
    [{ agentSpeaks: true }, "agent"],
    [{ callerSpeaks: true }, "both"],
    [{ soundBlocked: true }, "blocked"],
    [{ isAway: true }, "away"],
    [{ phase: "connecting" }, "connecting"],
    [{ phase: "over" }, "over"],
  ];
  let state: CallState = open;
  const turns = conditions.map(([change]) => {
    state = { ...state, ...change };
    return turnOf(state, { began: true, transfers: false });
  });
  expect(turns).toEqual(conditions.map(([, turn]) => turn as (typeof turns)[number]));
  expect(turnOf(state, { began: false, transfers: false })).toBe("no_call");
  const thinks = { ...open, thinking: true };
  expect(turnOf(thinks, { began: true, transfers: true })).toBe("transfer");
  expect(turnOf({ ...open, callerSpeaks: true }, { began: true, transfers: true })).toBe("caller");
  expect(turnOf({ ...open, microphone: false }, { began: true, transfers: false })).toBe("waiting");
});

test("call state: recognised words become one entry, though the server sends them twice", () => {
  const said = [heard("yes", { final: false }), heard("yes"), message("user-llm-text", { text: "yes" })];
  const { transcript, interim } = after(...greeting, ...spoken, ...said);
  expect(interim).toBe("");
  expect(transcript.slice(1)).toMatchObject([{ who: "caller", how: "said", text: "yes" }]);
  const twice = after(...greeting, ...said, message("user-llm-text", { text: "yes" }));
  expect(twice.transcript.slice(1)).toMatchObject([{ how: "said" }, { how: "typed", text: "yes" }]);
  expect(after(...greeting, heard("yes", { final: false })).interim).toBe("yes");
});

test("call state: misunderstood words are kept as such, and an empty result is not", () => {
  const { transcript } = after(...greeting, heard("", { rejected: true }), heard(""));
  expect(transcript.slice(1)).toMatchObject([{ text: "", understood: false }]);
});

test("call state: words that the agent set aside are no line of the caller", () => {
  const before = after(...greeting);
  const { transcript, interim } = after(...greeting, heard("for you", { rejected: true, aside: "echo" }));
  expect([transcript, interim]).toEqual([before.transcript, ""]);
});

test("call state: words over the goodbye are an unanswered line", () => {
  const late = { unanswered: true } as const;
  const typed = message("user-llm-text", { text: "make it five", ...late });
  const { transcript } = after(...greeting, heard("actually noon", late), typed);
  expect(transcript.slice(1)).toMatchObject([
    { how: "said", text: "actually noon", understood: true, unanswered: true },
    { how: "typed", text: "make it five", unanswered: true },
  ]);
  expect(asText(transcript)).toContain("You: actually noon (not answered)\n");
});

test("call state: keys pressed one after the other are one entry", () => {
  const { transcript } = after(...greeting, { type: "keyed", keys: "1" }, { type: "keyed", keys: "#" });
  expect(transcript.slice(1)).toMatchObject([{ how: "keyed", text: "1#" }]);
});

test("call state: an interruption cuts its sentence at its position, and later sentences as a whole", () => {
  const cut = [
    message("user-llm-text", { text: "time" }),
    message("bot-interrupted"),
    message("bot-stopped-speaking"),
    own("truncated", { segment_id: 1, heard_text: "Hel" }),
  ];
  const { transcript, agentSpeaks } = after(...greeting, ...cut);
  expect(agentSpeaks).toBe(false);
  expect(transcript[0]).toMatchObject({
    sentences: [
      { text: "Hello.", status: "cut", heard: "Hel" },
      { text: "What would you like?", status: "cut", heard: "" },
    ],
  });
  const next = after(...greeting, ...cut, message("bot-llm-started"), output(3, "It is ten.", "new"));
  expect(next.transcript.map(({ who }) => who)).toEqual(["agent", "caller", "agent"]);
  expect(lastWords(next.transcript)).toBe("It is ten.");
  expect(asText(next.transcript)).toBe("Agent: Hel —\nYou: time\nAgent: It is ten.\n");
});

test("call state: a reply that was never heard is marked as cut when the next one begins", () => {
  const unheard = [message("bot-llm-started"), output(3, "One.", "new")];
  const { transcript } = after(...greeting, ...spoken, ...unheard, heard("no"), message("bot-llm-started"));
  expect(transcript[1]).toMatchObject({ sentences: [{ text: "One.", status: "cut", heard: "" }] });
});

test("call state: expectations and warnings last until the call is over", () => {
  const expecting = own("expecting", { any_of: [{ type: "phrases", phrases: ["yes"] }] });
  const warned = after(
    ...greeting,
    expecting,
    own("going_away", { reason: "shutdown", time_left_ms: 9_500 }),
  );
  expect(warned.expected).toEqual([{ type: "phrases", phrases: ["yes"] }]);
  expect(warned.warning).toBe("The server is stopping: this call ends in 10 s.");
  const over = step(warned, { type: "over", end: { type: "lost", code: 1006 } });
  expect([over.expected, over.warning, over.transcript.length]).toEqual([undefined, undefined, 1]);
  expect(step(after(...opened), { type: "over", end: { type: "left" } })).toMatchObject({
    thinking: false,
    callerSpeaks: false,
    agentSpeaks: false,
  });
  expect(step(over, { type: "asking" }).transcript).toEqual([]);
  expect(after(...opened, { type: "microphone-lost" })).toMatchObject({ microphone: false });
});

test("turn latency: a transfer is open until it is answered, or the flow continues without it", () => {
  const asked = after(...greeting, ...spoken, own("transfer", { address: "tel:+331" }));
  expect([turnInWords(asked), asked.transfer]).toEqual(["Transferring", { address: "tel:+331" }]);
  const answered = step(asked, { type: "transferred", ok: true });
  expect(answered.transfer).toEqual({ address: "tel:+331", ok: true });
  expect(turnInWords(answered)).not.toBe("Transferring");
  const end = { type: "ended", reason: "completed", durationMs: 1 } as const;
  expect(step(answered, { type: "over", end }).transfer).toEqual({ address: "tel:+331", ok: true });
  expect(step(asked, { type: "over", end }).transfer).toBeUndefined();
  const late = own("flow_state", { flow_id: "f", state: "sorry", previous: "desk", t_ms: 1 });
  expect(step(asked, late).transfer).toBeUndefined();
  expect(step(noCall, { type: "transferred", ok: true }).transfer).toBeUndefined();
});

test("turn latency: the time of a turn is split into stages", () => {
  const metrics = message("metrics", {
    ttfb: [
      { processor: "turn", value: 0.95 },
      { processor: "llm", value: 0.1 },
      { processor: "tts", value: 0.05 },
    ],
    processing: [
      { processor: "turn-end", value: 0.7 },
      { processor: "stt", value: 0.8 },
    ],
  });
  const { turns } = after(...greeting, ...spoken, heard("friday"), metrics, { type: "answered", ms: 1_040 });
  expect(turns).toEqual([
    { number: 1, said: "friday", silenceMs: 700, wordsMs: 800, textMs: 900, audioMs: 950, heardMs: 1_040 },
  ]);
  expect(turns.flatMap(spansOf).map(({ kind, fromMs, toMs }) => [kind, toMs - fromMs])).toEqual([
    ["silence", 700],
    ["words", 100],
    ["text", 100],
    ["audio", 50],
    ["way", 90],
  ]);
});

test("turn latency: recognition that ends before the silence is no separate stage", () => {
  const turn = { number: 1, said: "", silenceMs: 700, wordsMs: 650, textMs: 701, audioMs: 720 };
  expect(spansOf(turn).map(({ kind }) => kind)).toEqual(["silence", "text", "audio"]);
  expect(after({ type: "answered", ms: 5 }).turns).toEqual([]);
});

test("messages: pages take exactly what the server's own schemas allow, with one part of an example changed", () => {
  const schemas = [...rtviRows, ...ownRows].map(({ schema }) => schema);
  let refused = 0;
  for (const { example } of [...rtviRows, ...ownRows])
    for (const changed of changesOf(example)) {
      const text = JSON.stringify(changed ?? null);
      const allowed = schemas.some((schema) => Check(schema, JSON.parse(text)));
      expect([text, readMessage(text) !== undefined]).toEqual([text, allowed]);
      if (!allowed) refused += 1;
    }
  expect(refused).toBeGreaterThan(500);
});

const odd: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.5,
  3,
  "",
  "new",
  [],
  [null],
  {},
  { type: "phrases" },
];

/** Variants of a value: one part replaced by another kind, left out, or with one key more. */
function* changesOf(value: unknown): Generator<unknown> {
  yield* odd;
  if (Array.isArray(value)) {
    for (const [at, part] of value.entries())
      for (const changed of changesOf(part)) yield value.with(at, changed);
  } else if (typeof value === "object" && value !== null) {
    yield { ...value, more: 1 };
    for (const [key, part] of Object.entries(value))
      for (const changed of changesOf(part)) yield { ...value, [key]: changed };
  }
}

test("call state: a silent microphone is reported with its name and the remedies, until it gives sound", () => {
  const silent = after(...opened, { type: "microphone-silent", isSilent: true, name: "Headset" });
  expect(silent.noSound).toBe("No sound from Headset. Unmute it, choose another microphone, or type.");
  const listening = { ...silent, thinking: false };
  expect(turnInWords(listening)).toBe("No sound from your microphone");
  expect(turnInWords({ ...listening, muted: true })).toBe("Your turn");
  const again = step(listening, { type: "microphone-silent", isSilent: false, name: "Headset" });
  expect([again.noSound, turnInWords(again)]).toEqual([undefined, "Listening"]);
  expect(step(silent, { type: "microphone-lost" }).noSound).toBeUndefined();
  expect(after(...opened, { type: "microphone-silent", isSilent: true, name: "" }).noSound).toContain(
    "your microphone",
  );
});
