// Step of preemptive generation: when it asks a model before the end of the turn, and when it takes the request back.

import { describe, expect, test } from "bun:test";
import {
  type SentenceEnd,
  isAlike,
  type PreemptionEffect,
  type PreemptionEvent,
  type PreemptionMoment,
  preemptionStart,
  type PreemptionState,
  step,
} from "../../../src/voice/preemption/preemption-step.ts";

type Told = readonly [nowMs: number, event: PreemptionEvent, floor?: PreemptionMoment["floor"]];

function after(...told: readonly Told[]): readonly [PreemptionState, readonly PreemptionEffect[]] {
  let state = preemptionStart;
  let effects: readonly PreemptionEffect[] = [];
  for (const [nowMs, event, floor = "caller"] of told)
    [state, effects] = step(state, event, { nowMs, floor });
  return [state, effects];
}

const started: PreemptionEvent = { type: "speech-started" };
const ended: PreemptionEvent = { type: "speech-ended" };
const over: PreemptionEvent = { type: "turn-ended" };
const words: PreemptionEvent = { type: "words" };
const due: PreemptionEvent = { type: "due" };
const heard = (text: string, ending: SentenceEnd = "unknown", isQuiet = false): PreemptionEvent => ({
  type: "partial",
  text,
  ending,
  isQuiet,
});

const ask = (text: string): PreemptionEffect => ({ type: "ask", text });

describe("words stand", () => {
  test("once the caller is silent and they have not changed for 100 ms", () => {
    const told: Told[] = [
      [0, started],
      [500, heard("a table")],
      [550, ended],
    ];
    const [waiting, none] = after(...told);
    expect([waiting.dueAt, none]).toEqual([600, []]);
    expect(after(...told, [599, due])[1]).toEqual([]);
    const [asked, effects] = after(...told, [600, due]);
    expect(effects).toEqual([ask("a table")]);
    expect([asked.asked, asked.attempts, asked.dueAt]).toEqual(["a table", 1, undefined]);
    // One request is enough.
    expect(after(...told, [600, due], [700, ended])[1]).toEqual([]);
    expect(after([0, started], [500, heard("a table")], [600, ended])[1]).toEqual([ask("a table")]);
  });

  test("at once in a finished sentence, and as soon as the caller has paused at all", () => {
    const told: Told[] = [[0, started]];
    expect(after(...told, [500, heard("book a table", "finished", true)])[1]).toEqual([ask("book a table")]);
    expect(after(...told, [500, heard("book a table", "finished")])[1]).toEqual([]);
    const [waiting, none] = after(...told, [500, heard("a table", "unknown", true)]);
    expect([waiting.dueAt, none]).toEqual([600, []]);
  });

  test("not while the caller speaks", () => {
    expect(after([0, started], [100, heard("a table")])[0].dueAt).toBeUndefined();
    const again = after([0, started], [500, heard("a")], [550, ended], [580, started], [600, due]);
    expect([again[0].dueAt, again[1]]).toEqual([undefined, []]);
  });

  test("at once where the turn is over, even after an unfinished sentence", () => {
    const told: Told[] = [
      [0, started],
      [500, heard("a table and", "unfinished")],
      [510, ended],
    ];
    expect(after(...told)[0].dueAt).toBeUndefined();
    expect(after(...told, [520, over])[1]).toEqual([ask("a table and")]);
  });

  test("only where there are any, and the floor is the caller's", () => {
    expect(after([0, started], [100, heard(" …")], [300, ended], [900, over])[1]).toEqual([]);
    for (const floor of ["agent", "nobody", "over"] as const)
      expect(after([0, started], [100, heard("a table")], [300, ended, floor])[1]).toEqual([]);
  });

  test("within ten seconds of a turn", () => {
    expect(after([0, started], [9_000, heard("a")], [10_000, ended])[1]).toEqual([ask("a")]);
    expect(after([0, started], [9_000, heard("a")], [10_001, ended])[1]).toEqual([]);
    expect(after([0, started], [8_000, started], [9_000, heard("a")], [10_001, over])[1]).toEqual([]);
  });
});

describe("a request is dropped", () => {
  const asked: readonly Told[] = [
    [0, started],
    [500, heard("a table")],
    [700, ended],
  ];

  test("when the words change, and asked again when those stand", () => {
    const [waiting, effects] = after(...asked, [750, heard("a table for two")]);
    expect([waiting.dueAt, effects]).toEqual([850, [{ type: "drop" }]]);
    expect(after(...asked, [750, heard("a table for two")], [850, due])[1]).toEqual([ask("a table for two")]);
    expect(after(...asked, [750, heard("A table.")])[1]).toEqual([]);
  });

  test("when it failed, or is half of the words; an answer decides itself", () => {
    expect(after(...asked, [1_200, over], [1_300, words, "nobody"])[1]).toEqual([{ type: "drop" }]);
    expect(after(...asked, [1_200, over], [1_300, words, "caller"])[1]).toEqual([{ type: "drop" }]);
    expect(after(...asked, [1_200, over], [1_300, words, "agent"])[1]).toEqual([]);
    expect(after([0, started], [1_300, words, "nobody"])[1]).toEqual([]);
  });

  test("and words from before the end of a turn are not asked again after it", () => {
    const next = after(...asked, [1_200, over], [1_250, started], [1_300, words], [1_900, ended]);
    expect([next[0].text, next[1]]).toEqual(["", []]);
    const half = after(...asked, [1_200, over], [1_250, started], [1_280, heard("for two")], [1_300, words]);
    expect(half[0].text).toBe("for two");
    expect(after(...asked, [1_200, over], [1_300, words, "agent"])[0].text).toBe("");
  });
});

describe("three times a turn", () => {
  const thrice: readonly Told[] = [
    [0, started],
    [100, heard("1")],
    [300, ended],
    [400, heard("1 2")],
    [500, due],
    [600, heard("1 2 3")],
    [700, due],
  ];

  test("and no more", () => {
    expect(after(...thrice)[1]).toEqual([ask("1 2 3")]);
    expect(after(...thrice, [800, heard("1 2 3 4")], [900, over])[1]).toEqual([]);
  });

  test("which the next turn has for itself, and a continued one has not", () => {
    const more: readonly Told[] = [
      [1_000, started],
      [1_100, heard("5")],
      [1_400, ended],
    ];
    expect(after(...thrice, [800, over], [900, words, "agent"], ...more)[1]).toEqual([ask("5")]);
    expect(after(...thrice, [800, over], [900, words, "nobody"], ...more)[1]).toEqual([ask("5")]);
    expect(after(...thrice, [800, over], [900, words, "caller"], ...more)[1]).toEqual([]);
  });

  test("whose ten seconds begin with it", () => {
    const late: readonly Told[] = [
      [9_000, started],
      [10_500, heard("5")],
      [11_000, ended],
    ];
    expect(after(...thrice, [800, over], [900, words, "agent"], ...late)[1]).toEqual([ask("5")]);
    const goesOn: readonly Told[] = [[0, started], [800, over], [900, words], ...late];
    expect(after(...goesOn)[1]).toEqual([]);
    // When a caller is answered during their words, the next words are a turn of their own.
    const early: readonly Told[] = [
      [0, started],
      [9_000, words, "agent"],
      [9_100, heard("5")],
      [11_000, ended],
    ];
    expect(after(...early)[1]).toEqual([ask("5")]);
  });
});

test("texts are alike except for capitals and punctuation around words", () => {
  expect(isAlike("How much is it, please?", "how much  is it please")).toBe(true);
  expect(isAlike("It's 1.5 — or so.", "it's 1.5 or so")).toBe(true);
  for (const [one, other] of [
    ["it's 1.5", "its 1.5"],
    ["1.5", "15"],
    ["5 euros", "$5 euros"],
    ["five", "5"],
    ["book a table", "book table a"],
  ] as const)
    expect(isAlike(one, other)).toBe(false);
});
