// Silero kernel: the network of the voice detector, which judges windows of 32 ms of any number of calls.

import model from "../../../node_modules/@ricky0123/vad-web/dist/silero_vad_v6.onnx" with { type: "file" };
import { assert } from "../../base/assert.ts";
import * as layout from "./assembly/silero-layout.ts";
import code from "./silero.wasm" with { type: "file" };
import { sileroWeights } from "./silero-weights.ts";

export class SileroKernel {
  readonly #input: Float32Array;
  readonly #state: Float32Array;
  readonly #run: () => number;

  private constructor(memory: WebAssembly.Memory, run: () => number) {
    const part = (at: number, count: number): Float32Array =>
      new Float32Array(memory.buffer, at * Float32Array.BYTES_PER_ELEMENT, count);
    this.#input = part(layout.inputAt, layout.inputSamples);
    this.#state = part(layout.hiddenAt, 2 * layout.stateNumbers);
    this.#run = run;
  }

  /** Takes about 50 ms and 1.1 MB. Throws for a model other than the code's. */
  static async open(): Promise<SileroKernel> {
    const { instance } = await WebAssembly.instantiate(await Bun.file(code).arrayBuffer());
    const { memory, judge } = instance.exports;
    assert(memory instanceof WebAssembly.Memory && typeof judge === "function", "the kernel has both");
    new Float32Array(memory.buffer).set(sileroWeights(await Bun.file(model).bytes()));
    return new SileroKernel(memory, () => Number(judge()));
  }

  /**
   * Probability of speech in a window, from 0 to 1, in about 50 µs. `input`: the 64 samples before it (zeros ahead of
   * the first one) and its 512, 16 kHz, from -1 to 1. `state`: result of the previous windows, 256 numbers, zeros at
   * first; updated for the next one.
   */
  judge(input: Float32Array, state: Float32Array): number {
    this.#input.set(input);
    this.#state.set(state);
    const probability = this.#run();
    state.set(this.#state);
    return probability;
  }
}
