// Reply schedule: lateness is measured against the reply's own start, and a reply that follows another one's end is
// recognised.

import { expect, test } from "bun:test";
import { ReplySchedule } from "./reply-schedule.ts";

test("reply schedule reports nothing late when 200 ms are sent ahead", () => {
  const schedule = new ReplySchedule();
  const late = [0, 0, 0, 0, 0, 40, 80].map((at) => schedule.take(1_000 + at, 40).lateMs);
  expect(late).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(schedule.isCutIn).toBe(false);
});

test("reply schedule counts from the first sound when a later piece comes late", () => {
  const schedule = new ReplySchedule();
  for (let i = 0; i < 5; i++) schedule.take(0, 40);
  // Due 40 ms after the first; 200 ms were held.
  expect(schedule.take(70, 40)).toEqual({ lateMs: 30, gapMs: 0 });
  expect(schedule.take(300, 40)).toEqual({ lateMs: 220, gapMs: 60 });
  // Audio after a gap is still late against the start.
  expect(schedule.take(300, 40).lateMs).toBe(180);
});

test("reply schedule detects a cut-in when the previous reply is still heard", () => {
  const schedule = new ReplySchedule();
  for (let i = 0; i < 5; i++) schedule.take(0, 40);
  schedule.begin();
  const late = [50, 90, 130].map((at) => schedule.take(at, 40).lateMs);
  expect(schedule.isCutIn).toBe(true);
  // The first is due at once, the others when another 160 ms are buffered.
  expect(late).toEqual([0, 10, 10]);
  schedule.begin();
  schedule.take(1_000, 40);
  expect(schedule.isCutIn).toBe(false);
});
