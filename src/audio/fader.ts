// Fader: a gain over a stream of frames that never jumps, since jumps are heard as clicks.

import { type Frame, samplesPerFrame } from "./frame.ts";

/** Full range in 20 ms. */
const perSample = 1 / samplesPerFrame;

export class Fader {
  #gain = 1;
  #target = 1;
  /** Mute samples before the gain rises. */
  #mute = 0;

  /** Moves to this gain, 0 to 1, from the next sample on. */
  to(gain: number): void {
    this.#target = gain;
  }

  /** Restarts from silence, with `muteSamples` of silence first. */
  fromSilence(muteSamples: number): void {
    this.#gain = 0;
    this.#target = 1;
    this.#mute = muteSamples;
  }

  /** At full gain without a ramp: the earlier audio ended in silence. */
  reset(): void {
    this.#gain = 1;
    this.#target = 1;
    this.#mute = 0;
  }

  /** The next frame; the same object while nothing fades. */
  apply(frame: Frame): Frame {
    if (this.#gain === 1 && this.#target === 1) return frame;
    return frame.map((sample) => Math.round(sample * this.#next()));
  }

  /** The next frame as the last one: it ends in silence. The gain stays. */
  last(frame: Frame): Frame {
    const gain = this.#gain;
    return frame.map((sample, i) => Math.round(sample * gain * (1 - (i + 1) / frame.length)));
  }

  #next(): number {
    if (this.#mute > 0) {
      this.#mute -= 1;
      return 0;
    }
    const left = this.#target - this.#gain;
    this.#gain = Math.abs(left) <= perSample ? this.#target : this.#gain + Math.sign(left) * perSample;
    return this.#gain;
  }
}
