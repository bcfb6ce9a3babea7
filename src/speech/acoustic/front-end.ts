// Front end: the sound of a turn into frames of 10 ms with 13 cepstra each, as the acoustic model was trained on them:
// pre-emphasis, Hamming window, spectrum, 20 mel bands between 130 and 3,700 Hz, logarithms, cosine transform, lifter.

import { PowerSpectrum } from "./power-spectrum.ts";

const sampleRate = 16_000;
/** From one frame to the next. */
const shiftSamples = 160;
const windowSamples = 410;
const fftSize = 512;
const bands = 20;
export const cepstraCount = 13;
const lowestHz = 130;
const highestHz = 3_700;
const lifterLength = 22;
const preEmphasis = Math.fround(0.97);
/** Samples count as those of 16 bits. */
const sampleScale = 32_768;
/** What is added to the energy of a band, so that silence has a logarithm. */
const energyFloor = 1e-4;

const f = Math.fround;

const hamming = Float64Array.from(
  { length: windowSamples },
  (_, n) => 0.54 - 0.46 * Math.cos((2 * Math.PI * n) / (windowSamples - 1)),
);

interface Band {
  readonly from: number;
  readonly weights: Float32Array;
}

/** Triangles of equal width on the mel scale and of equal area, their corners at points of the spectrum. */
const filters: readonly Band[] = Array.from({ length: bands }, (_, band) => {
  const mel = (hz: number): number => f(2595 * Math.log10(1 + hz / 700));
  const hertz = (value: number): number => f(700 * (10 ** (value / 2595) - 1));
  const step = sampleRate / fftSize;
  const width = f(f(mel(highestHz) - mel(lowestHz)) / (bands + 1));
  const [low = 0, middle = 0, high = 0] = [0, 1, 2].map((corner) => {
    const hz = hertz(f(f((band + corner) * width) + mel(lowestHz)));
    return Math.trunc(f(hz / step) + 0.5);
  });
  const area = f(2 / ((high - low) * step));
  return {
    from: low,
    weights: Float32Array.from({ length: high - low + 1 }, (_unused, n) =>
      Math.min(f(f(n / (middle - low)) * area), f(f((high - low - n) / (high - middle)) * area)),
    ),
  };
});

/** Up to the last corner. */
const spectrumBins = Math.max(...filters.map(({ from, weights }) => from + weights.length));
const noWeights = new Float32Array();
const transform = Float32Array.from({ length: cepstraCount * bands }, (_, at) =>
  Math.cos((Math.PI / bands) * Math.floor(at / bands) * ((at % bands) + 0.5)),
);
const lifter = Float32Array.from(
  { length: cepstraCount },
  (_, i) => 1 + (lifterLength / 2) * Math.sin((i * Math.PI) / lifterLength),
);
const firstScale = f(Math.sqrt(1 / bands));
const otherScale = f(Math.sqrt(2 / bands));

/** One turn's. */
export class FrontEnd {
  /** What has come and is still wanted, -1 to 1. */
  readonly #samples = new Float32Array(windowSamples);
  #held = 0;
  /** The last sample ahead of what is held, scaled. */
  #prior = 0;
  readonly #spectrum = new PowerSpectrum(fftSize, spectrumBins);
  readonly #windowed = new Float64Array(windowSamples);
  readonly #energies = new Float64Array(bands);

  /** `pcm`: what comes next, -1 to 1. Each frame that it completes is given to `take`, which must copy it. */
  push(pcm: Float32Array, take: (cepstra: Float32Array) => void): void {
    for (let at = 0; at < pcm.length;) {
      const part = pcm.subarray(at, at + windowSamples - this.#held);
      this.#samples.set(part, this.#held);
      this.#held += part.length;
      at += part.length;
      if (this.#held < windowSamples) return;
      take(this.#cepstra());
      this.#shift();
    }
  }

  /** The last frame, with silence behind what there is. */
  end(take: (cepstra: Float32Array) => void): void {
    if (this.#held === 0) return;
    take(this.#cepstra());
    this.#held = 0;
  }

  #shift(): void {
    this.#prior = f((this.#samples[shiftSamples - 1] ?? 0) * sampleScale);
    this.#samples.copyWithin(0, shiftSamples, this.#held);
    this.#held -= shiftSamples;
  }

  #cepstra(): Float32Array {
    const windowed = this.#windowed;
    let before = this.#prior;
    for (let n = 0; n < windowSamples; n++) {
      const sample = n < this.#held ? f((this.#samples[n] ?? 0) * sampleScale) : 0;
      windowed[n] = n < this.#held ? (sample - before * preEmphasis) * (hamming[n] ?? 0) : 0;
      before = sample;
    }
    this.#spectrum.measure(windowed);
    const energies = this.#energies;
    for (let band = 0; band < bands; band++) energies[band] = this.#energy(band);
    const cepstra = new Float32Array(cepstraCount);
    for (let i = 0; i < cepstraCount; i++) {
      let sum = 0;
      for (let j = 0; j < bands; j++) sum = f(sum + (energies[j] ?? 0) * (transform[i * bands + j] ?? 0));
      cepstra[i] = f(sum * (i === 0 ? firstScale : otherScale)) * (lifter[i] ?? 0);
    }
    return cepstra;
  }

  #energy(band: number): number {
    const { from, weights } = filters[band] ?? { from: 0, weights: noWeights };
    const { bins } = this.#spectrum;
    let sum = 0;
    for (let n = 0; n < weights.length; n++) sum += (bins[from + n] ?? 0) * (weights[n] ?? 0);
    return Math.log(sum + energyFloor);
  }
}
