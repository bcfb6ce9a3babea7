// Ears oracle: the network of the open recogniser as onnxruntime-web runs the files of the model.

import { join } from "node:path";
import * as ort from "onnxruntime-web/wasm";
import { startPiece } from "../../src/speech/ears/ears-model.ts";
import type { EarsModelFiles } from "../../src/speech/ears/ears-weights.ts";

const packages = join(import.meta.dir, "../../node_modules");
const model = join(packages, "@moonshine-ai/moonshine-js/dist/model/tiny/quantized");

/** The files of the model that the package holds. */
export async function earsModelFiles(): Promise<EarsModelFiles> {
  return {
    encoder: await Bun.file(`${model}/encoder_model.onnx`).bytes(),
    decoder: await Bun.file(`${model}/decoder_model_merged.onnx`).bytes(),
  };
}

export interface OracleHeard {
  readonly states: ort.Tensor;
  readonly frames: number;
}

type Tensors = Readonly<Record<string, ort.Tensor>>;

/** What the decoder keeps of its texts. */
export interface OraclePast {
  readonly own: Tensors;
  readonly cross: Tensors;
}

const layers = [0, 1, 2, 3, 4, 5];
const namesOf = (kind: string, side: string): string[] =>
  layers.flatMap((layer) => ["key", "value"].map((part) => `${kind}.${layer}.${side}.${part}`));
const past = { own: namesOf("past_key_values", "decoder"), cross: namesOf("past_key_values", "encoder") };
const present = { own: namesOf("present", "decoder"), cross: namesOf("present", "encoder") };

export class EarsOracle {
  readonly #encoder: ort.InferenceSession;
  readonly #decoder: ort.InferenceSession;

  private constructor(encoder: ort.InferenceSession, decoder: ort.InferenceSession) {
    this.#encoder = encoder;
    this.#decoder = decoder;
  }

  static async open(files: EarsModelFiles): Promise<EarsOracle> {
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.wasmBinary = await Bun.file(
      `${packages}/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm`,
    ).arrayBuffer();
    const session = (file: Uint8Array) =>
      ort.InferenceSession.create(file, { executionProviders: ["wasm"] });
    return new EarsOracle(await session(files.encoder), await session(files.decoder));
  }

  async encode(pcm: Float32Array): Promise<OracleHeard> {
    const input_values = new ort.Tensor("float32", pcm, [1, pcm.length]);
    const states = (await this.#encoder.run({ input_values }))["last_hidden_state"]!;
    return { states, frames: states.dims[1]! };
  }

  /** The start and these pieces in one pass: a row of logits for each. */
  async begin({ states }: OracleHeard, pieces: readonly number[]): Promise<{ logits: Float32Array; past: OraclePast }> {
    // With no past, its tensors have no rows.
    const nothing = new ort.Tensor("float32", new Float32Array(), [0, 8, 1, 36]);
    const out = await this.#decoder.run(
      {
        ...Object.fromEntries([...past.own, ...past.cross].map((name) => [name, nothing])),
        ...this.#input([startPiece, ...pieces], [1, pieces.length + 1], states, false),
      },
      ["logits", ...present.own, ...present.cross],
    );
    return { logits: out["logits"]!.data as Float32Array, past: { own: kept(out, "own"), cross: kept(out, "cross") } };
  }

  /** One more piece behind each of as many texts as there are pieces; they all continue the one of `from`. */
  async next({ states }: OracleHeard, from: OraclePast, pieces: readonly number[]): Promise<Float32Array> {
    const rows = pieces.length;
    const out = await this.#decoder.run(
      {
        ...repeated({ ...from.own, ...from.cross }, rows),
        ...this.#input(pieces, [rows, 1], repeated({ states }, rows)["states"]!, true),
      },
      ["logits", ...present.own],
    );
    return out["logits"]!.data as Float32Array;
  }

  #input(pieces: readonly number[], shape: readonly number[], states: ort.Tensor, continues: boolean): Tensors {
    return {
      input_ids: new ort.Tensor("int64", BigInt64Array.from(pieces, BigInt), shape),
      encoder_hidden_states: states,
      use_cache_branch: new ort.Tensor("bool", [continues], [1]),
    };
  }
}

function kept(out: Tensors, side: "own" | "cross"): Tensors {
  return Object.fromEntries(past[side].map((name, i) => [name, out[present[side][i]!]!]));
}

/** One row of each, as often as there are texts. */
function repeated(tensors: Tensors, rows: number): Tensors {
  return Object.fromEntries(
    Object.entries(tensors).map(([name, { data, dims }]) => {
      const row = data as Float32Array;
      const all = new Float32Array(rows * row.length);
      for (let i = 0; i < rows; i++) all.set(row, i * row.length);
      return [name, new ort.Tensor("float32", all, [rows, ...dims.slice(1)])];
    }),
  );
}
