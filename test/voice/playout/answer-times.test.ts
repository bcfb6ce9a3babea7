// Answer times: effect of a model's late answers on the first filler.

import { expect, test } from "bun:test";
import { AnswerTimes } from "../../../src/calls/answer-times.ts";
import { fillerSoonMs } from "../../../src/voice/fillers/dead-air.ts";

function after(...tookMs: readonly number[]): number {
  const times = new AnswerTimes();
  for (const ms of tookMs) times.note("model", ms);
  return times.soonMs("model");
}

test("answer times: three late answers are waited for a little longer than four of five of them took", () => {
  expect(after(1_000, 1_000)).toBe(fillerSoonMs);
  expect(after(1_000, 1_100, 1_200)).toBe(1_200 + 150);
  expect(after(1_000, 1_000, 1_000, 1_000, 1_400)).toBe(1_000 + 150);
});

test("answer times: answers before the filler teach nothing, to the millisecond", () => {
  expect(after(fillerSoonMs, fillerSoonMs, fillerSoonMs)).toBe(fillerSoonMs);
  const one = fillerSoonMs + 1;
  expect(after(one, one, one)).toBe(one + 150);
});

test("answer times: an answer that takes longer than the allowed silence is not awaited", () => {
  expect(after(1_450, 1_450, 1_450)).toBe(1_600);
  expect(after(1_451, 1_451, 1_451)).toBe(fillerSoonMs);
});

test("answer times: the last thirty count, and of a thousand models those that were heard last", () => {
  const slow = Array.from({ length: 30 }, () => 1_400);
  expect(after(...slow, ...Array.from({ length: 23 }, () => 900))).toBe(1_550);
  expect(after(...slow, ...Array.from({ length: 24 }, () => 900))).toBe(1_050);
  expect(after(...slow, ...Array.from({ length: 30 }, () => 900))).toBe(1_050);
  const times = new AnswerTimes();
  for (let id = 0; id <= 1_000; id++) for (let n = 0; n < 3; n++) times.note(`m${id}`, 1_000);
  expect([times.size, times.soonMs("m0"), times.soonMs("m1")]).toEqual([1_000, fillerSoonMs, 1_150]);
});
