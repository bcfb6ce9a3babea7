// Sound shaper: turns what a voice's network says into sound: a train of pulses and noise, both shaped in the
// spectrum of overlapping frames. Its memory serves all utterances of a voice, one window after the other; a window's
// state for the next one of its utterance is in its `ShapedSoFar`.

import { assert } from "../../base/assert.ts";
import {
  floatBytes,
  frameSamples,
  hannAt,
  lanesAt,
  leadSamples,
  shapeAt,
  shapeNumbers,
  stepSamples,
  turnsAt,
} from "./assembly/vocal-layout.ts";
import type { ShapeInput } from "./sound-network.ts";
import type { VocalKernel } from "./vocal-kernel.ts";

/** Samples a second. */
export const voiceRate = 24_000;
/** Steps that a frame reaches into before and behind its own. */
const stepsAround = 2;
/** Steps of a window. */
export const stepsMax = 160;
const overlapSamples = frameSamples - stepSamples;
const keptSamples = 2 * stepsAround * stepSamples;
/** Pulses, the cosine and the sine of where a pulse is, and noise. */
const sources = 4;
/** Noise is made so many numbers further than a step goes. */
const noiseMore = 4;
/** Step between two numbers of noise: see assembly/sound.ts. */
const noiseStep = 0x6d2b79f5;

/** State of an utterance between two windows: 26 KB. */
export class ShapedSoFar {
  /** The steps that the next window begins with. */
  readonly sources = new Float32Array(sources * keptSamples);
  readonly sum = new Float32Array(overlapSamples);
  readonly weight = new Float32Array(overlapSamples);
  /** Phase of the pulses, from 0 to 1. */
  phase = 0;
  /** Steps whose sources are made. */
  made: number;
  /** Noise depends on the seed alone, so a text sounds the same each time. */
  noise = 2_166_136_261;

  constructor(firstStep: number, seed: readonly number[]) {
    this.made = Math.max(0, firstStep - stepsAround);
    for (const each of seed) this.noise = Math.imul(this.noise ^ each, 16_777_619);
  }
}

export interface SoundWindow {
  /** Steps of the utterance. */
  readonly from: number;
  readonly to: number;
  /** End of the utterance's sources. */
  readonly stepsInAll: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export class SoundShaper {
  readonly #kernel: VocalKernel;
  /** Samples of each source, of which the first lies `stepsAround` steps before a window. */
  readonly #sourceSamples = (stepsMax + 2 * stepsAround) * stepSamples + noiseMore;
  readonly #sources: number;
  readonly #sum: number;
  readonly #weight: number;

  constructor(kernel: VocalKernel) {
    this.#kernel = kernel;
    this.#sources = kernel.take(sources * this.#sourceSamples * floatBytes);
    const samples = stepsMax * stepSamples + overlapSamples;
    this.#sum = kernel.take(samples * floatBytes);
    this.#weight = kernel.take(samples * floatBytes);
    writeTables(kernel);
  }

  /** The samples of a window, from -1 to 1. All its frames overlap: it ends some 19 ms before its last step does, but the last one. */
  window({ shape, width, pitch }: ShapeInput, soFar: ShapedSoFar, window: SoundWindow): Float32Array {
    const { from, to, isFirst, isLast } = window;
    const steps = to - from;
    assert(steps <= stepsMax, "a window is short");
    this.#makeSources(pitch, soFar, window);
    const samples = steps * stepSamples + overlapSamples;
    const sum = this.#kernel.floats(this.#sum, samples);
    const weight = this.#kernel.floats(this.#weight, samples);
    for (const [all, kept] of [
      [sum, soFar.sum],
      [weight, soFar.weight],
    ] as const) {
      all.set(kept);
      all.fill(0, overlapSamples);
    }
    const row = this.#kernel.floats(shapeAt, shapeNumbers);
    for (let step = 0; step < steps; step++) {
      row.set(shape.subarray(step * width, step * width + shapeNumbers));
      const source = this.#place(step + stepsAround) - leadSamples * floatBytes;
      const at = step * stepSamples * floatBytes;
      this.#kernel.layers.addFrame(source, this.#apart, this.#sum + at, this.#weight + at);
    }
    const next = steps * stepSamples;
    const begin = isFirst ? leadSamples : 0;
    const audio = sum.slice(begin, next + (isLast ? leadSamples : 0));
    for (let n = 0; n < audio.length; n++)
      audio[n] = (audio[n] ?? 0) / Math.max(1e-3, weight[begin + n] ?? 0);
    soFar.sum.set(sum.subarray(next));
    soFar.weight.set(weight.subarray(next));
    return audio;
  }

  /** Distance from one source to the next. */
  get #apart(): number {
    return this.#sourceSamples * floatBytes;
  }

  #place(step: number): number {
    return this.#sources + step * stepSamples * floatBytes;
  }

  /** The sources of all steps that the window's frames reach into. */
  #makeSources(pitch: Float32Array, soFar: ShapedSoFar, { from, to, stepsInAll }: SoundWindow): void {
    const all = Array.from({ length: sources }, (_, source) =>
      this.#kernel.floats(this.#sources + source * this.#apart, this.#sourceSamples),
    );
    const kept = all.map((_, source) =>
      soFar.sources.subarray(source * keptSamples, (source + 1) * keptSamples),
    );
    for (const [index, source] of all.entries()) {
      source.set(kept[index] ?? []);
      source.fill(0, keptSamples);
    }
    const until = Math.min(stepsInAll, to + stepsAround);
    for (; soFar.made < until; soFar.made++) this.#makeStep(pitch, soFar, soFar.made - from + stepsAround);
    const next = (to - from) * stepSamples;
    for (const [index, source] of all.entries()) kept[index]?.set(source.subarray(next, next + keptSamples));
  }

  #makeStep(pitch: Float32Array, soFar: ShapedSoFar, place: number): void {
    const at = this.#place(place);
    const hz = (step: number): number => pitch[Math.max(0, Math.min(pitch.length - 1, step))] ?? 0;
    const { layers } = this.#kernel;
    const { made, phase } = soFar;
    soFar.phase = layers.pulse(hz(made - 1), hz(made), hz(made + 1), phase, at, this.#apart);
    const noise = at + 3 * this.#apart;
    layers.noise(soFar.noise, noise);
    this.#kernel.floats(noise + stepSamples * floatBytes, noiseMore).fill(0);
    soFar.noise = (soFar.noise + Math.imul(stepSamples, noiseStep)) | 0;
  }
}

/** The window of frames, and the turns of their transform. */
function writeTables(kernel: VocalKernel): void {
  const hann = kernel.floats(hannAt, frameSamples);
  for (let n = 0; n < frameSamples; n++) hann[n] = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / frameSamples);
  const part = frameSamples / 4;
  const write = (at: number, turnOf: (n: number) => number): void => {
    const turns = kernel.floats(at, 2 * part);
    for (let n = 0; n < part; n++) {
      turns[n] = Math.cos(2 * Math.PI * turnOf(n));
      turns[part + n] = -Math.sin(2 * Math.PI * turnOf(n));
    }
  };
  write(turnsAt, (n) => n / part);
  for (const lane of [1, 2, 3])
    write(lanesAt + (lane - 1) * 2 * part * floatBytes, (n) => (lane * n) / frameSamples);
}
