// The kernels of the recogniser and of the voice detector are what their sources make.

import { expect, test } from "bun:test";
import { buildKernel, kernelPath, kernels } from "../../src/speech/build-kernels.ts";

for (const kernel of kernels) {
  test(`kernel build: ${kernel.name}.wasm matches its sources, to the byte`, async () => {
    const kept = await Bun.file(kernelPath(kernel)).bytes();
    // Otherwise: `bun src/speech/build-kernels.ts`.
    expect(Bun.SHA256.hash(await buildKernel(kernel), "hex")).toBe(Bun.SHA256.hash(kept, "hex"));
  }, 240_000);
}
