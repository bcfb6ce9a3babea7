// Turns of a recogniser's session: every finalize() gets one answer, in order and in time, for any messages of the
// vendor at any time.

import { describe, expect, test } from "bun:test";
import type { SttEvent } from "../../../src/providers/provider-contract.ts";
import { answerMsOf, SttTurns } from "../../../src/providers/stt/stt-turns.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

function world(answersAll = false) {
  const clock = new VirtualClock();
  const events: SttEvent[] = [];
  const sink = (event: SttEvent): void => void events.push(event);
  const turns = new SttTurns({ sink, clock, answerMsMax: 1_000, answersAll });
  return {
    clock,
    turns,
    events,
    /** Steps of a turn: its audio, its words, its end. */
    say: (turn: number, text: string): void => {
      turns.sent();
      turns.settle(text);
      turns.finalize(turn);
    },
    get partials(): string[] {
      return events.flatMap((event) => (event.type === "partial" ? [event.text] : []));
    },
    get ends(): string[] {
      return events.flatMap((event) => (event.type === "end_of_turn" ? [`${event.turn} ${event.text}`] : []));
    },
  };
}

describe("stt turns: words", () => {
  test("settled pieces are joined, and tentative ones replace earlier tentative ones", () => {
    const { turns, events, clock } = world();
    turns.sent();
    turns.tail("two");
    turns.tail("two cof");
    turns.settle("two coffees");
    turns.tail("plea");
    turns.tail("plea");
    turns.settle("please", { confidence: 0.5 });
    turns.settle("!", { glued: true, confidence: 1 });
    turns.finalize(1);
    turns.answered();
    expect(events.flatMap((event) => (event.type === "partial" ? [event.text] : []))).toEqual([
      "two",
      "two cof",
      "two coffees",
      "two coffees plea",
      "two coffees please",
      "two coffees please!",
    ]);
    expect(events.at(-1)).toEqual({
      type: "end_of_turn",
      turn: 1,
      text: "two coffees please!",
      rejected: false,
      confidence: 0.75,
    });
    expect(clock.pending).toBe(0);
  });

  test("the whole text replaces the words, their times and the confidence", () => {
    const { turns, events } = world();
    const word = { text: "no", startMs: 0, endMs: 200 };
    turns.sent();
    turns.whole("noise", { rejected: true, confidence: 0.1, words: [{ ...word, text: "noise" }] });
    turns.whole("no", { confidence: 0.9, words: [word] });
    turns.finalize(1);
    turns.answered();
    expect(events.at(-1)).toEqual({
      type: "end_of_turn",
      turn: 1,
      text: "no",
      rejected: false,
      confidence: 0.9,
      words: [word],
    });
  });

  test("rejected speech leaves nothing for the next turn", () => {
    const { turns, events, say } = world();
    turns.sent();
    turns.whole("", { rejected: true });
    turns.finalize(1);
    turns.answered();
    expect(events.at(-1)).toMatchObject({ turn: 1, text: "", rejected: true });
    say(2, "yes");
    turns.answered();
    expect(events.at(-1)).toEqual({ type: "end_of_turn", turn: 2, text: "yes", rejected: false });
  });

  test("tentative words count when nothing better comes", () => {
    const { turns, ...it } = world();
    turns.sent();
    turns.settle("two");
    turns.tail("coffees");
    turns.finalize(1);
    turns.answered();
    expect(it.events.at(-1)).toMatchObject({ text: "two coffees" });
  });
});

describe("stt turns: answers", () => {
  test("a turn without audio is answered at once, or after the awaited one", () => {
    const it = world();
    it.turns.finalize(1);
    expect(it.ends).toEqual(["1 "]);
    it.say(2, "yes");
    it.turns.finalize(3);
    it.turns.finalize(4);
    expect(it.ends).toEqual(["1 "]);
    it.turns.answered();
    expect(it.ends).toEqual(["1 ", "2 yes", "3 ", "4 "]);
  });

  test("two awaited turns are answered in order, each with its own words", () => {
    const it = world();
    it.say(1, "yes");
    it.turns.sent();
    it.turns.finalize(2);
    // These are words of the first turn: the vendor is no further yet.
    it.turns.settle("please");
    it.turns.answered();
    it.turns.settle("no");
    it.turns.answered();
    expect(it.ends).toEqual(["1 yes please", "2 no"]);
    expect(it.clock.pending).toBe(0);
  });

  test("words of an ended turn are no partial of the open one", () => {
    const it = world();
    it.say(1, "yes");
    it.turns.sent();
    it.turns.settle("please");
    expect(it.partials).toEqual(["yes"]);
  });

  test("an unrequested answer is dropped", () => {
    const it = world();
    it.turns.answered();
    expect(it.events).toEqual([]);
  });

  test("a dropped turn has no answer, and its words are dropped", () => {
    const it = world();
    it.turns.sent();
    it.turns.settle("never mind");
    expect(it.turns.reset()).toBe(true);
    expect(it.turns.reset()).toBe(false);
    it.turns.settle("at all");
    it.say(1, "lost too");
    it.turns.answered();
    it.turns.settle("yes");
    it.turns.answered();
    expect(it.ends).toEqual(["1 yes"]);
  });

  test("after close() nothing is reported and nothing waits", async () => {
    const it = world();
    it.say(1, "yes");
    it.turns.close();
    const before = it.events.length;
    it.turns.settle("no");
    it.turns.answered();
    expect(it.turns.finalize(2)).toBe(false);
    await it.clock.advance(2_000);
    expect(it.events.length).toBe(before);
    expect(it.clock.pending).toBe(0);
  });
});

describe("stt turns: vendors that answer late", () => {
  test("the words so far count at the deadline", async () => {
    const it = world();
    it.turns.sent();
    it.turns.tail("two cof");
    it.turns.finalize(1);
    await it.clock.advance(999);
    expect(it.ends).toEqual([]);
    await it.clock.advance(1);
    expect(it.ends).toEqual(["1 two cof"]);
  });

  test("an answer after the deadline is dropped, and the next turn gets its own", async () => {
    const it = world(true);
    it.say(1, "one");
    await it.clock.advance(1_000);
    it.turns.sent();
    it.turns.settle("late words of the first");
    it.turns.answered();
    it.turns.settle("two");
    it.turns.finalize(2);
    it.turns.answered();
    expect(it.ends).toEqual(["1 one", "2 two"]);
  });

  test("two late answers count as two, also when a third turn is awaited meanwhile", async () => {
    const it = world(true);
    it.say(1, "one");
    it.turns.sent();
    it.turns.finalize(2);
    await it.clock.advance(1_000);
    expect(it.ends).toEqual(["1 one", "2 "]);
    it.turns.sent();
    it.turns.finalize(3);
    it.turns.answered();
    it.turns.settle("two, too late");
    it.turns.answered();
    it.turns.settle("three");
    it.turns.answered();
    expect(it.ends).toEqual(["1 one", "2 ", "3 three"]);
  });

  test("a vendor that may never answer owes nothing after the deadline", async () => {
    const it = world(false);
    it.say(1, "one");
    await it.clock.advance(1_000);
    it.say(2, "two");
    it.turns.answered();
    expect(it.ends).toEqual(["1 one", "2 two"]);
  });
});

test("stt turns: an answer may take twice its usual time, within limits", () => {
  expect([0, 350, 500, 1_600, 9_000].map(answerMsOf)).toEqual([800, 800, 1_000, 3_200, 4_000]);
});
