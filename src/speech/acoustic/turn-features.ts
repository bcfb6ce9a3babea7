// Turn features: the frames of a turn as the acoustic model sees them: 13 cepstra off their mean, how they change, and
// how that changes. A frame is known once the three after it are.

import { cepstraCount } from "./front-end.ts";

/** Frames on either side that a frame's features are made of. */
const around = 3;
const kept = 2 * around + 1;

export class TurnFeatures {
  /** The last seven frames, off the mean; frame n is row n modulo 7. */
  readonly #rows = Array.from({ length: kept }, () => new Float32Array(cepstraCount));
  readonly #features = new Float32Array(3 * cepstraCount);
  #pushed = 0;
  #taken = 0;

  /** `take` is given the features of each frame that is now known, and must copy them. */
  push(cepstra: Float32Array, mean: Float32Array, take: (features: Float32Array) => void): void {
    const row = this.#rows[this.#pushed % kept];
    // What is quieter than anything is left as it is.
    const isSilent = (cepstra[0] ?? 0) < 0;
    for (let i = 0; i < cepstraCount; i++)
      if (row) row[i] = (cepstra[i] ?? 0) - (isSilent ? 0 : (mean[i] ?? 0));
    this.#pushed += 1;
    if (this.#pushed > around) this.#take(take);
  }

  /** The frames that are left, as if the last one went on. */
  end(take: (features: Float32Array) => void): void {
    while (this.#taken < this.#pushed) this.#take(take);
  }

  #take(take: (features: Float32Array) => void): void {
    const at = (n: number): Float32Array => this.#row(this.#taken + n);
    const [now, next1, next2, next3] = [at(0), at(1), at(2), at(3)];
    const [last1, last2, last3] = [at(-1), at(-2), at(-3)];
    const features = this.#features;
    for (let i = 0; i < cepstraCount; i++) {
      features[i] = now[i] ?? 0;
      features[cepstraCount + i] = (next2[i] ?? 0) - (last2[i] ?? 0);
      const after = Math.fround((next3[i] ?? 0) - (last1[i] ?? 0));
      features[2 * cepstraCount + i] = after - Math.fround((next1[i] ?? 0) - (last3[i] ?? 0));
    }
    this.#taken += 1;
    take(features);
  }

  /** The first frame stands for those before it, the last for those after. */
  #row(frame: number): Float32Array {
    const row = this.#rows[Math.max(0, Math.min(frame, this.#pushed - 1)) % kept];
    if (row === undefined) throw new RangeError(`No frame ${frame}`);
    return row;
  }
}
