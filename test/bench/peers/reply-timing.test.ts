// Reply timing: which answers count, the added delay, and the lateness of the sound.

import { expect, test } from "bun:test";
import { type HeardAudio, replyOf, spreadOf, summaryOf } from "./reply-timing.ts";

const habit = { stopMs: 700, aheadMs: 80 };
const turn = { turnEndMs: 1_000, answerMs: 200 };
/** Chunks of 40 ms at these times. */
const heardAt = (...times: number[]): HeardAudio[] => times.map((atMs) => ({ atMs, audioMs: 40 }));

test("reply timing: the added time starts after the silence that was waited for", () => {
  expect(replyOf(heardAt(1_742, 1_742, 1_742, 1_782, 1_822), turn, habit)).toEqual({
    addedMs: 42,
    lateMs: [0, 0, 0, 0, 0],
  });
});

test("reply timing: sound is late against the pace of the sound before it, less the audio sent ahead", () => {
  // Due at 1700, 1700, 1700, 1740, 1780: the third comes late, the last early.
  expect(replyOf(heardAt(1_700, 1_700, 1_725, 1_741, 1_770), turn, habit)?.lateMs).toEqual([0, 0, 25, 1, 0]);
  expect(replyOf(heardAt(1_700, 1_740, 1_780, 1_820, 1_860), turn, { ...habit, aheadMs: 0 })?.lateMs).toEqual(
    [0, 0, 0, 0, 0],
  );
});

test("reply timing: an answer that lacks more than a twentieth is lost", () => {
  expect(replyOf([], turn, habit)).toBeUndefined();
  expect(replyOf(heardAt(1_700, 1_700, 1_700, 1_740), turn, habit)).toBeUndefined();
  expect(replyOf([{ atMs: 1_700, audioMs: 190 }], turn, habit)).toEqual({ addedMs: 0, lateMs: [0] });
  expect(replyOf([{ atMs: 1_700, audioMs: 189 }], turn, habit)).toBeUndefined();
  // No sound came, and none was expected.
  expect(replyOf([], { ...turn, answerMs: 0 }, habit)).toBeUndefined();
});

test("reply timing: a spread is of sorted values, in tenths", () => {
  const values = Array.from({ length: 200 }, (_, i) => ((i * 7) % 200) + 0.04);
  expect(spreadOf(values)).toEqual({ p50: 100, p99: 198, worst: 199 });
  expect(spreadOf([9, 10.26])).toEqual({ p50: 10.3, p99: 10.3, worst: 10.3 });
  expect(spreadOf([])).toEqual({ p50: null, p99: null, worst: null });
});

test("reply timing: a summary counts the lost ones, and takes its times from the others", () => {
  const replies = [{ addedMs: 40, lateMs: [0, 5] }, undefined, { addedMs: 60, lateMs: [1] }];
  expect(summaryOf(replies, [2])).toEqual({
    turns: 3,
    lost: 1,
    addedMs: { p50: 60, p99: 60, worst: 60 },
    lateMs: { p50: 1, p99: 5, worst: 5 },
    callersLateMs: { p50: 2, p99: 2, worst: 2 },
  });
});
