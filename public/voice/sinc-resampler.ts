// Resampler: converts a stream of samples between any two rates with a windowed sinc filter, exact across block
// borders. Pure arithmetic, so that it runs in an AudioWorklet and in a test alike.

/** Zero crossings of the sinc on each side: enough to keep aliases out of speech. */
const halfWidth = 12;

/** Keeps its filter state between calls, so blocks may have any length. */
export class Resampler {
  readonly #step: number;
  readonly #phases: number;
  readonly #advance: number;
  /** Taps on each side of the middle, in input samples. */
  readonly #reach: number;
  /** Polyphase filters: one for each position that an output sample can have between two input samples. */
  readonly #filters: readonly Float32Array[];
  /** Input samples that later outputs still need. */
  #held: Float32Array;
  /** The next output sample: its position in `#held`, and its filter. */
  #at: number;
  #phase = 0;

  /** Rates in samples per second. */
  constructor(from: number, to: number) {
    const common = divisor(from, to);
    this.#phases = to / common;
    this.#step = from / common;
    this.#advance = Math.floor(this.#step / this.#phases);
    const cutoff = Math.min(1, to / from) * 0.94;
    this.#reach = Math.ceil(halfWidth / cutoff);
    this.#filters = Array.from({ length: this.#phases }, (_, phase) =>
      filter(phase / this.#phases, cutoff, this.#reach),
    );
    this.#held = new Float32Array(this.#reach);
    this.#at = this.#reach;
  }

  push(input: Float32Array): Float32Array {
    const held = new Float32Array(this.#held.length + input.length);
    held.set(this.#held);
    held.set(input, this.#held.length);
    const output: number[] = [];
    while (this.#at + this.#reach < held.length) {
      output.push(this.#convolve(held));
      this.#at += this.#advance;
      this.#phase += this.#step % this.#phases;
      if (this.#phase >= this.#phases) {
        this.#phase -= this.#phases;
        this.#at += 1;
      }
    }
    const done = Math.max(0, this.#at - this.#reach);
    this.#held = held.subarray(done).slice();
    this.#at -= done;
    return Float32Array.from(output);
  }

  #convolve(held: Float32Array): number {
    const taps = this.#filters[this.#phase] ?? new Float32Array();
    const first = this.#at - this.#reach;
    let sum = 0;
    for (let i = 0; i < taps.length; i++) sum += (taps[i] ?? 0) * (held[first + i] ?? 0);
    return sum;
  }
}

/** The taps for an output sample at `offset` after an input sample; their sum is one. */
function filter(offset: number, cutoff: number, reach: number): Float32Array {
  const taps = Float32Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const x = (i - reach - offset) * cutoff;
    return sinc(x) * blackman(x / halfWidth);
  });
  const weight = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / weight);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Blackman window: 1 in the middle, 0 from -1 and 1 outwards. */
function blackman(x: number): number {
  return Math.abs(x) >= 1 ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
