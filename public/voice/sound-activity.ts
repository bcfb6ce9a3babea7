// Sound activity detector: remembers when a sound was last heard, by loudness alone. That is good enough to time an
// answer, not to decide a turn.

/** A block counts as sound when it is this many times louder than the background. */
const aboveNoise = 3.2;
/** Lower bound of the background's loudness (root mean square, 0 to 1); no speech is quieter. */
const floor = 0.003;
/** Factor by which the estimated background may rise per block of 20 ms: it doubles in about four seconds. */
const rise = 1.0035;

export class SoundActivity {
  #noise = 0.02;
  #soundAt: number | undefined;

  /** End of the last block that counts as sound; undefined before the first one. */
  get soundAt(): number | undefined {
    return this.#soundAt;
  }

  /** `level` is the loudness of one block, 0 to 1; `at` is when it ended, in milliseconds. */
  hear(level: number, at: number): void {
    if (level > Math.max(floor, this.#noise * aboveNoise)) this.#soundAt = at;
    this.#noise = Math.max(floor / aboveNoise, Math.min(level, this.#noise * rise));
  }
}
