// Call laws: each is broken once, by a call that is wrong in one thing, and holds in one that is right.

import { expect, test } from "bun:test";
import { type Frame, silence } from "../../src/audio/frame.ts";
import { CallLaws } from "../../src/sim/call-laws.ts";
import { agentSoundIn, framesOf, sentenceAudio } from "../../src/sim/marked-audio.ts";
import type { CallEvent, WithoutTime } from "../../src/voice/call-event.ts";

const text = "Hello there.";
const idle = { works: false, talkedOver: false };
const busy = { ...idle, works: true };
const over = { ...idle, talkedOver: true };

/** The frames of the first sentence. */
function framesOfText(): Frame[] {
  const pcm = sentenceAudio(0, framesOf(text));
  return Array.from({ length: framesOf(text) }, (_, i) => pcm.subarray(i * 320, (i + 1) * 320));
}

function watched() {
  const laws = new CallLaws([text], (written) => [written]);
  let atMs = 0;
  const tell = (event: WithoutTime<CallEvent>, { works } = idle): void =>
    laws.event({ ...event, atMs: (atMs += 20) } as CallEvent, { works });
  const names = (): readonly string[] => laws.broken.map(({ law }) => law);
  return { laws, tell, names };
}

type Watched = ReturnType<typeof watched>;

const begin = ({ tell }: Watched, reply = 1): void => {
  tell({ type: "reply-started", reply });
  tell({ type: "agent-speaking", speaking: true, reply });
};
const heard = ({ tell }: Watched, said = text): void =>
  tell({ type: "sentence", reply: 1, segment: 1, text: said, status: "completed", spoken: true });
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

test("call laws: audio belongs to the reply that speaks, in its order", () => {
  const call = watched();
  const [first, second, third] = framesOfText();
  call.laws.frame(first!, 0);
  begin(call);
  call.laws.frame(third!, 0);
  expect(call.names()).toEqual(["audio belongs to the reply that speaks", "a sentence is played in order"]);
  expect(agentSoundIn(second!)).toEqual({ sentence: 0, at: 1 });
});

test("call laws: the transcript is what was played whole", () => {
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

test("call laws: who has spoken is answered, unless the flow works or nobody was to listen", () => {
  const said = { type: "user-words", text: "yes", final: true, rejected: false } as const;
  const call = watched();
  call.tell(said);
  call.laws.instant(6_000, idle);
  expect(call.names()).toEqual([]);
  call.laws.instant(6_100, idle);
  call.laws.instant(6_200, idle);
  expect(call.names()).toEqual(["who has spoken is answered"]);
  for (const excuse of [
    (one: Watched) => one.laws.instant(100, busy),
    (one: Watched) => one.tell({ type: "user-speaking", speaking: true }),
    (one: Watched) => begin(one),
    (one: Watched) => one.tell({ type: "failed", code: "tts_unavailable", message: "m", fatal: false }),
  ]) {
    const one = watched();
    one.tell(said);
    excuse(one);
    one.laws.instant(9_000, idle);
    expect(one.names()).toEqual([]);
  }
  const silent = watched();
  silent.tell({ ...said, text: "" });
  silent.tell({ ...said, final: false });
  silent.tell(said, busy);
  begin(silent);
  silent.tell(said);
  silent.laws.instant(9_000, idle);
  expect(silent.names()).toEqual([]);
});

test("call laws: who talks over the agent silences it within 700 ms", () => {
  const call = watched();
  call.laws.instant(1_000, over);
  call.laws.instant(1_700, over);
  call.laws.instant(1_720, idle);
  call.laws.instant(2_000, over);
  call.laws.instant(2_700, over);
  expect(call.names()).toEqual([]);
  call.laws.instant(2_720, over);
  call.laws.instant(2_740, over);
  expect(call.names()).toEqual(["who talks over the agent silences it"]);
});

test("call laws: every call ends, nothing follows, and nothing stays open", () => {
  const call = watched();
  call.laws.end(5, ["2 timers"]);
  expect(call.laws.broken).toEqual([
    { law: "every call ends", atMs: 5, detail: "it goes on" },
    { law: "nothing stays open", atMs: 5, detail: "2 timers" },
  ]);
  const other = watched();
  ended(other);
  other.tell({ type: "user-speaking", speaking: true });
  expect(other.names()).toEqual(["nothing follows the end"]);
});

test("call laws: twenty broken ones are enough to know", () => {
  const call = watched();
  for (let i = 0; i < 30; i++) call.laws.frame(framesOfText()[0]!, i);
  expect(call.laws.broken.length).toBe(20);
});
