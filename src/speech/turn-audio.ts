// Audio of a turn: one turn of a caller as the recogniser needs it, bounded, with the pauses found and the silence
// cut away. Silence matters: the engine levels its features by their mean, which half a second of silence bends.

import { type Frame, samplesPerFrame } from "../audio/frame.ts";
import { TurnLoudness } from "../audio/turn-loudness.ts";

/** 30 s of audio; what comes after it is not kept. */
const framesMax = 1_500;
/** A pause this long (120 ms) may be the end, so it is worth listening to what there is. */
const pauseFrames = 6;
/** Kept around what is loud: 60 ms before it and 120 ms after it hold its soft ends. */
const leadFrames = 3;
const tailFrames = 6;
/** 40 dB below the speech: inaudible, but without it one digit in five was lost. */
const hissGain = 0.011;

export class TurnAudio {
  readonly #frames: Frame[] = [];
  readonly #loudness = new TurnLoudness();
  #quietRun = 0;
  /** Whether something was said after the point up to which `pcm` was last taken. */
  #fresh = false;

  /** Whether `pcm` would hold something that it did not hold the last time. */
  get fresh(): boolean {
    return this.#fresh;
  }

  /** Whether anything was loud enough to be heard. */
  get audible(): boolean {
    return this.#loudness.isAudible;
  }

  /** Whether the end of it is a pause. */
  get pausing(): boolean {
    return this.#quietRun >= pauseFrames;
  }

  /** Adds a frame; says whether a pause has just been reached. */
  push(frame: Frame): boolean {
    if (this.#frames.length >= framesMax) return false;
    this.#frames.push(frame);
    if (this.#loudness.push(frame)) {
      this.#quietRun = 0;
      this.#fresh = true;
      return false;
    }
    this.#quietRun += 1;
    return this.#fresh && this.#quietRun === pauseFrames;
  }

  /** What was said so far without the silence around it, -1 to 1; empty when nothing was. */
  pcm(): Float32Array {
    this.#fresh = false;
    const keep = this.#kept();
    const pcm = new Float32Array(keep.length * samplesPerFrame);
    let at = 0;
    for (const frame of keep) for (const sample of frame) pcm[at++] = sample / 32_768;
    addHiss(pcm);
    return pcm;
  }

  #kept(): Frame[] {
    const { energies, threshold } = this.#loudness;
    const keep = new Uint8Array(this.#frames.length);
    energies.forEach((energy, at) => {
      if (energy > threshold) keep.fill(1, Math.max(0, at - leadFrames), at + tailFrames + 1);
    });
    return this.#frames.filter((_, at) => keep[at] === 1);
  }
}

/**
 * Lays noise under the audio, always the same. The engine works with logarithms of energies, in which the dead
 * silence of a digital line lies far deeper than that of any line it was trained on.
 */
function addHiss(pcm: Float32Array): void {
  let power = 0;
  for (const sample of pcm) power += sample * sample;
  const gain = Math.sqrt(power / Math.max(1, pcm.length)) * hissGain;
  let [seed, slow, quick] = [1, 0, 0];
  for (let at = 0; at < pcm.length; at++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const white = seed / 2 ** 31 - 1;
    slow = 0.97 * slow + 0.24 * white;
    quick = 0.6 * quick + 0.8 * white;
    pcm[at] = (pcm[at] ?? 0) + (slow + 0.6 * quick) * gain;
  }
}
