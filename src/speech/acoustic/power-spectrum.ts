// Power spectrum: how much of each frequency is in a piece of sound, by a fast Fourier transform (Cooley and Tukey,
// radix 2). The even samples count as real parts and the odd ones as imaginary parts, which halves the work.

export class PowerSpectrum {
  /** Of each bin, from 0 Hz on. */
  readonly bins: Float64Array;
  readonly #count: number;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #reversed: Uint16Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;

  /** `size`: samples that are transformed, a power of two. `bins`: how many are wanted, at most half as many. */
  constructor(size: number, bins: number) {
    const count = size / 2;
    const bits = Math.log2(count);
    this.bins = new Float64Array(bins);
    this.#count = count;
    this.#real = new Float64Array(count);
    this.#imaginary = new Float64Array(count);
    this.#reversed = Uint16Array.from({ length: count }, (_, n) =>
      Number.parseInt(n.toString(2).padStart(bits, "0").split("").reverse().join(""), 2),
    );
    this.#cosines = Float64Array.from({ length: count }, (_, n) => Math.cos((2 * Math.PI * n) / size));
    this.#sines = Float64Array.from({ length: count }, (_, n) => -Math.sin((2 * Math.PI * n) / size));
  }

  /** `samples`: at most `size`; silence follows them. */
  measure(samples: Float64Array): void {
    for (let n = 0; n < this.#count; n++) {
      const from = 2 * (this.#reversed[n] ?? 0);
      this.#real[n] = from < samples.length ? (samples[from] ?? 0) : 0;
      this.#imaginary[n] = from + 1 < samples.length ? (samples[from + 1] ?? 0) : 0;
    }
    for (let width = 1; width < this.#count; width *= 2) this.#combine(width);
    this.#separate();
  }

  /** Pairs of transforms of so many numbers into transforms of twice as many. */
  #combine(width: number): void {
    const [real, imaginary, cosines, sines] = [this.#real, this.#imaginary, this.#cosines, this.#sines];
    const stride = this.#count / width;
    for (let n = 0; n < width; n++) {
      const cosine = cosines[n * stride] ?? 0;
      const sine = sines[n * stride] ?? 0;
      for (let low = n; low < this.#count; low += 2 * width) {
        const high = low + width;
        const re = (real[high] ?? 0) * cosine - (imaginary[high] ?? 0) * sine;
        const im = (real[high] ?? 0) * sine + (imaginary[high] ?? 0) * cosine;
        const lowRe = real[low] ?? 0;
        const lowIm = imaginary[low] ?? 0;
        real[high] = lowRe - re;
        imaginary[high] = lowIm - im;
        real[low] = lowRe + re;
        imaginary[low] = lowIm + im;
      }
    }
  }

  /** The transforms of the even and the odd samples out of theirs together, and the spectrum out of both. */
  #separate(): void {
    const last = this.#count - 1;
    for (let bin = 0; bin < this.bins.length; bin++) {
      const mirror = (this.#count - bin) & last;
      const re = this.#real[bin] ?? 0;
      const im = this.#imaginary[bin] ?? 0;
      const mirrorRe = this.#real[mirror] ?? 0;
      const mirrorIm = this.#imaginary[mirror] ?? 0;
      const oddRe = im + mirrorIm;
      const oddIm = mirrorRe - re;
      const cosine = this.#cosines[bin] ?? 0;
      const sine = this.#sines[bin] ?? 0;
      const real = (re + mirrorRe + oddRe * cosine - oddIm * sine) / 2;
      const imaginary = (im - mirrorIm + oddRe * sine + oddIm * cosine) / 2;
      this.bins[bin] = real * real + imaginary * imaginary;
    }
  }
}
