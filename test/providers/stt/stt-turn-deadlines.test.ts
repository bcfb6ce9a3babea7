// Deadlines of a session's turns, where they differ from turn to turn, and their reports.

import { expect, test } from "bun:test";
import type { SttEvent } from "../../../src/providers/provider-contract.ts";
import { SttTurns } from "../../../src/providers/stt/stt-turns.ts";
import { VirtualClock } from "../../support/fakes/virtual-clock.ts";

test("stt turns: a quicker deadline waits for the previous one, and each finished turn is reported", async () => {
  const clock = new VirtualClock();
  const told: string[] = [];
  const turns = new SttTurns({
    clock,
    sink: (event: SttEvent) =>
      void (event.type === "end_of_turn" && told.push(`${event.turn} ${event.text}`)),
    answerMsMax: 800,
    answersAll: false,
    onDone: (isLate) => void told.push(isLate ? "late" : "in time"),
  });
  turns.sent();
  turns.settle("one");
  turns.finalize(1);
  turns.sent();
  turns.finalize(2, 100);
  turns.finalize(3);
  expect(turns.awaited).toBe(3);
  await clock.advance(799);
  expect(told).toEqual([]);
  await clock.advance(1);
  expect(told).toEqual(["1 one", "late", "2 ", "late", "3 ", "in time"]);
  turns.sent();
  turns.reset();
  turns.answered();
  expect(told.slice(6)).toEqual(["in time"]);
  expect(clock.pending).toBe(0);
});

test("stt turns: words between turns belong to no turn without audio", () => {
  const told: SttEvent[] = [];
  const turns = new SttTurns({
    clock: new VirtualClock(),
    sink: (event) => void told.push(event),
    answerMsMax: 800,
    answersAll: true,
  });
  turns.tail("stray");
  turns.finalize(1);
  expect(told.at(-1)).toMatchObject({ turn: 1, text: "" });
});

test("stt turns: speech that a mute vendor does not transcribe is not understood, and a proven one heard a noise", async () => {
  for (const isThere of [true, false]) {
    const clock = new VirtualClock();
    const told: SttEvent[] = [];
    const turns = new SttTurns({
      clock,
      sink: (event) => void told.push(event),
      answerMsMax: 800,
      answersAll: false,
      isThere: () => isThere,
    });
    turns.sent();
    turns.finalize(1);
    await clock.advance(800);
    turns.sent();
    turns.finalize(2);
    turns.answered();
    turns.sent();
    turns.settle("yes");
    turns.finalize(3);
    await clock.advance(800);
    expect(told).toEqual([
      { type: "end_of_turn", turn: 1, text: "", rejected: !isThere },
      { type: "end_of_turn", turn: 2, text: "", rejected: false },
      { type: "partial", text: "yes", complete: false },
      { type: "end_of_turn", turn: 3, text: "yes", rejected: false },
    ]);
  }
});
