// Voice oracle: the two networks of a voice of ours as onnxruntime-web runs their files, each utterance in one go.

import { join } from "node:path";
import * as ort from "onnxruntime-web/wasm";
import type { Voice } from "../../../src/speech/speech-message.ts";
import type { FrameSource, ShapeInput } from "../../../src/speech/vocal/sound-network.ts";
import type { ReadSymbols } from "../../../src/speech/vocal/text-network.ts";

/** Numbers for the position of a frame in its symbol. */
const placeNumbers = 4;
const root = join(import.meta.dir, "../../..");

export class VoiceOracle {
  readonly #text: ort.InferenceSession;
  readonly #sound: ort.InferenceSession;

  private constructor(text: ort.InferenceSession, sound: ort.InferenceSession) {
    this.#text = text;
    this.#sound = sound;
  }

  static async open(name: Voice): Promise<VoiceOracle> {
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.wasmBinary = await Bun.file(
      `${root}/node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm`,
    ).arrayBuffer();
    const session = async (file: string) =>
      ort.InferenceSession.create(await Bun.file(`${root}/src/speech/own-voice/${name}/${file}`).bytes(), {
        executionProviders: ["wasm"],
      });
    return new VoiceOracle(await session("text.int8.onnx"), await session("sound.int8.onnx"));
  }

  async read(symbols: readonly number[], style: Float32Array): Promise<ReadSymbols> {
    const ids = BigInt64Array.from(symbols, BigInt);
    const { h, d } = await this.#text.run({
      ids: new ort.Tensor("int64", ids, [1, ids.length]),
      style: new ort.Tensor("float32", style, [1, style.length]),
    });
    const vectors = h!.data as Float32Array;
    return { vectors, width: vectors.length / ids.length, lengths: d!.data as Float32Array };
  }

  /** All steps of an utterance whose symbols have rows of `width` numbers. */
  async shape(source: FrameSource, width: number): Promise<ShapeInput> {
    const { frames } = source;
    const stride = width + placeNumbers;
    const rows = new Float32Array(frames * stride);
    source.write(0, frames, rows);
    const part = (from: number, numbers: number): ort.Tensor => {
      const all = Array.from({ length: frames }, (_, frame) => [
        ...rows.subarray(frame * stride + from, frame * stride + from + numbers),
      ]);
      return new ort.Tensor("float32", Float32Array.from(all.flat()), [1, frames, numbers]);
    };
    const keep = BigInt64Array.from({ length: 2 * frames }, (_, step) => BigInt(step));
    const { shape, f0 } = await this.#sound.run({
      h: part(0, width),
      p: part(width, placeNumbers),
      keep: new ort.Tensor("int64", keep, [keep.length]),
    });
    const shapes = shape!.data as Float32Array;
    return { shape: shapes, width: shapes.length / keep.length, pitch: f0!.data as Float32Array };
  }
}
