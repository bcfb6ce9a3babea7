// Plain shaper: the work of the kernel's sound shaper, in numbers of 64 bits, without vectors and sample by sample.

import { FourierTransform } from "../../../src/speech/turn-model/fourier-transform.ts";
import type { ShapeInput } from "../../../src/speech/vocal/sound-network.ts";
import { normalNumbers } from "./normal-numbers.ts";

/** Samples a second, and of one step of 12.5 ms. */
const voiceRate = 24_000;
const stepSamples = 300;
/** A frame begins this many samples before its step. */
const frameSamples = 1_200;
const leadSamples = frameSamples / 2 - stepSamples / 2;
const overlapSamples = frameSamples - stepSamples;
/** Steps that a frame covers before and after its own. */
const stepsAround = 2;
/** Frames of a window. */
const stepsMax = 160;

const bins = frameSamples / 2 + 1;
/** Points of a frame between which loudness changes linearly. */
const knots = 17;
const knotSamples = frameSamples / (knots - 1);
/**
 * Positions of the parts in a frame's row: the shapes of pulses, noise and phases, and then those of both over time.
 */
const pulsesAt = 0;
const noiseAt = bins;
const phasesAt = 2 * bins;
const loudnessAt = 3 * bins;
const breathAt = loudnessAt + knots;
const followsAt = breathAt + knots;

/** Sources of this many samples: pulses, noise, and the cosine and sine of a pulse's phase. */
class Sources {
  readonly pulses: Float32Array;
  readonly noise: Float32Array;
  readonly cosine: Float32Array;
  readonly sine: Float32Array;

  constructor(samples: number) {
    this.pulses = new Float32Array(samples);
    this.noise = new Float32Array(samples);
    this.cosine = new Float32Array(samples);
    this.sine = new Float32Array(samples);
  }

  get all(): readonly Float32Array[] {
    return [this.pulses, this.noise, this.cosine, this.sine];
  }
}

/** State of an utterance between two windows: 34 KB. */
export class PlainSoFar {
  /** The first steps of the next window. */
  readonly sources = new Sources(2 * stepsAround * stepSamples);
  readonly sum = new Float64Array(overlapSamples);
  readonly weight = new Float64Array(overlapSamples);
  /** Phase of the pulses, from 0 to 1. */
  phase = 0;
  /** Steps whose sources are made. */
  made: number;
  readonly normal: () => number;

  constructor(firstStep: number, seed: readonly number[]) {
    this.made = Math.max(0, firstStep - stepsAround);
    this.normal = normalNumbers(seed);
  }
}

interface SoundWindow {
  /** Steps of the utterance. */
  readonly from: number;
  readonly to: number;
  /** End of the utterance's sources. */
  readonly stepsInAll: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export class PlainShaper {
  readonly #sources = new Sources((stepsMax + 2 * stepsAround) * stepSamples);
  readonly #sum = new Float64Array(stepsMax * stepSamples + overlapSamples);
  readonly #weight = new Float64Array(stepsMax * stepSamples + overlapSamples);
  readonly #fourier = new FourierTransform(frameSamples);
  readonly #hann = Float64Array.from(
    { length: frameSamples },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / frameSamples),
  );
  /** A frame in time, and its two spectra in one. */
  readonly #real = new Float64Array(frameSamples);
  readonly #imaginary = new Float64Array(frameSamples);

  /**
   * The samples of a window, from -1 to 1. All its frames overlap: except for the last window, it ends some 19 ms
   * before its last step.
   */
  window({ shape, width, pitch }: ShapeInput, soFar: PlainSoFar, window: SoundWindow): Float32Array {
    const { from, to, isFirst, isLast } = window;
    this.#makeSources(pitch, soFar, window);
    const steps = to - from;
    this.#sum.fill(0);
    this.#weight.fill(0);
    this.#sum.set(soFar.sum);
    this.#weight.set(soFar.weight);
    for (let step = 0; step < steps; step++)
      this.#addFrame(shape.subarray(step * width, (step + 1) * width), step);
    const begin = isFirst ? leadSamples : 0;
    const end = steps * stepSamples + (isLast ? leadSamples : 0);
    const audio = new Float32Array(end - begin);
    for (let n = begin; n < end; n++)
      audio[n - begin] = (this.#sum[n] ?? 0) / Math.max(1e-3, this.#weight[n] ?? 0);
    const next = steps * stepSamples;
    soFar.sum.set(this.#sum.subarray(next, next + overlapSamples));
    soFar.weight.set(this.#weight.subarray(next, next + overlapSamples));
    return audio;
  }

  /** Makes the sources of all steps that the window's frames cover; the first of them is `stepsAround` before it. */
  #makeSources(pitch: Float32Array, soFar: PlainSoFar, { from, to, stepsInAll }: SoundWindow): void {
    const kept = soFar.sources.all;
    const until = Math.min(stepsInAll, to + stepsAround);
    const place = (step: number): number => (step - from + stepsAround) * stepSamples;
    for (const [index, source] of this.#sources.all.entries()) {
      source.fill(0);
      source.set(kept[index] ?? []);
    }
    for (; soFar.made < until; soFar.made++)
      this.#makeStep(pitchAround(pitch, soFar.made), place(soFar.made), soFar);
    for (const [index, source] of this.#sources.all.entries())
      kept[index]?.set(source.subarray(place(to - stepsAround), place(to + stepsAround)));
  }

  /** Makes one step of pulses, with equal harmonics up to 12 kHz, and of noise. */
  #makeStep({ before, here, after }: PitchAround, start: number, soFar: PlainSoFar): void {
    const { pulses, noise, cosine, sine } = this.#sources;
    const { normal } = soFar;
    let { phase } = soFar;
    for (let n = 0; n < stepSamples; n++) {
      const place = (n + 0.5) / stepSamples - 0.5;
      const hz = place < 0 ? before * -place + here * (place + 1) : here * (1 - place) + after * place;
      const heldHz = hz > 30 ? hz : 100;
      phase += heldHz / voiceRate;
      phase -= Math.floor(phase);
      if (here > 10) {
        const harmonics = Math.floor(((voiceRate / 2) * 0.98) / heldHz);
        const half = Math.sin(Math.PI * phase);
        const sum =
          Math.abs(half) < 1e-3
            ? harmonics
            : Math.sin((harmonics + 0.5) * 2 * Math.PI * phase) / (2 * half) - 0.5;
        pulses[start + n] = sum / Math.sqrt(harmonics);
        cosine[start + n] = 1 - 2 * half * half;
        sine[start + n] = 2 * half * Math.cos(Math.PI * phase);
      }
      noise[start + n] = normal();
    }
    soFar.phase = phase;
  }

  #addFrame(shape: Float32Array, step: number): void {
    const start = (step + stepsAround) * stepSamples - leadSamples;
    this.#shapeOverTime(shape, start);
    this.#fourier.transform(this.#real, this.#imaginary);
    this.#shapeSpectrum(shape);
    this.#fourier.transform(this.#real, this.#imaginary);
    const time = this.#fourier.imaginary;
    const to = step * stepSamples;
    for (let n = 0; n < frameSamples; n++) {
      const w = this.#hann[n] ?? 0;
      this.#sum[to + n] = (this.#sum[to + n] ?? 0) + ((time[n] ?? 0) / frameSamples) * w;
      this.#weight[to + n] = (this.#weight[to + n] ?? 0) + w * w;
    }
  }

  /** Pulses as the real part and noise as the imaginary one; noise also follows the first two harmonics of the pulses. */
  #shapeOverTime(shape: Float32Array, start: number): void {
    const { pulses, noise, cosine, sine } = this.#sources;
    const a1 = logGain(shape, followsAt);
    const b1 = logGain(shape, followsAt + 1);
    const a2 = logGain(shape, followsAt + 2);
    const b2 = logGain(shape, followsAt + 3);
    let loudness = 1;
    let louder = 1;
    let breath = 1;
    let deeper = 1;
    for (let n = 0; n < frameSamples; n++) {
      if (n % knotSamples === 0) {
        // Between two knots the logarithm is a line, so the gain grows by a factor.
        const knot = n / knotSamples;
        const next = Math.min(knots - 1, knot + 1);
        const loudAt = logGain(shape, loudnessAt + knot);
        const deepAt = logGain(shape, breathAt + knot);
        loudness = Math.exp(loudAt);
        louder = Math.exp((logGain(shape, loudnessAt + next) - loudAt) / knotSamples);
        breath = Math.exp(deepAt);
        deeper = Math.exp((logGain(shape, breathAt + next) - deepAt) / knotSamples);
      }
      const w = this.#hann[n] ?? 0;
      const c = cosine[start + n] ?? 0;
      const s = sine[start + n] ?? 0;
      const follows =
        c === 0 && s === 0 ? 1 : Math.exp(a1 * c + b1 * s + a2 * (2 * c * c - 1) + b2 * 2 * c * s);
      this.#real[n] = (pulses[start + n] ?? 0) * w * loudness;
      this.#imaginary[n] = (noise[start + n] ?? 0) * w * breath * follows;
      loudness *= louder;
      breath *= deeper;
    }
  }

  /**
   * Separates, shapes and adds the two spectra, and arranges them so that a forward transform is a backward one: the
   * parts swapped, mirrored about the middle.
   */
  #shapeSpectrum(shape: Float32Array): void {
    const a = this.#fourier.real;
    const b = this.#fourier.imaginary;
    for (let bin = 0; bin < bins; bin++) {
      const mirror = (frameSamples - bin) % frameSamples;
      const ar = a[bin] ?? 0;
      const am = a[mirror] ?? 0;
      const br = b[bin] ?? 0;
      const bm = b[mirror] ?? 0;
      const voiced = Math.exp(Math.min(5, Math.max(-12, shape[pulsesAt + bin] ?? 0)) - 3) / 2;
      const breath = Math.exp(Math.min(5, Math.max(-12, shape[noiseAt + bin] ?? 0)) - 5) / 2;
      const turn = shape[phasesAt + bin] ?? 0;
      const cosine = voiced * Math.cos(turn);
      const sine = voiced * Math.sin(turn);
      const real = (ar + am) * cosine - (br - bm) * sine + (br + bm) * breath;
      const isEdge = bin === 0 || bin === bins - 1;
      const imaginary = isEdge ? 0 : (ar + am) * sine + (br - bm) * cosine + (am - ar) * breath;
      this.#imaginary[bin] = real;
      this.#real[bin] = imaginary;
      if (isEdge) continue;
      this.#imaginary[mirror] = real;
      this.#real[mirror] = -imaginary;
    }
  }
}

/** Hz of a step and of its neighbours. */
interface PitchAround {
  readonly before: number;
  readonly here: number;
  readonly after: number;
}

function pitchAround(pitch: Float32Array, step: number): PitchAround {
  const at = (place: number): number => pitch[Math.max(0, Math.min(pitch.length - 1, place))] ?? 0;
  return { before: at(step - 1), here: at(step), after: at(step + 1) };
}

const logGain = (shape: Float32Array, at: number): number => Math.min(3, Math.max(-5, shape[at] ?? 0));
