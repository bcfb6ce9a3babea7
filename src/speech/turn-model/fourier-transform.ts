// Fourier transform: a fast one of any length with small factors (Cooley and Tukey, mixed radix), for windows of a
// trained length that is no power of two.

export class FourierTransform {
  /** Transformed values, by frequency. */
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  readonly #size: number;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #factors: readonly number[];
  /** First sample of each place. */
  readonly #order: Uint16Array;

  /** `size`: how many complex numbers, at most 65,536. */
  constructor(size: number) {
    this.real = new Float64Array(size);
    this.imaginary = new Float64Array(size);
    this.#size = size;
    this.#cosines = Float64Array.from({ length: size }, (_, n) => Math.cos((2 * Math.PI * n) / size));
    this.#sines = Float64Array.from({ length: size }, (_, n) => -Math.sin((2 * Math.PI * n) / size));
    this.#factors = factorsOf(size);
    this.#order = Uint16Array.from(orderOf(size, this.#factors));
  }

  /** Transforms complex numbers: two real signals at once, with the second as `imaginary`. */
  transform(real: Float64Array, imaginary: Float64Array): void {
    for (let at = 0; at < this.#size; at++) {
      const from = this.#order[at] ?? 0;
      this.real[at] = real[from] ?? 0;
      this.imaginary[at] = imaginary[from] ?? 0;
    }
    let part = 1;
    for (const factor of this.#factors.toReversed()) {
      for (let to = 0; to < this.#size; to += part * factor) this.#combine(to, part, factor);
      part *= factor;
    }
  }

  /** Combines `factor` adjacent transforms of `part` numbers into one. */
  #combine(to: number, part: number, factor: number): void {
    const { real, imaginary } = this;
    const cosines = this.#cosines;
    const sines = this.#sines;
    const size = this.#size;
    const stride = size / (part * factor);
    for (let bin = 0; bin < part; bin++) {
      for (let n = 0; n < factor; n++) {
        partReal[n] = real[to + bin + n * part] ?? 0;
        partImaginary[n] = imaginary[to + bin + n * part] ?? 0;
      }
      for (let q = 0; q < factor; q++) {
        const turn = (bin + q * part) * stride;
        let sumReal = 0;
        let sumImaginary = 0;
        for (let n = 0; n < factor; n++) {
          const at = (turn * n) % size;
          const cosine = cosines[at] ?? 0;
          const sine = sines[at] ?? 0;
          const x = partReal[n] ?? 0;
          const y = partImaginary[n] ?? 0;
          sumReal += x * cosine - y * sine;
          sumImaginary += x * sine + y * cosine;
        }
        real[to + bin + q * part] = sumReal;
        imaginary[to + bin + q * part] = sumImaginary;
      }
    }
  }
}

const factorMax = 64;
/** Inputs of one step; not kept. */
const partReal = new Float64Array(factorMax);
const partImaginary = new Float64Array(factorMax);

/** Fours first, which take fewer steps than twos. */
function factorsOf(size: number): number[] {
  const factors: number[] = [];
  let rest = size;
  for (const factor of [4, ...Array.from({ length: factorMax - 1 }, (_, n) => n + 2)])
    for (; rest % factor === 0; rest /= factor) factors.push(factor);
  if (rest > 1) throw new RangeError(`${size} has a factor above ${factorMax}`);
  return factors;
}

/** Every `factor`th sample first, recursively. */
function orderOf(size: number, [factor, ...rest]: readonly number[]): number[] {
  if (factor === undefined) return [0];
  const part = orderOf(size / factor, rest);
  return Array.from({ length: factor }, (_, n) => part.map((at) => at * factor + n)).flat();
}
