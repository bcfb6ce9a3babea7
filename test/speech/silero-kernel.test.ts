// The kernel of the voice detector: it is what its sources make, and takes the weights of one model only.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { buildKernel } from "../../src/speech/silero/build-kernel.ts";
import { sileroWeights } from "../../src/speech/silero/silero-weights.ts";

const models = join(import.meta.dir, "../../node_modules/@ricky0123/vad-web/dist");

test("silero: silero.wasm is what its sources make, to the byte", async () => {
  const kept = await Bun.file("src/speech/silero/silero.wasm").bytes();
  // Otherwise: `bun src/speech/silero/build-kernel.ts`.
  expect(Bun.SHA256.hash(await buildKernel(), "hex")).toBe(Bun.SHA256.hash(kept, "hex"));
}, 60_000);

test("silero: another model is refused, even with the same names and shapes", async () => {
  const model = await Bun.file(`${models}/silero_vad_v6.onnx`).bytes();
  expect(sileroWeights(model).every(Number.isFinite)).toBe(true);
  const other = await Bun.file(`${models}/silero_vad_v5.onnx`).bytes();
  for (const wrong of [other, model.subarray(0, 1_000_000), new Uint8Array()]) {
    expect(() => sileroWeights(wrong)).toThrow("The model of the voice detector is another one: ");
  }
});
