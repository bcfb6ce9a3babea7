// Voice networks: the two of a voice. One reads symbols and says how long each is; the other says, frame by frame, how
// pulses of the vocal cords and noise are shaped into sound.

import * as ort from "onnxruntime-web/wasm";
import { openNetwork } from "../turn-model/onnx-engine.ts";
import { VoiceStyle } from "./voice-style.ts";

/** Numbers that tell a frame's place in its symbol. */
export const placeNumbers = 4;

export interface VoiceFiles {
  readonly text: string;
  readonly sound: string;
  readonly style: string;
}

export interface ReadSymbols {
  /** A row of `width` numbers for each symbol. */
  readonly vectors: Float32Array;
  readonly width: number;
  /** The logarithm of how many frames of 25 ms each symbol lasts. */
  readonly lengths: Float32Array;
}

export interface Shaping {
  /** A row for each frame of 12.5 ms that was asked for. */
  readonly shape: Float32Array;
  /** Hz, 0 where unvoiced; of all frames of 12.5 ms that were given. */
  readonly pitch: Float32Array;
}

export class VoiceNetworks {
  readonly #text: ort.InferenceSession;
  readonly #sound: ort.InferenceSession;
  readonly #style: VoiceStyle;

  private constructor(text: ort.InferenceSession, sound: ort.InferenceSession, style: VoiceStyle) {
    this.#text = text;
    this.#sound = sound;
    this.#style = style;
  }

  /** Takes some 0.8 s. */
  static async open({ text, sound, style }: VoiceFiles): Promise<VoiceNetworks> {
    return new VoiceNetworks(
      await openNetwork(await Bun.file(text).bytes()),
      await openNetwork(await Bun.file(sound).bytes()),
      new VoiceStyle(await Bun.file(style).arrayBuffer()),
    );
  }

  /** `symbols`: of one utterance. What is returned has one more at each end, which is silence. */
  async read(symbols: readonly number[]): Promise<ReadSymbols> {
    const ids = BigInt64Array.from([0, ...symbols, 0], BigInt);
    const style = this.#style.of(symbols.length);
    const { h, d } = await this.#text.run({
      ids: new ort.Tensor("int64", ids, [1, ids.length]),
      style: new ort.Tensor("float32", style, [1, style.length]),
    });
    const vectors = floats(h);
    return { vectors, width: vectors.length / ids.length, lengths: floats(d) };
  }

  /** `vectors` and `places`: rows of frames of 25 ms. `keep`: the frames of 12.5 ms among them that are to be shaped. */
  async shape(
    vectors: Float32Array,
    places: Float32Array,
    keep: { readonly from: number; readonly to: number },
  ): Promise<Shaping> {
    const frames = places.length / placeNumbers;
    const kept = BigInt64Array.from({ length: keep.to - keep.from }, (_, n) => BigInt(keep.from + n));
    const { shape, f0 } = await this.#sound.run({
      h: new ort.Tensor("float32", vectors, [1, frames, vectors.length / frames]),
      p: new ort.Tensor("float32", places, [1, frames, placeNumbers]),
      keep: new ort.Tensor("int64", kept, [kept.length]),
    });
    return { shape: floats(shape), pitch: floats(f0) };
  }
}

function floats(tensor: ort.Tensor | undefined): Float32Array {
  if (!(tensor?.data instanceof Float32Array)) throw new Error("The network of a voice gives no numbers");
  return tensor.data;
}
