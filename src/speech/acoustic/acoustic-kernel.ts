// Acoustic kernel: how badly each senone of the model fits each frame of a turn. What is kept of a frame is which
// Gaussians fit it best, a kilobyte, so that any number of grammars can be searched later.

import { assert } from "../../base/assert.ts";
import code from "./acoustic.wasm" with { type: "file" };
import * as layout from "./assembly/memory-layout.ts";
import { type GaussianFiles, writeGaussians } from "./gaussian-memory.ts";

interface KernelExports {
  readonly memory: ArrayBuffer;
  readonly rank: (frames: number) => void;
  readonly judge: () => void;
}

export class AcousticKernel {
  /** Where the misfit of each senone is found in what `misfits` answers. */
  readonly slotOfSenone: Uint16Array;
  readonly #features: Float32Array;
  readonly #top: Uint8Array;
  readonly #misfits: Int16Array;
  readonly #rank: (frames: number) => void;
  readonly #judge: () => void;

  private constructor({ memory, rank, judge }: KernelExports, slotOfSenone: Uint16Array) {
    this.slotOfSenone = slotOfSenone;
    const { framesMax, streams, streamNumbers, topOfFrame } = layout;
    this.#features = new Float32Array(memory, layout.featuresAt, framesMax * streams * streamNumbers);
    this.#top = new Uint8Array(memory, layout.topAt, framesMax * topOfFrame);
    this.#misfits = new Int16Array(memory, layout.misfitsAt, layout.slots);
    this.#rank = rank;
    this.#judge = judge;
  }

  /** Takes some 40 ms and 4 MB, for any number of calls. Throws when the model has another shape. */
  static async open(files: GaussianFiles, phoneOfSenone: Uint8Array): Promise<AcousticKernel> {
    const { instance } = await WebAssembly.instantiate(await Bun.file(code).arrayBuffer());
    const { memory, rank, judge } = instance.exports;
    assert(memory instanceof WebAssembly.Memory, "the kernel has a memory");
    assert(typeof rank === "function" && typeof judge === "function", "the kernel has its functions");
    const slots = writeGaussians(memory.buffer, files, phoneOfSenone);
    return new AcousticKernel(
      { memory: memory.buffer, rank: (frames) => rank(frames), judge: () => judge() },
      slots,
    );
  }

  /** The best Gaussians of frames, 1,008 bytes each, into `to`. `features`: 39 numbers of each, 16 frames at most. */
  rank(features: Float32Array, to: Uint8Array): void {
    const frames = features.length / (layout.streams * layout.streamNumbers);
    this.#features.set(features);
    this.#rank(frames);
    to.set(this.#top.subarray(0, frames * layout.topOfFrame));
  }

  /** The misfits of all slots in a frame, in units of paths; good until the next call. */
  misfits(ranked: Uint8Array): Int16Array {
    this.#top.set(ranked);
    this.#judge();
    return this.#misfits;
  }
}
