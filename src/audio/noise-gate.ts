// Noise gate: tells a frame that may hold speech from the noise of a quiet line, cheaply. It leans towards opening,
// because what it lets through is judged again by the voice detector, and what it holds back is never recognised.

import { SpeechEnergy } from "./speech-energy.ts";
import type { Frame } from "./frame.ts";

/** Loudness below which a frame is silence on any line: -66 dB of full scale without the bass. */
const audibleRms = 16;
/** A frame this much louder than the line's noise opens the gate: 5 dB. */
const openRatio = 1.8;
/** How long the gate stays open after the last loud frame: 600 ms, more than the soft end of a word. */
const hangoverFrames = 30;
/** The noise is the quietest 100 ms of the last 3 s: speech has such gaps, noise has nothing else. */
const blockFrames = 5;
const blocksKept = 30;

/** One line's gate; it holds 30 numbers and takes a few microseconds a frame. */
export class NoiseGate {
  readonly #energy = new SpeechEnergy();
  /** Mean energy of each of the last blocks, in a ring; infinite where nothing was heard yet. */
  readonly #blocks = new Float64Array(blocksKept).fill(Infinity);
  /** The least of them: found anew only when a block is full. */
  #least = Infinity;
  #at = 0;
  #blockEnergy = 0;
  #blockFilled = 0;
  #hangover = 0;

  /** Whether this frame may hold speech, or follows closely on one that may. No energy up to `echo` is speech. */
  open(frame: Frame, echo = 0): boolean {
    const energy = this.#energy.of(frame);
    // Before the first block is full nothing is known of the line: then all that is audible opens the gate.
    const known = this.#least === Infinity ? 0 : this.#least;
    const noise = Math.max(known, (audibleRms / openRatio) ** 2) * openRatio ** 2;
    if (energy > Math.max(noise, echo)) {
      this.#hangover = hangoverFrames;
    } else if (this.#hangover > 0) {
      this.#hangover -= 1;
    }
    this.#note(energy);
    return this.#hangover > 0;
  }

  #note(energy: number): void {
    this.#blockEnergy += energy;
    this.#blockFilled += 1;
    if (this.#blockFilled < blockFrames) return;
    this.#blocks[this.#at] = this.#blockEnergy / blockFrames;
    this.#at = (this.#at + 1) % blocksKept;
    this.#blockEnergy = 0;
    this.#blockFilled = 0;
    // By index: a spread costs several times as much, for every call ten times a second.
    let least = Infinity;
    for (let i = 0; i < blocksKept; i++) least = Math.min(least, this.#blocks[i] ?? Infinity);
    this.#least = least;
  }
}
