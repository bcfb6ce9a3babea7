// Weights of the voice detector: its kernel accepts those of one model only.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { sileroWeights } from "../../src/speech/silero/silero-weights.ts";

const models = join(import.meta.dir, "../../node_modules/@ricky0123/vad-web/dist");

test("silero: another model is refused, even with the same names and shapes", async () => {
  const model = await Bun.file(`${models}/silero_vad_v6.onnx`).bytes();
  expect(sileroWeights(model).every(Number.isFinite)).toBe(true);
  const other = await Bun.file(`${models}/silero_vad_v5.onnx`).bytes();
  for (const wrong of [other, model.subarray(0, 1_000_000), new Uint8Array()]) {
    expect(() => sileroWeights(wrong)).toThrow("The model of the voice detector is another one: ");
  }
});
