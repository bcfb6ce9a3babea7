// The acoustic kernel sees and judges each frame of a turn as the library does whose model it reads.

import { expect, test } from "bun:test";
import { AcousticKernel } from "../../../src/speech/acoustic/acoustic-kernel.ts";
import { AcousticUnits } from "../../../src/speech/acoustic/acoustic-units.ts";
import { topOfFrame } from "../../../src/speech/acoustic/assembly/memory-layout.ts";
import { readModel } from "../../../src/speech/acoustic/embedded-model.ts";
import { FrontEnd } from "../../../src/speech/acoustic/front-end.ts";
import { TurnFeatures } from "../../../src/speech/acoustic/turn-features.ts";
import { atLevel, human, joined, pinkNoise, synthetic, withNoise } from "../../support/callers/callers.ts";
import { random } from "../../support/random.ts";
import { LibraryDecoder } from "./library-decoder.ts";

const model = await readModel();
const units = new AcousticUnits(model.definition, model.transitions);
const kernel = await AcousticKernel.open(model, units.phoneOfSenone);
const library = await LibraryDecoder.open([]);

/** Rounded, because the library reads it as text. */
const mean = Float32Array.of(48.5, 0.75, 5.25, -0.25, -6.25, -6.25, 0.25, -2.75, -1.5, -0.5, 4.5, -1, 2);
/**
 * Of Gaussians that fit the same the library keeps those that it kept in the frame before, the kernel the first ones.
 * Measured: 0.006 % of the senones of 18 recordings are judged otherwise for that, and none for anything else.
 */
const otherwiseMax = 0.000_5;

const person = await human("one-moment-please");
const turns: Readonly<Record<string, Int16Array>> = {
  "a person": person,
  "a person, 40 dB softer": atLevel(person, -40),
  "a person in noise": withNoise(person, 5),
  "a voice, then nothing at all": joined(await synthetic("slt", "a table for two"), 300),
  "a person, clipped": person.map((sample) => Math.max(-32_768, Math.min(32_767, sample * 20))),
  noise: pinkNoise(8_017, 1_000),
};
const samplesOf = (pcm: Int16Array): Float32Array => Float32Array.from(pcm, (sample) => sample / 32_768);

/** `pieces`: how the audio is cut. */
function featuresOf(pieces: readonly Float32Array[]): readonly Float32Array[] {
  const frontEnd = new FrontEnd();
  const turn = new TurnFeatures();
  const features: Float32Array[] = [];
  const take = (frame: Float32Array): void => void features.push(frame.slice());
  const push = (cepstra: Float32Array): void => turn.push(cepstra, mean, take);
  for (const piece of pieces) frontEnd.push(piece, push);
  frontEnd.end(push);
  turn.end(take);
  return features;
}

for (const [name, pcm] of Object.entries(turns)) {
  test(`acoustic kernel: the features of ${name} are those of the library`, () => {
    expectSameFeatures(samplesOf(pcm));
  });
}

test("acoustic kernel: turns of few frames have those of the library, wherever they end", () => {
  const samples = samplesOf(person).subarray(4_000);
  for (const length of [1, 159, 160, 250, 251, 409, 410, 411, 569, 570, 571, 730, 890, 1_050, 1_211])
    expectSameFeatures(samples.subarray(0, length));
});

function expectSameFeatures(samples: Float32Array): void {
  const [own, theirs] = [featuresOf([samples]), library.features(samples, mean)];
  expect(own).toHaveLength(theirs.length);
  for (const [frame, row] of own.entries())
    for (const [i, value] of row.entries()) expect(value).toBeCloseTo(theirs[frame]?.[i] ?? Number.NaN, 4);
}

test("acoustic kernel: each senone is judged as by the library", () => {
  let [all, otherwise] = [0, 0];
  const ranked = new Uint8Array(topOfFrame);
  for (const pcm of Object.values(turns)) {
    for (const { features, misfits } of library.frames(samplesOf(pcm), mean)) {
      kernel.rank(features, ranked);
      const slots = kernel.misfits(ranked);
      const own = Array.from(kernel.slotOfSenone, (slot) => slots[slot] ?? Number.NaN);
      const best = Math.min(...own);
      all += own.length;
      otherwise += own.filter((misfit, senone) => misfit - best !== misfits[senone]).length;
    }
  }
  expect(all).toBeGreaterThan(500_000);
  expect(otherwise / all).toBeLessThan(otherwiseMax);
});

test("acoustic kernel: pieces of any size make the same features", () => {
  const samples = samplesOf(person);
  const { int } = random(7);
  const pieces: Float32Array[] = [];
  for (let at = 0; at < samples.length;) {
    const piece = samples.subarray(at, at + int(1, 900));
    pieces.push(piece);
    at += piece.length;
  }
  expect(featuresOf(pieces)).toEqual(featuresOf([samples]));
});
