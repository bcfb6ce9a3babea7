// ONNX engine: runs networks that are stored as ONNX, by onnxruntime-web on the thread that asks.

import * as ort from "onnxruntime-web/wasm";
import { packedAsset } from "../../base/asset.ts";

/** Takes some 60 MB for the first network of a thread. Rejects when the bytes are no ONNX model. */
export async function openNetwork(model: Uint8Array): Promise<ort.InferenceSession> {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary ??= (await packedAsset("engine", "ort-wasm-simd-threaded.wasm")).buffer;
  return ort.InferenceSession.create(model, { executionProviders: ["wasm"] });
}
