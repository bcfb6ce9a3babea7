// Line conditions: the effect of a telephone line and a room on a recording, 16 kHz PCM16, the same in each run.

import { sampleRate } from "../../../src/audio/frame.ts";
import { decodeG711, encodeG711, type Law } from "../../../src/audio/g711.ts";
import { atLevel, withNoise } from "../../support/callers/callers.ts";
import { random } from "../../support/random.ts";

export const conditions = [
  "clean",
  "phone",
  "mulaw",
  "g711",
  "pink20",
  "pink10",
  "babble20",
  "reverb",
  "quiet",
  "clipped",
] as const;
export type Condition = (typeof conditions)[number];

/** `others`: recordings of other words, which talk in the background of `babble20`. `seed`: of all that is by chance. */
export function onLine(
  pcm: Int16Array,
  condition: Condition,
  { others, seed }: { readonly others: readonly Int16Array[]; readonly seed: number },
): Int16Array {
  switch (condition) {
    case "clean":
      return pcm;
    case "phone":
      return bandLimited(pcm);
    case "mulaw":
      return throughG711(bandLimited(pcm), "mulaw");
    case "g711":
      // Through two exchanges.
      return throughG711(throughG711(bandLimited(pcm), "mulaw"), "alaw");
    case "pink20":
      return withNoise(pcm, 20, seed);
    case "pink10":
      return withNoise(pcm, 10, seed);
    case "babble20":
      return withBabble(pcm, others, seed);
    case "reverb":
      return withReverb(pcm, seed);
    case "quiet":
      return atLevel(pcm, -30);
    case "clipped":
      return pcm.map((sample) => bounded(sample * 10 ** (24 / 20)));
  }
}

const bounded = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample)));

/** 300 to 3,400 Hz, 12 dB an octave outside of it. Biquads of the Audio EQ Cookbook (R. Bristow-Johnson). */
function bandLimited(pcm: Int16Array): Int16Array {
  const high = biquad(pcm, 300, true);
  return Int16Array.from(biquad(high, 3_400, false), bounded);
}

/** Through one exchange: 8 kHz, eight bits a sample. */
function throughG711(pcm: Int16Array, law: Law): Int16Array {
  const coded = decodeG711(
    encodeG711(
      pcm.filter((_, at) => at % 2 === 0),
      law,
    ),
    law,
  );
  const doubled = pcm.map(
    (_, at) => ((coded[at >> 1] ?? 0) + (coded[(at + 1) >> 1] ?? coded.at(-1) ?? 0)) / 2,
  );
  return Int16Array.from(biquad(doubled, 3_400, false), bounded);
}

function biquad(pcm: ArrayLike<number>, cornerHz: number, isHighPass: boolean): Float64Array {
  const turn = (2 * Math.PI * cornerHz) / sampleRate;
  const [cosine, alpha] = [Math.cos(turn), Math.sin(turn) * Math.SQRT1_2];
  const edge = isHighPass ? (1 + cosine) / 2 : (1 - cosine) / 2;
  const middle = isHighPass ? -2 * edge : 2 * edge;
  const scale = 1 + alpha;
  const out = new Float64Array(pcm.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < pcm.length; i++) {
    const x = pcm[i] ?? 0;
    const y = (edge * (x + x2) + middle * x1 + 2 * cosine * y1 - (1 - alpha) * y2) / scale;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    out[i] = y;
  }
  return out;
}

/** A room of 0.5 s (RT60), as loud as the voice itself. */
function withReverb(pcm: Int16Array, seed: number): Int16Array {
  const { next } = random(seed);
  // Sparse echoes, on average one each 2 ms, sound like a room and cost little.
  const echoes = Array.from({ length: 250 }, () => {
    const at = 0.005 + next() * 0.5;
    return { delay: Math.round(at * sampleRate), gain: (next() < 0.5 ? -1 : 1) * 10 ** (-3 * (at / 0.5)) };
  });
  const power = Math.sqrt(echoes.reduce((sum, { gain }) => sum + gain * gain, 0));
  return pcm.map((sample, i) => {
    let sum = 0;
    for (const { delay, gain } of echoes) sum += (pcm[i - delay] ?? 0) * gain;
    return bounded(0.7 * (sample + sum / power));
  });
}

const babblers = 4;

/** Adds some people who talk at once, 20 dB below the voice. */
function withBabble(pcm: Int16Array, others: readonly Int16Array[], seed: number): Int16Array {
  const { int } = random(seed);
  const babble = new Float64Array(pcm.length);
  for (let one = 0; one < babblers && others.length > 0; one++) {
    for (let at = -int(0, 8_000); at < pcm.length;) {
      const word = others[int(0, others.length - 1)] ?? new Int16Array(1);
      word.forEach((sample, i) => {
        if (at + i >= 0 && at + i < babble.length) babble[at + i] = (babble[at + i] ?? 0) + sample;
      });
      at += word.length + int(0, 1_600);
    }
  }
  const loud = pcm.filter((sample) => Math.abs(sample) > 200);
  const factor = rms(loud) / 10 / Math.max(1, rms(babble));
  return pcm.map((sample, i) => bounded(sample + (babble[i] ?? 0) * factor));
}

function rms(samples: ArrayLike<number> & Iterable<number>): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, samples.length));
}
