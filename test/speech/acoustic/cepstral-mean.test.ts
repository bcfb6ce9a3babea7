// The mean that a turn is levelled by: its own sound so far, pulled to that of many turns.

import { expect, test } from "bun:test";
import { CepstralMean } from "../../../src/speech/acoustic/cepstral-mean.ts";

function meanOf(priorFrames: number, frames: number, ...cepstra: number[]): Float32Array {
  const mean = new CepstralMean(priorFrames);
  const frame = Float32Array.from({ length: 13 }, (_, i) => cepstra[i] ?? 0);
  for (let n = 0; n < frames; n++) mean.add(frame);
  return mean.value;
}

test("cepstral mean: a turn counts by its length against other people's turns", () => {
  const prior = meanOf(100, 0);
  expect(prior).toHaveLength(13);
  expect(meanOf(100, 100, 5, 7)[0]).toBeCloseTo((5 + prior[0]!) / 2, 3);
  expect(meanOf(100, 300, 5, 7)[1]).toBeCloseTo((3 * 7 + prior[1]!) / 4, 3);
  expect(meanOf(0, 10, 5)[0]).toBe(5);
});
