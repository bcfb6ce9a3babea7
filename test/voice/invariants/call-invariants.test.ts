// Call invariants: a call that is wrong in one thing breaks each, and a correct one keeps it.

import { expect, test } from "bun:test";
import type { CallEvent, WithoutTime } from "../../../src/voice/call-event.ts";
import { CallInvariants, invariants } from "../../../src/voice/invariants/call-invariants.ts";

type Told = WithoutTime<CallEvent>;

/** Each event comes 10 ms after the one before it. */
function watched() {
  const broken: string[] = [];
  const call = new CallInvariants({
    broken: (law, atMs, detail) => void broken.push(`${law}: ${detail} (${atMs})`),
    pauseMsMax: 1_000,
  });
  let atMs = 0;
  const tell = (...events: readonly Told[]): void => {
    for (const event of events) call.event({ ...event, atMs: (atMs += 10) } as CallEvent);
  };
  return { call, tell, broken };
}

const started = (reply: number): Told => ({ type: "reply-started", reply });
const written = (reply: number): Told => ({ type: "reply-written", reply });
const speaking = (reply: number, speaking: boolean): Told => ({ type: "agent-speaking", speaking, reply });
const sentence = (
  reply: number,
  status: "new" | "started" | "completed" = "new",
  spoken = true,
): Extract<Told, { type: "sentence" }> => ({
  type: "sentence",
  reply,
  segment: 1,
  text: "Hello.",
  status,
  spoken,
});
const caller = (speaking: boolean): Told => ({ type: "user-speaking", speaking });
const said = { type: "user-words", text: "yes", final: true, rejected: false } as const;
const paused = (paused: boolean): Told => ({ type: "agent-paused", paused, reply: 1 });
const cut = (reply: number): Told => ({
  type: "interrupted",
  reply,
  segment: 1,
  heardText: "",
  heardReplyText: "",
  heardMs: 0,
});
const ended: Told = { type: "ended", reason: "completed", durationMs: 1 };

const beginning = (reply: number): readonly Told[] => [
  started(reply),
  sentence(reply),
  speaking(reply, true),
];
const whole = (reply: number): readonly Told[] => [
  ...beginning(reply),
  written(reply),
  speaking(reply, false),
];

test("call invariants: a call that greets, answers and ends keeps them", () => {
  const { call, tell, broken } = watched();
  tell(...whole(1), caller(true), { ...said, final: false }, caller(false), said, ...whole(2), ended);
  tell({ type: "tool-finished", flowId: "f", tool: "t", ok: true, tookMs: 1 });
  call.passed(99_000);
  call.over(99_000);
  expect(broken).toEqual([]);
  expect(new Set(invariants).size).toBe(10);
});

test("call invariants: one voice speaks at a time", () => {
  const { tell, broken } = watched();
  const byModel = { ...sentence(1, "started"), segment: 2, by: "model" } as const;
  tell(...beginning(1), sentence(1, "started"), sentence(1, "completed"), byModel);
  expect(broken).toEqual([]);
  tell(sentence(1, "started"));
  expect(broken).toEqual(["one voice speaks at a time: 1 while 2 is said (70)"]);
});

test("call invariants: a line that the model does not say is said by the voice", () => {
  const { tell, broken } = watched();
  tell(...beginning(1), { type: "worded", by: "voice", fault: "late" }, sentence(1), written(1));
  expect(broken).toEqual([]);
  tell(started(2), { type: "worded", by: "voice", fault: "promise" }, written(2));
  expect(broken).toEqual(["a line that the model does not say is said by the voice: reply 2 (90)"]);
});

test("call invariants: a call ends, and nothing follows that", () => {
  const { call, tell, broken } = watched();
  tell(...whole(1));
  call.over(50);
  tell(ended, caller(true));
  expect(broken).toEqual([
    "every call ends: it continues (50)",
    "nothing follows the end: user-speaking (70)",
  ]);
});

test("call invariants: one reply speaks at a time, and each begins once", () => {
  const { call, tell, broken } = watched();
  tell(...beginning(1), started(2), speaking(2, true));
  expect(broken).toEqual(["one reply speaks at a time: 2 while 1 speaks (50)"]);
  expect(call.speaking).toBe(2);
  tell(speaking(2, false), started(2), started(1));
  expect(broken.slice(1)).toEqual([
    "each reply is begun once: reply 2 (70)",
    "each reply is begun once: reply 1 (80)",
  ]);
  expect(call.speaking).toBeUndefined();
});

test("call invariants: a cut reply has no further word", () => {
  const { call, tell, broken } = watched();
  const delta = { type: "reply-text", reply: 1, delta: "Hello" } as const;
  tell(...beginning(1), delta);
  call.decided({ on: "interrupt" });
  tell(speaking(1, false), cut(1), sentence(1, "completed"));
  expect(broken).toEqual([]);
  tell(delta, sentence(1), sentence(1, "started"), ...beginning(2));
  expect(broken).toEqual([
    "no word follows a cut: reply-text of reply 1 (80)",
    "no word follows a cut: sentence of reply 1 (90)",
    "no word follows a cut: sentence of reply 1 (100)",
  ]);
});

test("call invariants: a pause is decided in time, by any rule", () => {
  for (const decides of [paused(false), speaking(1, false), started(2), cut(1), ended]) {
    const { call, tell, broken } = watched();
    tell(...beginning(1), { ...said, final: false }, paused(true));
    expect(call.pausedAtMs).toBe(50);
    tell(decides);
    expect(call.pausedAtMs).toBeUndefined();
    call.passed(9_000);
    expect(broken).toEqual([]);
  }
  const { call, tell, broken } = watched();
  tell(...beginning(1), paused(true));
  call.passed(1_040);
  expect(broken).toEqual([]);
  call.event({ type: "latency", latency: { turn: 1 }, atMs: 1_041 });
  call.passed(9_000);
  expect(broken).toEqual(["a pause is decided in time: nothing for 1000 ms (1041)"]);
});

const overdue = "a caller who has spoken gets a reply: nothing for 3000 ms";

test("call invariants: a caller gets a reply in time", () => {
  const { call, tell, broken } = watched();
  tell(...whole(1), caller(true), caller(false), said);
  call.passed(3_080);
  expect(broken).toEqual([]);
  call.passed(3_081);
  call.passed(9_000);
  expect(broken).toEqual([`${overdue} (3081)`]);
  // A reply without a sentence for the voice ends when it is written.
  for (const quiet of [[], [sentence(2, "new", false)]]) {
    const one = watched();
    one.tell(...whole(1), started(2), ...quiet, written(2), said);
    one.call.passed(9_000);
    expect(one.broken).toEqual([`${overdue} (9000)`]);
  }
});

test.each<readonly [string, readonly Told[], ...Told[]]>([
  ["a reply begins", [], started(2)],
  ["they speak on", [], caller(true)],
  [
    "their client is told that something failed",
    [],
    { type: "failed", code: "c", message: "m", fatal: false },
  ],
  ["the call ends", [], ended],
  ["they speak meanwhile", [caller(true)]],
  ["they pressed keys with it", [{ type: "user-keys", keys: "1" }]],
  ["a reply is still being made", [started(2)]],
  ["a reply has yet to be heard", [started(2), sentence(2), written(2)]],
  ["the agent speaks", beginning(2)],
  ["they began over the agent", [...beginning(2), caller(true), speaking(2, false), caller(false)]],
  ["they began over a reply in the making", [started(2), caller(true), written(2), caller(false)]],
])("call invariants: nothing is owed to a caller when %s", (_, before, ...after) => {
  const { call, tell, broken } = watched();
  tell(...whole(1), ...before, said, ...after);
  call.passed(20_000);
  expect(broken).toEqual([]);
});

test("call invariants: no reply is owed without a turn, and an excuse counts once", () => {
  const { call, tell, broken } = watched();
  tell(...whole(1), { ...said, final: false }, { ...said, text: "" }, { ...said, rejected: true });
  call.passed(20_000);
  expect(broken).toEqual([]);
  for (const excuse of [
    [{ type: "user-keys", keys: "1" } as const],
    [...beginning(2), caller(true), speaking(2, false), caller(false)],
  ]) {
    const one = watched();
    one.tell(...whole(1), ...excuse, { ...said, final: false }, said);
    one.call.passed(20_000);
    expect(one.broken).toEqual([]);
    one.tell(said);
    one.call.passed(40_000);
    expect(one.broken).toEqual([`${overdue} (40000)`]);
  }
  // A caller who interrupted the agent did not only listen.
  const one = watched();
  one.tell(
    ...beginning(1),
    caller(true),
    { ...said, final: false },
    speaking(1, false),
    cut(1),
    caller(false),
  );
  one.tell(said);
  one.call.passed(20_000);
  expect(one.broken).toEqual([`${overdue} (20000)`]);
});

test("call invariants: words and actions cut the agent, noises and silences do not", () => {
  const after = (on: string, ...events: readonly Told[]): readonly string[] => {
    const { call, tell, broken } = watched();
    tell(...beginning(1));
    call.decided({ on });
    tell(...events, cut(1));
    return broken.map((one) => one.slice(0, one.indexOf(":")));
  };
  const deeds = ["interrupt", "farewell", "closing", "input words", "input transferred ok", "input event"];
  for (const on of deeds) expect(after(on)).toEqual([]);
  const others = ["timer decide", "timer barge-in", "speech-started", "partial", "words", "input silence"];
  for (const on of others) expect(after(on)).toEqual(["no noise cuts the agent"]);
  expect(after("words", { ...said, final: false })).toEqual([]);
  expect(after("words", { ...said, text: "" })).toEqual(["no noise cuts the agent"]);
  expect(after("interrupt", started(2))).toEqual(["no noise cuts the agent"]);
});
