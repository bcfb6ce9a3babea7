// Engine of onnxruntime-web: its code, loaded once a thread, for the networks that run on it.

import * as ort from "onnxruntime-web/wasm";
import { assetPath } from "../base/asset.ts";

/** One thread: the engine starts others from an address that Bun does not resolve. */
export async function loadOrtEngine(): Promise<void> {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = await engine();
}

/** It travels inside an executable in a fifth of its size. */
async function engine(): Promise<ArrayBuffer> {
  const bytes = await Bun.file(assetPath("engine", "ort-wasm-simd-threaded.wasm")).bytes();
  const code = Bun.isStandaloneExecutable ? await Bun.zstdDecompress(bytes) : bytes;
  return code.slice().buffer;
}
