// Audio of a turn: one turn of a caller as the recogniser needs it, bounded, with the pauses found and the silence
// cut away. What is cut is generous, because soft consonants are lost in a close one.

import { type Frame, frameMs, samplesPerFrame } from "../audio/frame.ts";
import { TurnLoudness } from "../audio/turn-loudness.ts";

/** 30 s of audio; what comes after it is not kept. */
const framesMax = 1_500;
/** A pause this long (120 ms) may be the end, so it is worth listening to what there is. */
const pauseFrames = 6;
/** Kept on either side of what may be speech, for its soft ends, such as the breath of an f: 120 ms. On a noisy line more is only more noise. */
const around = 6;
/** The same for judging a whole turn, 200 ms: its weights were fitted so. */
const aroundJudged = 10;
/** Until so many frames have come, the noise of the line is not known. */
const noiseFrames = 5;
/** Before speech stands out of the noise, noise is all that there is to measure by. It is waited for so long, 1 s. */
const unclearFramesMax = 50;
/** 40 dB below the speech: inaudible, but without it one digit in five was lost. */
const hissGain = 0.011;
/** The power of a turn beside that of its loud frames alone. */
const shareOfSpeech = 0.6;

export class TurnAudio {
  readonly #frames: Frame[] = [];
  readonly #loudness = new TurnLoudness();
  readonly #hiss = new Hiss();
  #quietRun = 0;
  /** Whether something was said since the last pause. */
  #fresh = false;
  /** Frames of which it is decided whether they are worth decoding. */
  #decided = 0;
  /** Of the loud frames so far: the sum of their squared samples, -1 to 1, and how many they are. */
  readonly #speech = { power: 0, samples: 0 };
  /** Those that are, with noise under them, until they are taken. */
  #worthDecoding: Float32Array[] = [];

  /** Whether anything was loud enough to be heard. */
  get audible(): boolean {
    return this.#loudness.isAudible;
  }

  /** Adds a frame; says whether a pause has just been reached. */
  push(frame: Frame): boolean {
    if (this.#frames.length >= framesMax) return false;
    this.#frames.push(frame);
    const isLoud = this.#loudness.push(frame);
    if (isLoud) {
      for (const sample of frame) this.#speech.power += (sample / 32_768) ** 2;
      this.#speech.samples += frame.length;
    }
    this.#decide();
    if (isLoud) {
      this.#quietRun = 0;
      this.#fresh = true;
      return false;
    }
    this.#quietRun += 1;
    const pauses = this.#fresh && this.#quietRun === pauseFrames;
    if (pauses) this.#fresh = false;
    return pauses;
  }

  /** Milliseconds of silence at the end. */
  get silentMs(): number {
    return this.#quietRun * frameMs;
  }

  /**
   * What is worth decoding of what has come since this was last asked, -1 to 1; often nothing. `isOver`: no more will
   * come.
   */
  take(isOver = false): Float32Array {
    if (isOver) this.#decide(true);
    const parts = this.#worthDecoding;
    this.#worthDecoding = [];
    const pcm = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      pcm.set(part, at);
      at += part.length;
    }
    return pcm;
  }

  /** Decides with each frame, so that the same audio is heard in the same way, however busy the machine. */
  #decide(isOver = false): void {
    const { energies, softThreshold, standsOut } = this.#loudness;
    if (energies.length < noiseFrames) return;
    if (!isOver && !standsOut && energies.length < unclearFramesMax) return;
    const keep: Frame[] = [];
    for (; this.#decided < energies.length; this.#decided++) {
      const at = this.#decided;
      const frame = this.#frames[at];
      if (frame !== undefined && isSpeechNear(energies, at, softThreshold)) keep.push(frame);
      // Speech may still follow soon enough.
      else if (at + around >= energies.length) break;
    }
    if (keep.length === 0) return;
    const power = this.#speech.power / Math.max(1, this.#speech.samples);
    this.#worthDecoding.push(this.#hiss.under(samplesOf(keep), power * shareOfSpeech));
  }

  /** What was said without the silence around it, for judging, -1 to 1; empty when nothing was. */
  pcm(): Float32Array {
    const pcm = samplesOf(this.#kept());
    return new Hiss().under(pcm, powerOf(pcm));
  }

  #kept(): Frame[] {
    const { energies, softThreshold } = this.#loudness;
    const keep = new Uint8Array(this.#frames.length);
    energies.forEach((energy, at) => {
      if (energy > softThreshold) keep.fill(1, Math.max(0, at - aroundJudged), at + aroundJudged + 1);
    });
    return this.#frames.filter((_, at) => keep[at] === 1);
  }
}

function isSpeechNear(energies: readonly number[], frame: number, threshold: number): boolean {
  const until = Math.min(energies.length - 1, frame + around);
  for (let at = Math.max(0, frame - around); at <= until; at++)
    if ((energies[at] ?? 0) > threshold) return true;
  return false;
}

const powerOf = (pcm: Float32Array): number =>
  pcm.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, pcm.length);

function samplesOf(frames: readonly Frame[]): Float32Array {
  const pcm = new Float32Array(frames.length * samplesPerFrame);
  let at = 0;
  for (const frame of frames) for (const sample of frame) pcm[at++] = sample / 32_768;
  return pcm;
}

/**
 * Noise under the audio, always the same, as loud as the audio so far wants it. The recogniser works with logarithms of
 * energies, in which the dead silence of a digital line lies far deeper than that of any line it was trained on.
 */
class Hiss {
  #seed = 1;
  #slow = 0;
  #quick = 0;

  /** The same samples with the noise in them. `power`: the mean of the squared samples of what was said. */
  under(pcm: Float32Array, power: number): Float32Array {
    const gain = Math.sqrt(power) * hissGain;
    for (let at = 0; at < pcm.length; at++) {
      this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
      const white = this.#seed / 2 ** 31 - 1;
      this.#slow = 0.97 * this.#slow + 0.24 * white;
      this.#quick = 0.6 * this.#quick + 0.8 * white;
      pcm[at] = (pcm[at] ?? 0) + (this.#slow + 0.6 * this.#quick) * gain;
    }
    return pcm;
  }
}
