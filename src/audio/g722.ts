// Wideband telephone codec: PCM16 at 16 kHz to and from 64 kbit/s (ITU-T G.722, mode 1). The sound is split into two
// bands of 4 kHz. Each band sends the difference to its prediction, with six bits for the lower and two for the upper
// one.

/** Every second one of the 24 symmetric taps that split and join the bands; the others are the same in reverse. */
const taps = Int32Array.of(3, -11, 12, 32, -210, 951, 3_876, -805, 362, -156, 53, -11);
const pastMax = 2 * taps.length;

/** Upper ends of the low band's intervals, in 4,096ths of the step. The last interval is open. */
const lowEnds = Int32Array.from([
  35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1_023, 1_121, 1_219,
  1_339, 1_458, 1_612, 1_765, 1_980, 2_195, 2_557, 2_919,
]);
/** Value of each interval, in 32,768ths of the step. */
const lowSizes = [
  136, 432, 728, 1_040, 1_360, 1_688, 2_032, 2_400, 2_776, 3_168, 3_576, 4_008, 4_464, 4_944, 5_456, 6_000,
  6_576, 7_192, 7_856, 8_576, 9_360, 10_232, 11_192, 12_280, 13_512, 14_984, 16_704, 19_008, 21_904, 24_808,
];
/** Interval sizes at four bits: predictions use only these, since a network may put data into the other two bits. */
const coarseSizes = [0, 1_200, 2_584, 4_240, 6_288, 8_968, 12_896, 20_456];
/** Gain of the step's logarithm per interval. */
const coarseGains = [-60, -30, 58, 172, 334, 538, 1_198, 3_042];

/** The six bits of an interval. */
function lowCode(interval: number, isNegative: boolean): number {
  if (!isNegative) return 61 - interval;
  return (interval < 2 ? 63 : 33) - interval;
}

const lowCodes = [false, true].map((isNegative) =>
  Uint8Array.from(lowSizes, (_, interval) => lowCode(interval, isNegative)),
) as [Uint8Array, Uint8Array];
/** Indexed by the code; four codes are never sent. */
const fineBy = new Int32Array(64).fill(-136);
for (const [interval, size] of lowSizes.entries()) {
  fineBy[lowCode(interval, false)] = size;
  fineBy[lowCode(interval, true)] = -size;
}
/** Indexed by the code's upper four bits. */
const coarseBy = new Int32Array(16);
const gainBy = new Int32Array(16).fill(coarseGains[0] ?? 0);
for (const [at, size] of coarseSizes.entries()) {
  if (at === 0) continue;
  coarseBy[15 - at] = size;
  coarseBy[8 - at] = -size;
  gainBy[15 - at] = gainBy[8 - at] = coarseGains[at] ?? 0;
}

/** End of the inner interval of a high difference. */
const highEnd = 564;
const highBy = Int32Array.of(-7_408, -1_616, 7_408, 1_616);
const highGainBy = Int32Array.of(798, -214, 798, -214);

const steps = Int32Array.from({ length: 32 }, (_, at) => Math.round(2_048 * 2 ** (at / 32)));

const clamp16 = (value: number): number => (value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value);
const clamp15 = (value: number): number => (value > 16_383 ? 16_383 : value < -16_384 ? -16_384 : value);

/** State common to both sides of one band: the step, and the prediction of the next sample. */
class Band {
  readonly #gains: Int32Array;
  readonly #logMax: number;
  readonly #shift: number;
  step: number;
  prediction = 0;
  #log = 0;
  /** Last six differences, newest first, and their weights. */
  readonly #differences = new Int32Array(6);
  readonly #zeros = new Int32Array(6);
  #zeroSum = 0;
  /** Weights of the last two samples. */
  #weight1 = 0;
  #weight2 = 0;
  #sample1 = 0;
  #partial1 = 0;
  #partial2 = 0;

  constructor(kind: "low" | "high") {
    this.#gains = kind === "low" ? gainBy : highGainBy;
    this.#logMax = kind === "low" ? 18_432 : 22_528;
    this.#shift = kind === "low" ? 8 : 10;
    this.step = kind === "low" ? 32 : 8;
  }

  /** The difference was sent by this code. */
  update(difference: number, code: number): void {
    this.#log = Math.min(this.#logMax, Math.max(0, ((this.#log * 127) >> 7) + (this.#gains[code] ?? 0)));
    const down = this.#shift - (this.#log >> 11);
    const step = steps[(this.#log >> 6) & 31] ?? 0;
    this.step = (down < 0 ? step << -down : step >> down) << 2;
    const sample = clamp16(this.prediction + difference);
    this.#weighSamples(clamp16(this.#zeroSum + difference));
    this.#weighDifferences(difference);
    const first = (this.#weight1 * clamp16(2 * sample)) >> 15;
    const second = (this.#weight2 * clamp16(2 * this.#sample1)) >> 15;
    this.#sample1 = sample;
    this.prediction = clamp16(clamp16(first + second) + this.#zeroSum);
  }

  #weighSamples(partial: number): void {
    const isSame1 = partial < 0 === this.#partial1 < 0;
    const isSame2 = partial < 0 === this.#partial2 < 0;
    const quarter = clamp16(4 * this.#weight1);
    const pull = Math.min(32_767, isSame1 ? -quarter : quarter) >> 7;
    const second = pull + (isSame2 ? 128 : -128) + ((this.#weight2 * 32_512) >> 15);
    this.#weight2 = Math.min(12_288, Math.max(-12_288, second));
    const first = (isSame1 ? 192 : -192) + ((this.#weight1 * 32_640) >> 15);
    const most = 15_360 - this.#weight2;
    this.#weight1 = Math.min(most, Math.max(-most, first));
    this.#partial2 = this.#partial1;
    this.#partial1 = partial;
  }

  #weighDifferences(difference: number): void {
    const differences = this.#differences;
    const zeros = this.#zeros;
    const gain = difference === 0 ? 0 : 128;
    for (let at = 0; at < 6; at++) {
      const isSame = (differences[at] ?? 0) < 0 === difference < 0;
      zeros[at] = clamp16((isSame ? gain : -gain) + (((zeros[at] ?? 0) * 32_640) >> 15));
    }
    for (let at = 5; at > 0; at--) differences[at] = differences[at - 1] ?? 0;
    differences[0] = difference;
    let sum = 0;
    for (let at = 0; at < 6; at++) sum += ((zeros[at] ?? 0) * clamp16(2 * (differences[at] ?? 0))) >> 15;
    this.#zeroSum = clamp16(sum);
  }
}

/** Last samples of one side of the bands, moved to the front once for many new ones. */
class Past {
  readonly #samples = new Int32Array(16 * pastMax);
  /** Index of the oldest sample. */
  #from = 0;

  remember(older: number, newer: number): void {
    const samples = this.#samples;
    if (this.#from + pastMax === samples.length) {
      samples.copyWithin(0, this.#from);
      this.#from = 0;
    }
    samples[this.#from + pastMax] = older;
    samples[this.#from + pastMax + 1] = newer;
    this.#from += 2;
  }

  /** The sum over each second sample, from the oldest on. */
  get even(): number {
    const from = this.#from;
    let sum = 0;
    for (let at = 0; at < taps.length; at++) sum += (this.#samples[from + 2 * at] ?? 0) * (taps[at] ?? 0);
    return sum;
  }

  /** Sum over the odd taps. */
  get odd(): number {
    const from = this.#from + 1;
    const last = taps.length - 1;
    let sum = 0;
    for (let at = 0; at <= last; at++) sum += (this.#samples[from + 2 * at] ?? 0) * (taps[last - at] ?? 0);
    return sum;
  }
}

export class G722Encoder {
  readonly #low = new Band("low");
  readonly #high = new Band("high");
  readonly #past = new Past();

  /** A byte for two samples. */
  encode(pcm: Int16Array): Uint8Array {
    const bytes = new Uint8Array(pcm.length >> 1);
    const past = this.#past;
    for (let at = 0; at < bytes.length; at++) {
      past.remember(pcm[2 * at] ?? 0, pcm[2 * at + 1] ?? 0);
      const { even, odd } = past;
      bytes[at] = (this.#highCode((odd - even) >> 14) << 6) | this.#lowCode((odd + even) >> 14);
    }
    return bytes;
  }

  #lowCode(sample: number): number {
    const low = this.#low;
    const difference = clamp16(sample - low.prediction);
    const size = difference < 0 ? -difference - 1 : difference;
    let interval = 0;
    while (interval < lowEnds.length && size >= ((lowEnds[interval] ?? 0) * low.step) >> 12) interval++;
    const code = lowCodes[difference < 0 ? 1 : 0][interval] ?? 0;
    low.update((low.step * (coarseBy[code >> 2] ?? 0)) >> 15, code >> 2);
    return code;
  }

  #highCode(sample: number): number {
    const high = this.#high;
    const difference = clamp16(sample - high.prediction);
    const size = difference < 0 ? -difference - 1 : difference;
    const isInner = size < (highEnd * high.step) >> 12;
    const code = (difference < 0 ? 0 : 2) + (isInner ? 1 : 0);
    high.update((high.step * (highBy[code] ?? 0)) >> 15, code);
    return code;
  }
}

export class G722Decoder {
  readonly #low = new Band("low");
  readonly #high = new Band("high");
  readonly #past = new Past();

  /** Two samples for a byte: any bytes are sound. */
  decode(bytes: Uint8Array): Int16Array {
    const pcm = new Int16Array(2 * bytes.length);
    const past = this.#past;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      const low = this.#lowSample(byte & 63);
      const high = this.#highSample(byte >> 6);
      past.remember(low + high, low - high);
      const { even, odd } = past;
      pcm[2 * at] = clamp16(odd >> 11);
      pcm[2 * at + 1] = clamp16(even >> 11);
    }
    return pcm;
  }

  #lowSample(code: number): number {
    const low = this.#low;
    const sample = clamp15(low.prediction + ((low.step * (fineBy[code] ?? 0)) >> 15));
    low.update((low.step * (coarseBy[code >> 2] ?? 0)) >> 15, code >> 2);
    return sample;
  }

  #highSample(code: number): number {
    const high = this.#high;
    const difference = (high.step * (highBy[code] ?? 0)) >> 15;
    const sample = clamp15(high.prediction + difference);
    high.update(difference, code);
    return sample;
  }
}
