// Parts of a replay: a caller's acts and their predecessors, their times, and the differences between two calls.

import { describe, expect, test } from "bun:test";
import { samplesPerFrame } from "../../src/audio/frame.ts";
import type { FlightEntry } from "../../src/calls/flight/flight-record.ts";
import { conversationOf, differenceOf } from "../../src/cli/replay/conversation.ts";
import { differenceLines } from "../../src/cli/replay/difference-lines.ts";
import { type Act, actsOf } from "../../src/cli/replay/recorded-acts.ts";
import { ReplayingCaller } from "../../src/cli/replay/replaying-caller.ts";
import type { CallInput } from "../../src/voice/call-event.ts";

const agent = (atMs: number, speaking: boolean): FlightEntry => ({ type: "agent-speaking", atMs, speaking });
const user = (atMs: number, speaking: boolean): FlightEntry => ({ type: "user-speaking", atMs, speaking });
const words = (atMs: number, text: string): FlightEntry => ({
  type: "user-words",
  atMs,
  text,
  final: true,
  rejected: false,
});
const partial = (atMs: number, text: string): FlightEntry => ({
  type: "user-words",
  atMs,
  text,
  final: false,
});

describe("what a caller did", () => {
  test("acts: an answer follows the agent's last word, and its audio includes beginning and end", () => {
    const entries = [
      agent(100, true),
      agent(2_000, false),
      user(2_600, true),
      partial(2_900, "f"),
      user(3_400, false),
      words(3_900, "five"),
    ];
    expect(actsOf(entries)).toEqual([
      {
        type: "said",
        cue: { after: "agent-ended", ms: 500, replies: 1 },
        text: "five",
        certainty: {},
        fromMs: 2_200,
        toMs: 3_400,
      },
    ]);
  });

  test("acts: a pause within a turn is part of it, and continued speech follows the words before", () => {
    const entries = [
      agent(0, true),
      agent(1_000, false),
      user(1_500, true),
      user(2_000, false),
      user(2_300, true),
      user(3_000, false),
      words(3_500, "one two"),
      user(4_300, true),
      user(5_000, false),
      words(5_500, "three"),
    ];
    expect(actsOf(entries).map(({ cue }) => cue)).toEqual([
      { after: "agent-ended", ms: 400, replies: 1 },
      { after: "act-ended", ms: 1_400, replies: 0 },
    ]);
    expect(actsOf(entries)[0]).toMatchObject({ fromMs: 1_100, toMs: 3_000 });
  });

  test("acts: an interruption repeats at the same place, and a wait for a third question waits for it", () => {
    const over = [agent(0, true), user(900, true), user(1_500, false), words(2_000, "stop")];
    expect(actsOf(over)[0]?.cue).toEqual({ after: "agent-speaks", ms: 800, replies: 1 });
    const late = [
      agent(0, true),
      agent(1_000, false),
      agent(7_000, true),
      agent(8_000, false),
      words(9_000, "five"),
    ];
    expect(actsOf(late)[0]?.cue).toEqual({ after: "agent-ended", ms: 1_000, replies: 2 });
  });

  test("acts: typed words, keys and hanging up are repeated; masked ones only in kind", () => {
    const entries: FlightEntry[] = [
      { type: "user-typed", atMs: 10, text: "hello" },
      { type: "user-keys", atMs: 20, keys: "•••" },
      words(30, "•••"),
      { type: "ended", atMs: 40, reason: "caller" },
    ];
    expect(actsOf(entries)).toMatchObject([
      { type: "typed", text: "hello" },
      { type: "keys", keys: undefined },
      { type: "said", text: undefined },
      { type: "hung-up", cue: { after: "act-ended", ms: 10 } },
    ]);
    expect(actsOf([{ type: "ended", atMs: 40, reason: "completed" }])).toEqual([]);
  });

  test("acts: words keep their confidence", () => {
    const turn = { type: "turn", atMs: 1, on: "words", effects: [], confidence: 0.4, alternative: "nine" };
    const entries = [
      words(1, "five"),
      turn,
      words(2, "six"),
      words(3, "seven"),
      { ...turn, on: "speech-started" },
    ];
    expect(actsOf(entries)).toMatchObject([
      { text: "five", certainty: { confidence: 0.4, alternative: "nine" } },
      { text: "six", certainty: {} },
      { text: "seven", certainty: {} },
    ]);
  });
});

describe("repeating a call", () => {
  /** Time of each act in milliseconds; the agent is heard in the spans `agentIn`. */
  function times(acts: readonly Act[], agentIn: readonly (readonly [from: number, to: number])[]): number[] {
    const done: number[] = [];
    let now = 0;
    const caller = new ReplayingCaller({
      acts,
      framesOf: ({ text }) => {
        done.push(now);
        return text === undefined
          ? undefined
          : Array.from({ length: 10 }, () => new Int16Array(samplesPerFrame));
      },
      unknownWords: () => "yes",
      input: (input: CallInput) => void (input.type !== "text" && done.push(now)),
    });
    for (now = 0; now < 60_000; now += 20)
      caller.next(
        now,
        agentIn.some(([from, to]) => now >= from && now < to),
      );
    expect(caller.isDone).toBe(true);
    return done;
  }
  const said = (after: "agent-ended" | "agent-speaks" | "act-ended", ms: number, replies = 1): Act => ({
    type: "said",
    cue: { after, ms, replies },
    text: "five",
    certainty: {},
    fromMs: 0,
    toMs: 200,
  });

  test("caller: it answers with the recorded delay after the agent, however long the agent speaks", () => {
    expect(times([said("agent-ended", 400)], [[100, 1_000]])).toEqual([1_380]);
    expect(times([said("agent-ended", 400)], [[100, 5_000]])).toEqual([5_380]);
    expect(times([said("agent-ended", 400)], [[0, 1_000]])).toEqual([1_380]);
    expect(
      times(
        [said("agent-ended", 400), said("agent-ended", 100)],
        [
          [100, 1_000],
          [3_000, 4_000],
        ],
      ),
    ).toEqual([1_380, 4_080]);
  });

  test("caller: it interrupts the agent, or speaks as soon as a shorter prompt is over", () => {
    expect(times([said("agent-speaks", 800)], [[100, 5_000]])).toEqual([900]);
    expect(times([said("agent-speaks", 800)], [[100, 500]])).toEqual([500]);
  });

  test("caller: it waits for the question of its answer, but not forever", () => {
    expect(
      times(
        [said("agent-ended", 400, 2)],
        [
          [100, 1_000],
          [7_000, 8_000],
        ],
      ),
    ).toEqual([8_380]);
    expect(times([said("agent-ended", 400, 2)], [[100, 1_000]])).toEqual([8_980]);
  });

  test("caller: it continues after its earlier words, and hangs up", () => {
    const acts: Act[] = [
      said("agent-ended", 400),
      said("act-ended", 700, 0),
      { type: "hung-up", cue: { after: "act-ended", ms: 100, replies: 0 } },
    ];
    expect(times(acts, [[100, 1_000]])).toEqual([1_380, 2_280, 2_580]);
  });

  test("caller: it types fitting words in place of masked ones", () => {
    const typed: string[] = [];
    const caller = new ReplayingCaller({
      acts: [
        { ...said("act-ended", 0, 0), text: undefined } as Act,
        { type: "typed", cue: { after: "act-ended", ms: 0, replies: 0 }, text: undefined },
        { type: "keys", cue: { after: "act-ended", ms: 0, replies: 0 }, keys: undefined },
        { type: "keys", cue: { after: "act-ended", ms: 0, replies: 0 }, keys: "7" },
      ],
      framesOf: () => undefined,
      unknownWords: () => "4 2",
      input: (input) =>
        void typed.push(input.type === "text" ? input.text : input.type === "keys" ? input.keys : ""),
    });
    for (let now = 0; now < 200; now += 20) caller.next(now, false);
    expect(typed).toEqual(["4 2", "4 2", "42", "7"]);
  });
});

describe("differences between two calls", () => {
  const sentence = (text: string, status = "new"): FlightEntry => ({
    type: "sentence",
    atMs: 0,
    text,
    status,
  });
  const variable = (key: string, value: unknown): FlightEntry => ({
    type: "flow-variable",
    atMs: 0,
    flowId: "f",
    key,
    value,
  });
  const call: FlightEntry[] = [
    sentence("Hello."),
    sentence("Hello.", "completed"),
    sentence("How many?"),
    partial(1, "fi"),
    words(2, "five"),
    variable("people", 4),
    variable("people", 5),
    { type: "user-words", atMs: 3, text: "", final: true, rejected: true },
    { type: "user-words", atMs: 3, text: "", final: true, rejected: false },
    { type: "user-typed", atMs: 4, text: "six" },
    { type: "user-keys", atMs: 5, keys: "7#" },
    { type: "flow-state", atMs: 5, state: "bye" },
    sentence("Goodbye."),
    { type: "flow-ended", atMs: 6, outcome: "done" },
    { type: "ended", atMs: 7, reason: "completed" },
  ];

  test("conversation: words under the agent's make no turn, in older recordings as in new ones", () => {
    const over = (mark: object, effects: readonly string[]): unknown => {
      const set = { ...words(2, "mm hm"), ...mark };
      const decision = { type: "turn", atMs: 2, on: "words", effects };
      return conversationOf([agent(0, true), sentence("Hello."), set, decision]).turns;
    };
    const alone = [{ caller: undefined, agent: ["Hello."] }];
    expect(over({ rejected: true, aside: "backchannel" }, ["go-on 1"])).toEqual(alone);
    expect(over({}, ["disarm decide", "go-on 1"])).toEqual(alone);
    expect(over({}, [])).toEqual(alone);
    const answered = [...alone, { caller: "mm hm", agent: [] }];
    expect(over({}, ["interrupt 1", "answer 2"])).toEqual(answered);
  });

  test("conversation: it has turns, the last values, nodes, and the end", () => {
    expect(conversationOf(call)).toEqual({
      turns: [
        { caller: undefined, agent: ["Hello.", "How many?"] },
        { caller: "five", agent: [] },
        { caller: "(not understood)", agent: [] },
        { caller: "(types) six", agent: [] },
        { caller: "(presses) 7#", agent: ["Goodbye."] },
      ],
      variables: new Map([["f.people", 5]]),
      nodes: ["bye"],
      outcome: "done",
      ended: "completed",
    });
    const { turns } = conversationOf([words(1, "•••"), { type: "user-typed", atMs: 2, text: "•••" }]);
    expect(turns.map(({ caller }) => caller)).toEqual(["•••", "•••"]);
  });

  test("difference: a call equals itself, with any message after the tone", () => {
    const left = (id: string) => [...call, variable("message", { id, seconds: id.length })];
    const same = differenceOf(conversationOf(left("rec_1")), conversationOf(left("rec_22")));
    expect(same).toMatchObject({ same: true, variables: [], outcome: undefined, ended: undefined });
    expect(differenceLines("a", head, same).at(-1)).toBe("  No differences in 5 turns.");
  });

  const head = { session: "ses_1", startedAtMs: 0, flow: null, context: {}, usesExamples: false };

  test("difference: each changed turn, variable and end is listed, and no more", () => {
    const other = call.flatMap((entry): FlightEntry[] => {
      if (entry.type === "user-keys") return [];
      if (entry["text"] === "How many?") return [{ ...entry, text: "For how many?" }];
      if (entry["outcome"] !== undefined) return [variable("new", [1]), { ...entry, outcome: "left" }];
      return [entry["reason"] === undefined ? entry : { ...entry, reason: "idle" }];
    });
    const difference = differenceOf(conversationOf(call), conversationOf(other));
    expect(difference.same).toBe(false);
    expect(difference.turns.map(({ same }) => same)).toEqual([false, true, true, false, false]);
    expect(differenceLines("a.recording", head, difference)).toEqual([
      "a.recording: ses_1, 1970-01-01T00:00:00.000Z",
      "  - agent:  Hello. How many?",
      "  + agent:  Hello. For how many?",
      "    caller: five",
      "    caller: (not understood)",
      "  - caller: (types) six",
      "  + caller: (types) six",
      "  + agent:  Goodbye.",
      "  - caller: (presses) 7#",
      "  - agent:  Goodbye.",
      "  variable f.new: none → [1]",
      '  outcome: "done" → "left"',
      '  ended: "completed" → "idle"',
      "  3 of 5 turns differ, and 1 variables.",
    ]);
  });

  test("difference: a recording that breaks off has no end to compare", () => {
    const torn = conversationOf(call.filter(({ type }) => type !== "ended"));
    expect(differenceOf(torn, conversationOf(call)).same).toBe(true);
    expect(differenceOf(conversationOf(call), torn).ended).toEqual({ recorded: "completed", replayed: null });
  });
});
