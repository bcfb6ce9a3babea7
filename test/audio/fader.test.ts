// Fader: a gain over frames, and its effect on samples, without jumps.

import { expect, test } from "bun:test";
import { Fader } from "../../src/audio/fader.ts";

const flat = () => new Int16Array(320).fill(10_000);
const jumpOf = (pcm: readonly number[]): number =>
  Math.max(...pcm.slice(1).map((sample, i) => Math.abs(sample - (pcm[i] ?? 0))));

test("fader: full gain returns the same frame", () => {
  const frame = flat();
  expect(new Fader().apply(frame)).toBe(frame);
});

test("fader: its gain falls and rises within 20 ms, and never jumps", () => {
  const fader = new Fader();
  fader.to(0.25);
  const softer = fader.apply(flat());
  expect([softer[0], softer[239], softer[319]]).toEqual([9_969, 2_500, 2_500]);
  expect(fader.apply(flat())).toEqual(flat().fill(2_500));
  fader.to(1);
  const louder = fader.apply(flat());
  expect(louder[319]).toBe(10_000);
  const again = flat();
  expect(fader.apply(again)).toBe(again);
  expect(jumpOf([...softer, ...louder])).toBeLessThanOrEqual(32);
});

test("fader: the last frame fades to silence from its own level", () => {
  const fader = new Fader();
  fader.to(0.25);
  fader.apply(flat());
  const last = fader.last(flat());
  expect([last[0], last[159], last[319]]).toEqual([2_492, 1_250, 0]);
  fader.reset();
  const frame = flat();
  expect(fader.apply(frame)).toBe(frame);
});

test("fader: after silence it stays mute for the played time, then rises across the frames", () => {
  const fader = new Fader();
  fader.fromSilence(100);
  const risen = [...fader.apply(flat()), ...fader.apply(flat())];
  expect(risen.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 0));
  expect(risen[100]).toBe(31);
  expect([risen[418], risen[419], risen[639]]).toEqual([9_969, 10_000, 10_000]);
  expect(jumpOf(risen)).toBeLessThanOrEqual(32);
  fader.fromSilence(300);
  fader.apply(flat());
  fader.reset();
  const frame = flat();
  expect(fader.apply(frame)).toBe(frame);
});
