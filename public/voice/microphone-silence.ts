// Microphone silence: distinguishes a microphone without any signal (muted, unplugged inside, the wrong one) from a
// quiet room, which always has some noise.

/** Root mean square, 0 to 1: a hundredth of the quietest room. */
const nothing = 0.0001;
/** Silence from the first block, in milliseconds. */
const neverHeardMs = 3_000;
/** Some microphones are silent between two sentences: after the first sound, detection takes longer. */
const fallenSilentMs = 15_000;

export class MicrophoneSilence {
  #since: number | undefined;
  #wasHeard = false;
  #isSilent = false;

  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** `level` is the loudness of one block, 0 to 1; `at` is when it ended, in milliseconds. True when `isSilent` changed. */
  hear(level: number, at: number): boolean {
    if (level > nothing) {
      this.#wasHeard = true;
      return this.reset();
    }
    this.#since ??= at;
    if (this.#isSilent || at - this.#since < (this.#wasHeard ? fallenSilentMs : neverHeardMs)) return false;
    this.#isSilent = true;
    return true;
  }

  /** Begins again, for example after intended silence. True when `isSilent` changed. */
  reset(): boolean {
    this.#since = undefined;
    const changed = this.#isSilent;
    this.#isSilent = false;
    return changed;
  }
}
