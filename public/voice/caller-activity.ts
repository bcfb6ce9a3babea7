// Sound activity detector: remembers when a sound was last heard, by loudness alone. That is good enough to time an
// answer, not to decide a turn.

/** A block counts as sound when it is this much louder than the background. */
const aboveNoise = 3.2;
/** No room is quieter than this, and no speech either. */
const floor = 0.003;
/** How fast the background is believed to rise, per block of 20 ms: it doubles in about four seconds. */
const rise = 1.0035;

export class SoundActivity {
  #noise = 0.02;
  #soundAt: number | undefined;

  /** When the last block that counts as sound ended; undefined before the first. */
  get soundAt(): number | undefined {
    return this.#soundAt;
  }

  /** `level` is the loudness of one block, `at` the moment at which it ended. */
  hear(level: number, at: number): void {
    if (level > Math.max(floor, this.#noise * aboveNoise)) this.#soundAt = at;
    this.#noise = Math.max(floor / aboveNoise, Math.min(level, this.#noise * rise));
  }
}
