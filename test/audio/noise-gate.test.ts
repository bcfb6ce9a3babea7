// Noise gate before the voice detector: it opens at once on quiet speech, and stays shut on a line's noise.

import { expect, test } from "bun:test";
import { toFrames } from "../../src/audio/frame.ts";
import { NoiseGate } from "../../src/audio/noise-gate.ts";
import { atLevel, human, joined, pause, pinkNoise } from "../support/callers/callers.ts";

function decisions(pcm: Int16Array): boolean[] {
  const gate = new NoiseGate();
  return toFrames(pcm).map((frame) => gate.open(frame));
}

/** The first `ms` of a recording are silence. */
const openAt = (open: readonly boolean[], fromMs: number): number => open.indexOf(true, fromMs / 20) * 20;

test("gate: silence and a quiet line keep it shut", () => {
  expect(decisions(new Int16Array(48_000))).not.toContain(true);
  expect(decisions(pause(3_000))).not.toContain(true);
});

for (const rms of [40, 150, 600, 2_000]) {
  test(`gate: shuts on steady noise of loudness ${rms} within a second`, () => {
    expect(decisions(pinkNoise(16_000 * 20, rms)).slice(50)).not.toContain(true);
  });
}

for (const decibels of [0, -15, -25]) {
  test(`gate: opens with the first sound of a word at ${decibels} dB, on a quiet and on a noisy line`, async () => {
    for (const word of ["six", "four", "hello-world", "goodbye"]) {
      const said = atLevel(await human(word), decibels);
      const clean = joined(3_000, said, 3_000);
      const noisy = pinkNoise(clean.length, 20, 4).map((sample, i) => sample + clean[i]!);
      // In noise a soft beginning is heard a little later, within the audio that the listener adds from before.
      for (const [line, lateMs] of [
        [clean, 20],
        [noisy, 100],
      ] as const) {
        const open = decisions(line);
        // The gate must be open where the word reaches a tenth of its greatest sharpness (a breath's pop is not sharp).
        const steps = said.map((sample, i) => Math.abs(sample - (said[i - 1] ?? 0)));
        const sharpest = steps.reduce((most, step) => Math.max(most, step), 0);
        const begins = 3_000 + steps.findIndex((step) => step > sharpest / 10) / 16;
        const at = openAt(open, 2_000);
        expect(at).toBeGreaterThanOrEqual(2_980);
        expect(at).toBeLessThanOrEqual(begins + lateMs);
        // Open until after the end, and shut again a second later.
        expect(open.slice(at / 20, (3_000 + said.length / 16 - 300) / 20)).not.toContain(false);
        expect(open.at(-1)).toBe(false);
      }
    }
  });
}

/** The detector hears a voice wherever the gate is open. */
function decisionsOfVoices(pcm: Int16Array): boolean[] {
  const gate = new NoiseGate();
  return toFrames(pcm).map((frame) => {
    const isOpen = gate.open(frame);
    gate.judged(isOpen);
    return isOpen;
  });
}

test("gate: it shuts 300 ms after the caller's word over a television, and opens for the next one", async () => {
  const television = atLevel(await human("tt-weasels"), -24);
  const [seven, three] = [await human("seven"), await human("three")];
  // By then the gate has learned the lasting television.
  const known = joined(...Array.from({ length: 4 }, () => [seven, 500, three, 3_000]).flat());
  const line = joined(known, seven, 1_500, atLevel(three, -6), 1_500);
  const mixed = line.map((sample, i) => sample + television[i % television.length]!);
  const open = decisionsOfVoices(mixed);
  const frameAt = (samples: number): number => Math.floor(samples / 320);
  const secondAt = known.length;
  const lastAt = secondAt + seven.length + 24_000;
  // The recordings have up to 200 ms of silence at both ends.
  for (const [from, to, isOpen] of [
    [secondAt - 16_000, secondAt, false],
    [secondAt + 4_800, secondAt + seven.length - 3_200, true],
    [secondAt + seven.length + 4_800, lastAt, false],
    [lastAt + 6_400, lastAt + three.length - 3_200, true],
    [lastAt + three.length + 4_800, line.length, false],
  ] as const)
    expect(open.slice(frameAt(from), frameAt(to))).not.toContain(!isOpen);
});

test("gate: a caller who gets softer by 20 dB still opens it with short answers", async () => {
  const soft = atLevel(await human("seven"), -20);
  const answers = Array.from({ length: 6 }, () => [soft, 800]).flat();
  const open = decisionsOfVoices(joined(await human("seven"), 800, ...answers));
  const lengthMs = soft.length / 16 + 800;
  for (let nth = 1; nth <= 6; nth++) {
    const from = Math.floor((nth * lengthMs + 200) / 20);
    expect(open.slice(from, from + Math.floor((lengthMs - 1_200) / 20))).not.toContain(false);
  }
});

test("gate: a caller who talks from the first frame on is heard", async () => {
  const open = decisions(joined((await human("hello-world")).subarray(1_600), 200));
  expect(open.indexOf(true)).toBeLessThanOrEqual(2);
  expect(open.slice(3)).not.toContain(false);
});

test("gate: each line has its own verdict", async () => {
  const loud = new NoiseGate();
  const quiet = new NoiseGate();
  for (const frame of toFrames(await human("goodbye"))) loud.open(frame);
  for (const frame of toFrames(pause(500))) quiet.open(frame);
  const [next] = toFrames(pause(20));
  expect([loud.open(next!), quiet.open(next!)]).toEqual([true, false]);
});
