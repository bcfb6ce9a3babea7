// Microphone silence: tells a microphone that gives nothing at all (muted, unplugged inside, the wrong one) from a quiet
// room, which always has some noise.

/** Root mean square, 0 to 1: a hundredth of what the quietest room gives. */
const nothing = 0.0001;
/** From the first block on. */
const neverHeardMs = 3_000;
/** Some microphones give nothing between two sentences: once one was heard, it takes longer. */
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

  /** Begins anew, as after a silence that was wanted. True when `isSilent` changed. */
  reset(): boolean {
    this.#since = undefined;
    const changed = this.#isSilent;
    this.#isSilent = false;
    return changed;
  }
}
