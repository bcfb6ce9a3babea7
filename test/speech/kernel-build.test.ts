// Kernels of the recogniser and of the voice detector: the stored files equal a build of their sources.

import { expect, test } from "bun:test";
import { buildKernel, kernelPath, kernels } from "../../src/speech/build-kernels.ts";

for (const kernel of kernels) {
  test(`kernel build: ${kernel.name}.wasm matches its sources, to the byte`, async () => {
    const kept = await Bun.file(kernelPath(kernel)).bytes();
    // If the hashes differ, run `bun src/speech/build-kernels.ts`.
    expect(Bun.SHA256.hash(await buildKernel(kernel), "hex")).toBe(Bun.SHA256.hash(kept, "hex"));
  }, 240_000);
}
