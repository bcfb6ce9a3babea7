// Log-mel features: input of a model of the Whisper family for 8 s of sound (Radford et al., "Robust Speech
// Recognition via Large-Scale Weak Supervision", 2022; mel scale and filters of M. Slaney, "Auditory Toolbox", 1998).

import { sampleRate } from "../../audio/frame.ts";
import { FourierTransform } from "./fourier-transform.ts";

export const soundSamples: number = 8 * sampleRate;
export const melBands = 80;
/** 25 ms, every 10 ms. */
const windowSamples = 400;
const hopSamples = 160;
export const featureFrames: number = soundSamples / hopSamples;
const bins = windowSamples / 2 + 1;
const varianceMin = 1e-7;
const powerMin = 1e-10;
/** Values further below the loudest are as good as silent: 80 dB, in powers of ten. */
const rangeMax = 8;

const hannWindow = (): Float64Array =>
  Float64Array.from(
    { length: windowSamples },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / windowSamples),
  );

/** Linear up to 1 kHz, which is mel 15, and logarithmic above. */
const breakMel = 15;
const logStep = Math.log(6.4) / 27;
const melOf = (hertz: number): number =>
  hertz < 1_000 ? (3 * hertz) / 200 : breakMel + Math.log(hertz / 1_000) / logStep;
const hertzOf = (mel: number): number =>
  mel < breakMel ? (200 * mel) / 3 : 1_000 * Math.exp(logStep * (mel - breakMel));

/** Triangle over some bins of the spectrum, with equal area for each band. */
interface Band {
  readonly from: number;
  readonly weights: Float64Array;
}

function bandsOf(): Band[] {
  const top = melOf(sampleRate / 2);
  const corners = Array.from({ length: melBands + 2 }, (_, n) => hertzOf((top * n) / (melBands + 1)));
  return Array.from({ length: melBands }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = corners.slice(band, band + 3);
    const weights = Array.from({ length: bins }, (_, bin) => {
      const hertz = (bin * sampleRate) / windowSamples;
      const slope = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle));
      return (Math.max(0, slope) * 2) / (high - low);
    });
    const from = Math.max(
      0,
      weights.findIndex((weight) => weight > 0),
    );
    const to = weights.findLastIndex((weight) => weight > 0) + 1;
    return { from, weights: Float64Array.from(weights.slice(from, to)) };
  });
}

/** Measures one sound after the other with the same memory. */
export class LogMelFeatures {
  readonly #hann = hannWindow();
  readonly #bands = bandsOf();
  readonly #fourier = new FourierTransform(windowSamples);
  readonly #sound = new Float64Array(soundSamples + windowSamples);
  readonly #first = new Float64Array(windowSamples);
  readonly #second = new Float64Array(windowSamples);
  readonly #power = new Float64Array(bins);

  /**
   * `sound`: 16 kHz PCM16; its last 8 s count, with silence before a shorter one. Returns 800 frames per band, about
   * -1 to 1.
   */
  of(sound: Int16Array): Float32Array {
    const features = new Float32Array(melBands * featureFrames);
    this.#load(sound);
    const still = this.#stillFrames(sound);
    for (let frame = 0; frame < featureFrames; frame += 2) {
      // Before the sound begins all frames are equal.
      if (frame > 0 && frame + 1 < still) {
        for (let band = 0; band < melBands; band++) {
          const at = band * featureFrames + frame;
          features[at] = features[at - 1] ?? 0;
          features[at + 1] = features[at - 1] ?? 0;
        }
        continue;
      }
      this.#pair(frame, features);
    }
    return ranged(features);
  }

  /** Number of frames without sound. The first reflects the following ones. */
  #stillFrames(sound: Int16Array): number {
    const before = Math.max(0, soundSamples - sound.length);
    return Math.max(0, Math.floor((before - windowSamples) / hopSamples));
  }

  /** The sound, of mean 0 and variance 1, with half a window reflected at either end. */
  #load(sound: Int16Array): void {
    const last = sound.subarray(Math.max(0, sound.length - soundSamples));
    const mean = last.reduce((sum, sample) => sum + sample, 0) / soundSamples / 32_768;
    const power = last.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / soundSamples;
    const scale = 1 / Math.sqrt(power - mean * mean + varianceMin);
    const half = windowSamples / 2;
    const all = this.#sound.fill(-mean * scale);
    const from = half + soundSamples - last.length;
    for (let n = 0; n < last.length; n++) all[from + n] = ((last[n] ?? 0) / 32_768 - mean) * scale;
    for (let n = 1; n <= half; n++) {
      all[half - n] = all[half + n] ?? 0;
      all[half + soundSamples - 1 + n] = all[half + soundSamples - 1 - n] ?? 0;
    }
  }

  /** Two frames in one transform: they are real, so one is passed as imaginary part. */
  #pair(frame: number, features: Float32Array): void {
    const [first, second, { real, imaginary }] = [this.#first, this.#second, this.#fourier];
    const from = frame * hopSamples;
    for (let n = 0; n < windowSamples; n++) {
      first[n] = (this.#sound[from + n] ?? 0) * (this.#hann[n] ?? 0);
      second[n] = (this.#sound[from + hopSamples + n] ?? 0) * (this.#hann[n] ?? 0);
    }
    this.#fourier.transform(first, second);
    for (const sign of [1, -1]) {
      for (let bin = 0; bin < bins; bin++) {
        const mirror = (windowSamples - bin) % windowSamples;
        const even = (real[bin] ?? 0) + sign * (real[mirror] ?? 0);
        const odd = (imaginary[bin] ?? 0) - sign * (imaginary[mirror] ?? 0);
        this.#power[bin] = (even * even + odd * odd) / 4;
      }
      this.#measure(features, sign === 1 ? frame : frame + 1);
    }
  }

  #measure(features: Float32Array, frame: number): void {
    for (const [band, { from, weights }] of this.#bands.entries()) {
      let sum = 0;
      for (let n = 0; n < weights.length; n++) sum += (weights[n] ?? 0) * (this.#power[from + n] ?? 0);
      features[band * featureFrames + frame] = Math.log10(Math.max(sum, powerMin));
    }
  }
}

function ranged(features: Float32Array): Float32Array {
  const least = features.reduce((most, each) => Math.max(most, each), -Infinity) - rangeMax;
  return features.map((each) => (Math.max(each, least) + 4) / 4);
}
