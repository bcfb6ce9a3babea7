// Oracle of the ears: the kernel hears the same as onnxruntime-web with the same weights. The files of the model round
// the inputs of each product to a byte, which moves log-probabilities by a tenth and the text of every tenth clip. That
// is the engine's noise and says nothing about the kernel, so here the engine multiplies without it.

import { expect, test } from "bun:test";
import { earsCode } from "../../../src/speech/ears/ears-code.ts";
import { EarsKernel } from "../../../src/speech/ears/ears-kernel.ts";
import { samplesMin } from "../../../src/speech/ears/ears-model.ts";
import { human, recordingNames, synthetic, withNoise } from "../../support/callers/callers.ts";
import { EarsOracle, earsModelFiles } from "../../support/ears-oracle.ts";
import { likeliest, logProbOf, writtenBy } from "../../support/ears-texts.ts";
import { unrounded } from "../../support/unrounded-model.ts";

/** 600 clips of at most 6 s. The short run takes every tenth, in some minutes. */
const every = process.env["LONG"] === "1" ? 1 : 10;
const samplesMax = 6 * 16_000;

const sentences = [
  "I would like to book a table for two, please.",
  "My number is four nine two, seven seven one.",
  "Could you tell me when you are open on Sunday?",
  "The parcel never came.",
];

async function clips(): Promise<Int16Array[]> {
  const recorded = await Promise.all(recordingNames().map(human));
  const spoken = await Promise.all(
    (["slt", "rms", "awb"] as const).flatMap((voice) => sentences.map((said) => synthetic(voice, said))),
  );
  const fit = [...recorded, ...spoken].filter(({ length }) => length >= samplesMin && length <= samplesMax);
  const noisy = fit.slice(0, Math.max(0, 600 - fit.length)).map((pcm, i) => withNoise(pcm, 15, i));
  return [...fit, ...noisy].filter((_, i) => i % every === 0);
}

test("ears: the kernel writes what onnxruntime-web writes with the same weights", async () => {
  const files = await earsModelFiles();
  const oracle = await EarsOracle.open({
    encoder: unrounded(files.encoder),
    decoder: unrounded(files.decoder),
  });
  const ears = await EarsKernel.open(await earsCode(), files);
  const all = await clips();
  let same = 0;
  const apart: number[] = [];
  for (const clip of all) {
    const pcm = Float32Array.from(clip, (sample) => sample / 32_768);
    const encoded = ears.encode(pcm);
    const { pieces, logProbs } = writtenBy(ears, encoded, 8 + Math.ceil((pcm.length / 16_000) * 6.5));
    ears.release(encoded);
    const logits = await oracle.begin(await oracle.encode(pcm), pieces.slice(0, -1));
    if (pieces.every((piece, row) => likeliest(logits, row) === piece)) same += 1;
    for (const [row, piece] of pieces.entries())
      apart.push(Math.abs(logProbs[row]! - logProbOf(logits, row, piece)));
  }
  apart.sort((a, b) => a - b);
  const at = (share: number): number => apart[Math.floor(share * (apart.length - 1))]!;
  console.log(
    `${same} of ${all.length} texts, log-probabilities apart: ${[0.5, 0.99, 1].map(at).join(", ")}`,
  );
  expect(same / all.length).toBeGreaterThanOrEqual(0.99);
  expect(at(0.5)).toBeLessThan(0.001);
  expect(at(0.99)).toBeLessThan(0.005);
  expect(at(1)).toBeLessThan(0.05);
}, 3_600_000);
