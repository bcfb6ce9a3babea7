// Turn loudness: the frames of one turn that are loud enough to be speech, by the line's noise and the loudest frame.

import type { Frame } from "./frame.ts";
import { SpeechEnergy } from "./speech-energy.ts";

/** The quietest 100 ms are the line's noise. */
const noiseFrames = 5;
/** Energies: lower values are not audible, -66 dB of full scale. */
const audible = 16 ** 2;
/** Loud is 6 dB above the noise and at most 30 dB below the loudest; 6 dB below the loudest is always loud. */
const aboveNoise = 4;
const belowPeak = 0.001;
/** Sound 12 dB above the noise for 100 ms is speech, and shows its loudness. */
const standsOut = 16;
const standingFramesMin = 5;
/** A soft s, f or th belongs to its word even 40 dB below the loudest vowel. */
const softBelowPeak = 0.0001;
const certain = 0.25;
/** A turn as loud as this throughout (-36 dB) is no noise of a line. */
const clearlyLoud = 500 ** 2;
/** Shorter is a click: 60 ms. */
const speechFramesMin = 3;

export class TurnLoudness {
  /** Energy of each frame, by SpeechEnergy. */
  readonly energies: number[] = [];
  readonly #energy = new SpeechEnergy();
  #noise = Infinity;
  #peak = 0;
  #loudUntil = 0;
  #standing = 0;

  /** Adds a frame; true if it is loud by the turn so far. */
  push(frame: Frame): boolean {
    const energy = this.#energy.of(frame);
    this.energies.push(energy);
    this.#peak = Math.max(this.#peak, energy);
    const recent = this.energies.slice(-noiseFrames);
    if (recent.length === noiseFrames) {
      this.#noise = Math.min(this.#noise, recent.reduce((sum, one) => sum + one, 0) / noiseFrames);
    }
    if (energy > this.#noise * standsOut) this.#standing += 1;
    const isLoud = energy > this.threshold;
    if (isLoud) this.#loudUntil = this.energies.length;
    return isLoud;
  }

  /** Energy above which a frame is loud. */
  get threshold(): number {
    return this.#above(belowPeak);
  }

  /** Energy above which a frame may hold a soft consonant: for cutting, where a loss is not heard. */
  get softThreshold(): number {
    return this.#above(softBelowPeak);
  }

  #above(shareOfPeak: number): number {
    const noise = this.#noise === Infinity ? 0 : this.#noise * aboveNoise;
    return Math.max(audible, Math.min(Math.max(noise, this.#peak * shareOfPeak), this.#peak * certain));
  }

  /** True if any frame was loud enough to be heard. */
  get isAudible(): boolean {
    return this.#peak > audible;
  }

  /** True if some sound was far enough above the noise to tell them apart. */
  get standsOut(): boolean {
    return this.#standing >= standingFramesMin;
  }

  /** Frames up to the last loud one. */
  get loudUntil(): number {
    return this.#loudUntil;
  }

  /** False for silence, for steady line noise and for a click. */
  hasSpeech(): boolean {
    const noise = this.#noise === Infinity ? 0 : this.#noise * aboveNoise;
    if (this.#peak <= Math.max(audible, Math.min(noise, clearlyLoud))) return false;
    const { threshold } = this;
    let loud = 0;
    for (const energy of this.energies) if (energy > threshold && ++loud >= speechFramesMin) return true;
    return false;
  }
}
