// Ears oracle: the network of the open recogniser, run by onnxruntime-web from the files of its model.

import { join } from "node:path";
import * as ort from "onnxruntime-web/wasm";
import { startPiece } from "../../src/speech/ears/ears-model.ts";
import type { EarsModelFiles } from "../../src/speech/ears/ears-weights.ts";

const packages = join(import.meta.dir, "../../node_modules");
const model = join(packages, "@moonshine-ai/moonshine-js/dist/model/tiny/quantized");

/** The files of the model in the package. */
export async function earsModelFiles(): Promise<EarsModelFiles> {
  return {
    encoder: await Bun.file(`${model}/encoder_model.onnx`).bytes(),
    decoder: await Bun.file(`${model}/decoder_model_merged.onnx`).bytes(),
  };
}

const layers = [0, 1, 2, 3, 4, 5];
const past = ["encoder", "decoder"].flatMap((side) =>
  layers.flatMap((layer) => ["key", "value"].map((part) => `past_key_values.${layer}.${side}.${part}`)),
);

export class EarsOracle {
  readonly #encoder: ort.InferenceSession;
  readonly #decoder: ort.InferenceSession;

  private constructor(encoder: ort.InferenceSession, decoder: ort.InferenceSession) {
    this.#encoder = encoder;
    this.#decoder = decoder;
  }

  /** `optimises`: the engine changes the graph first, which it cannot where a branch has weights from outside. */
  static async open(files: EarsModelFiles, optimises = false): Promise<EarsOracle> {
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.wasmBinary = await Bun.file(
      `${packages}/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm`,
    ).arrayBuffer();
    const session = (file: Uint8Array) =>
      ort.InferenceSession.create(file, {
        executionProviders: ["wasm"],
        graphOptimizationLevel: optimises ? "all" : "disabled",
      });
    return new EarsOracle(await session(files.encoder), await session(files.decoder));
  }

  /** The sound as the decoder reads it. */
  async encode(pcm: Float32Array): Promise<ort.Tensor> {
    const input_values = new ort.Tensor("float32", pcm, [1, pcm.length]);
    return (await this.#encoder.run({ input_values }))["last_hidden_state"]!;
  }

  /** The start and these pieces in one pass: a row of logits for each. */
  async begin(states: ort.Tensor, pieces: readonly number[]): Promise<Float32Array> {
    // Without a past, its tensors have no rows.
    const nothing = new ort.Tensor("float32", new Float32Array(), [0, 8, 1, 36]);
    const { logits } = await this.#decoder.run(
      {
        ...Object.fromEntries(past.map((name) => [name, nothing])),
        input_ids: new ort.Tensor("int64", BigInt64Array.from([startPiece, ...pieces], BigInt), [
          1,
          pieces.length + 1,
        ]),
        encoder_hidden_states: states,
        use_cache_branch: new ort.Tensor("bool", [false], [1]),
      },
      ["logits"],
    );
    return logits!.data as Float32Array;
  }
}
