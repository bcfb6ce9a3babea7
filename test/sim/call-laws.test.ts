// Call laws: a call that is wrong in one thing breaks each, and a correct one keeps it.

import { expect, test } from "bun:test";
import { type Frame, silence } from "../../src/audio/frame.ts";
import { CallLaws } from "../../src/sim/call-laws.ts";
import { agentSoundIn, framesOf, sentenceAudio } from "../../src/sim/marked-audio.ts";
import type { CallEvent, WithoutTime } from "../../src/voice/call-event.ts";

const text = "Hello there.";
const idle = { works: false, talkedOver: false };
const busy = { ...idle, works: true };
const over = { ...idle, talkedOver: true };
const listening = { listens: true, onHold: false, mayBeInterrupted: true };
const deaf = { ...listening, listens: false };

/** The frames of the first sentence. */
function framesOfText(): Frame[] {
  const pcm = sentenceAudio(0, framesOf(text));
  return Array.from({ length: framesOf(text) }, (_, i) => pcm.subarray(i * 320, (i + 1) * 320));
}

function watched() {
  const texts = { of: (number: number) => (number === 0 ? text : ""), by: () => undefined };
  const laws = new CallLaws(texts, (written) => [written]);
  let atMs = 0;
  const tell = (event: WithoutTime<CallEvent>, standing = listening): void =>
    laws.event({ ...event, atMs: (atMs += 20) } as CallEvent, standing);
  const names = (): readonly string[] => laws.broken.map(({ law }) => law);
  return { laws, tell, names };
}

type Watched = ReturnType<typeof watched>;

const written = (status: "new" | "started" | "completed", reply = 1) =>
  ({ type: "sentence", reply, segment: 1, text, status, spoken: true }) as const;
const begin = ({ tell }: Watched, reply = 1): void => {
  tell({ type: "reply-started", reply });
  tell(written("new", reply));
  tell({ type: "agent-speaking", speaking: true, reply });
};
const heard = ({ tell }: Watched): void => tell(written("completed"));
const cutOf = (reply: number) =>
  ({ type: "interrupted", reply, segment: 1, heardText: "", heardReplyText: "", heardMs: 0 }) as const;
const ended = ({ tell }: Watched): void => tell({ type: "ended", reason: "completed", durationMs: 1 });

test("call laws: a call that greets, is heard and ends breaks none", () => {
  const call = watched();
  begin(call);
  for (const frame of framesOfText()) call.laws.frame(frame, 0);
  call.laws.frame(silence, 0);
  heard(call);
  call.tell({ type: "agent-speaking", speaking: false, reply: 1 });
  ended(call);
  call.tell({ type: "tool-finished", flowId: "f", tool: "t", ok: true, tookMs: 1 });
  call.laws.end(100, []);
  expect(call.names()).toEqual([]);
});

test("call laws: one reply speaks at a time, and begins once", () => {
  const call = watched();
  begin(call, 1);
  begin(call, 2);
  call.tell({ type: "reply-started", reply: 2 });
  expect(call.names()).toEqual(["one reply speaks at a time", "each reply is begun once"]);
});

test("call laws: audio belongs to the speaking reply, in order", () => {
  const call = watched();
  const [first, second, third] = framesOfText();
  call.laws.frame(first!, 0);
  begin(call);
  call.laws.frame(third!, 0);
  expect(call.names()).toEqual(["audio belongs to the reply that speaks", "a sentence is played in order"]);
  expect(agentSoundIn(second!)).toEqual({ sentence: 0, at: 1 });
});

test("call laws: the transcript is the audio that was played whole", () => {
  const call = watched();
  begin(call);
  for (const frame of framesOfText().slice(0, -1)) call.laws.frame(frame, 0);
  heard(call);
  ended(call);
  call.laws.end(100, []);
  expect(call.names()).toEqual(["the transcript is what was played"]);
  const other = watched();
  begin(other);
  for (const frame of framesOfText()) other.laws.frame(frame, 0);
  heard(other);
  heard(other);
  ended(other);
  other.laws.end(100, []);
  expect(other.names()).toEqual(["the transcript is what was played"]);
  const told = watched();
  begin(told);
  told.tell({ type: "failed", code: "tts_unavailable", message: "m", fatal: false });
  heard(told);
  heard(told);
  ended(told);
  told.laws.end(100, []);
  expect(told.names()).toEqual(["the transcript is what was played"]);
});

test("call laws: a caller is answered aloud, unless the agent works or does not listen", () => {
  const said = { type: "user-words", text: "yes", final: true, rejected: false } as const;
  const after = (standing = listening, then: readonly WithoutTime<CallEvent>[] = []): Watched => {
    const call = watched();
    call.tell(said, standing);
    call.tell({ type: "reply-started", reply: 1 });
    for (const event of then) call.tell(event);
    return call;
  };
  const call = after();
  call.laws.instant(6_000, idle);
  expect(call.names()).toEqual([]);
  call.laws.instant(6_100, idle);
  call.laws.instant(6_200, idle);
  expect(call.names()).toEqual(["a caller who has spoken is answered"]);
  for (const excuse of [
    { type: "user-speaking", speaking: true },
    { type: "agent-speaking", speaking: true, reply: 1 },
    { type: "failed", code: "tts_unavailable", message: "m", fatal: false },
  ] as const) {
    const one = after(listening, [excuse]);
    one.laws.instant(9_000, idle);
    expect(one.names()).toEqual([]);
  }
  const works = after();
  for (let atMs = 100; atMs <= 9_000; atMs += 100) works.laws.instant(atMs, busy);
  works.laws.instant(15_000, idle);
  expect(works.names()).toEqual([]);
  works.laws.instant(15_100, idle);
  expect(works.names()).toEqual(["a caller who has spoken is answered"]);
  const unheard = after(deaf);
  unheard.laws.instant(9_000, idle);
  expect(unheard.names()).toEqual([]);
});

test("call laws: the agent begins when no words are spoken to it", () => {
  const speaks = { type: "user-speaking", speaking: true } as const;
  const says = { type: "user-words", text: "yes", final: false, rejected: false } as const;
  const after = (
    wait: number,
    standing = listening,
    before: readonly WithoutTime<CallEvent>[] = [],
    heard = "yes",
  ) => {
    const call = watched();
    for (const event of before) call.tell(event);
    call.tell(speaks, standing);
    call.tell({ ...says, text: heard }, standing);
    // Each event is 20 ms after the one before it.
    for (let ms = 20; ms < wait; ms += 20) call.tell({ type: "reply-written", reply: 1 });
    call.tell({ type: "agent-speaking", speaking: true, reply: 1 }, standing);
    return call.names();
  };
  expect(after(200)).toEqual([]);
  expect(after(220)).toEqual(["the agent begins when the caller is silent"]);
  expect(after(220, listening, [], "")).toEqual([]);
  expect(after(220, { ...listening, onHold: true })).toEqual([]);
  expect(after(220, { ...listening, mayBeInterrupted: false })).toEqual([]);
  expect(after(220, listening, [{ type: "ending", reason: "shutdown", timeLeftMs: 1 }])).toEqual([]);
  // Words without speech belong to a turn that is over.
  for (const before of [[], [speaks, says, { ...speaks, speaking: false }]]) {
    const call = watched();
    for (const event of [...before, says]) call.tell(event);
    for (let ms = 0; ms < 400; ms += 20) call.tell({ type: "reply-written", reply: 1 });
    begin(call);
    expect(call.names()).toEqual([]);
  }
});

test("call laws: a cut reply has no further word, and none of it is heard", () => {
  const call = watched();
  begin(call, 1);
  call.tell({ type: "reply-text", reply: 1, delta: "Hello" });
  call.laws.decided({ on: "input words" });
  call.tell(cutOf(1));
  expect(call.names()).toEqual([]);
  call.tell({ type: "reply-text", reply: 1, delta: " there." });
  call.tell(written("completed"));
  expect(call.names()).toEqual(["no word follows a cut"]);
  call.tell(written("new"));
  expect(call.names()).toEqual(["no word follows a cut", "no word follows a cut"]);
  const other = watched();
  begin(other, 1);
  other.tell({ type: "agent-speaking", speaking: false, reply: 1 });
  other.tell({ type: "agent-speaking", speaking: true, reply: 2 });
  other.laws.frame(framesOfText()[0]!, 0);
  expect(other.laws.broken.map(({ law, detail }) => [law, detail])).toEqual([
    ["audio belongs to the reply that speaks", "another than 2"],
  ]);
});

test("call laws: talking over the agent silences it within 300 ms", () => {
  const call = watched();
  call.laws.instant(1_000, over);
  call.laws.instant(1_300, over);
  call.laws.instant(1_320, idle);
  call.laws.instant(2_000, over);
  call.laws.instant(2_300, over);
  expect(call.names()).toEqual([]);
  call.laws.instant(2_720, over);
  call.laws.instant(2_740, over);
  expect(call.names()).toEqual(["a caller who talks over the agent silences it"]);
});

test("call laws: an agent that pauses for a sound is silent, and continues or is cut in time", () => {
  const call = watched();
  const [first, second] = framesOfText();
  begin(call);
  call.laws.frame(first!, 0);
  const paused = (paused: boolean): void => call.tell({ type: "agent-paused", paused, reply: 1 });
  paused(true);
  call.laws.instant(1_400, idle);
  paused(false);
  call.laws.instant(9_000, idle);
  call.laws.frame(second!, 9_000);
  expect(call.names()).toEqual([]);
  paused(true);
  const [, , third, fourth] = framesOfText();
  // The sound of the pause's first 40 ms is the fade.
  call.laws.frame(third!, 140);
  expect(call.names()).toEqual([]);
  call.laws.frame(fourth!, 200);
  call.laws.instant(1_600, idle);
  call.laws.instant(9_000, idle);
  expect(call.names()).toEqual(["an agent that pauses is silent", "a pause is decided in time"]);
});

test("call laws: the rest of a frame cut by a pause is heard once more", () => {
  const [first, second] = framesOfText();
  const call = watched();
  begin(call);
  call.laws.frame(first!, 0);
  call.tell({ type: "agent-paused", paused: true, reply: 1 });
  call.tell({ type: "agent-paused", paused: false, reply: 1 });
  call.laws.frame(first!, 100);
  call.laws.frame(second!, 120);
  expect(call.names()).toEqual([]);
  call.laws.frame(second!, 140);
  expect(call.names()).toEqual(["a sentence is played in order"]);
});

test("call laws: a pause ends when the reply is cut, is over, or another begins", () => {
  for (const over of [
    { type: "agent-speaking", speaking: false, reply: 1 },
    { type: "reply-started", reply: 2 },
    cutOf(1),
  ] as const) {
    const call = watched();
    begin(call);
    call.laws.decided({ on: "interrupt" });
    call.tell({ type: "agent-paused", paused: true, reply: 1 });
    call.tell(over);
    call.laws.instant(9_000, idle);
    expect(call.names()).toEqual([]);
  }
});

test("call laws: noise never cuts the agent; words, typed ones, keys and a goodbye do", () => {
  const cut = cutOf(1);
  const words = { type: "user-words", text: "stop", final: false, rejected: false } as const;
  const afterEach = (...events: Parameters<Watched["tell"]>[0][]): readonly string[] => {
    const call = watched();
    begin(call);
    for (const event of events) call.tell(event);
    call.tell(cut);
    return call.names();
  };
  expect(afterEach()).toEqual(["no noise cuts the agent"]);
  expect(afterEach({ ...words, text: "" })).toEqual(["no noise cuts the agent"]);
  expect(afterEach(words, { type: "reply-started", reply: 2 })).toEqual(["no noise cuts the agent"]);
  expect(afterEach(words, { ...words, text: "" })).toEqual([]);
  const afterDeed = (on: string): readonly string[] => {
    const call = watched();
    begin(call);
    call.laws.decided({ on });
    call.tell(cut);
    return call.names();
  };
  for (const on of [
    "interrupt",
    "input words",
    "input keys",
    "input transferred ok",
    "input woken",
    "farewell",
    "closing",
  ])
    expect(afterDeed(on)).toEqual([]);
  for (const on of ["timer decide", "speech-started", "partial", "words", "input silence"])
    expect(afterDeed(on)).toEqual(["no noise cuts the agent"]);
});

test("call laws: every call ends, nothing follows, and nothing stays open", () => {
  const call = watched();
  call.laws.end(5, ["2 timers"]);
  expect(call.laws.broken).toEqual([
    { law: "every call ends", atMs: 5, detail: "it continues" },
    { law: "nothing stays open", atMs: 5, detail: "2 timers" },
  ]);
  const other = watched();
  ended(other);
  other.tell({ type: "user-speaking", speaking: true });
  expect(other.names()).toEqual(["nothing follows the end"]);
});

test("call laws: twenty broken laws end the search", () => {
  const call = watched();
  for (let i = 0; i < 30; i++) call.laws.frame(framesOfText()[0]!, i);
  expect(call.laws.broken.length).toBe(20);
});
