// Frame ranker: gives frames to the kernel several at a time, because it is much quicker so.

import type { AcousticKernel } from "./acoustic-kernel.ts";
import { framesMax, streamNumbers, streams, topOfFrame } from "./assembly/memory-layout.ts";

const numbers = streams * streamNumbers;

export class FrameRanker {
  readonly #kernel: AcousticKernel;
  readonly #take: (ranked: Uint8Array) => void;
  readonly #features = new Float32Array(framesMax * numbers);
  readonly #ranked = new Uint8Array(framesMax * topOfFrame);
  #held = 0;

  /** `take` is given the best Gaussians of each frame in its order, and must copy what it keeps. */
  constructor(kernel: AcousticKernel, take: (ranked: Uint8Array) => void) {
    this.#kernel = kernel;
    this.#take = take;
  }

  readonly add = (features: Float32Array): void => {
    this.#features.set(features, numbers * this.#held++);
    if (this.#held === framesMax) this.flush();
  };

  flush(): void {
    this.#kernel.rank(this.#features.subarray(0, this.#held * numbers), this.#ranked);
    for (let frame = 0; frame < this.#held; frame++)
      this.#take(this.#ranked.subarray(frame * topOfFrame, (frame + 1) * topOfFrame));
    this.#held = 0;
  }
}
