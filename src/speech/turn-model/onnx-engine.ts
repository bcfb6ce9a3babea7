// ONNX engine: runs ONNX networks by onnxruntime-web on the calling thread.

import * as ort from "onnxruntime-web/wasm";
import { packedAsset } from "../../base/asset.ts";

/** Takes about 60 MB for a thread's first network. Rejects bytes that are no ONNX model. */
export async function openNetwork(model: Uint8Array): Promise<ort.InferenceSession> {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary ??= (await packedAsset("engine", "ort-wasm-simd-threaded.wasm")).buffer;
  return ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
}
