// Question intonation: raises the pitch at the end of a question, as people do where yes or no is the answer. The
// embedded voices fall at every end. Periods of the voice are laid closer together (TD-PSOLA: Moulines and Charpentier,
// Speech Communication 9, 1990), so neither the length nor the vowels change.

import { sampleRate } from "../../audio/frame.ts";

/** How long before the end of the voice the pitch begins to rise, and how far above its usual height it ends. */
const riseMs = 380;
const riseEnd = 1.4;
/** Periods come no closer than this, or the voice would sound like a cartoon's. */
const factorMax = 1.7;
/** Voices are between 62 and 400 Hz. */
const periodMin = Math.round(sampleRate / 400);
const periodMax = Math.round(sampleRate / 62);
/** How alike two periods of a voice are, at least; and how loud it is (mean square). */
const alikeMin = 0.6;
const powerMin = 40_000;
const hop = (5 * sampleRate) / 1000;
/** How far before the end the voice is looked at, in hops. */
const hopsMax = (2 * riseMs) / 5;
/** Periods are first looked for in every fourth sample, at a sixteenth of the cost. */
const coarse = 4;

/** `pcm`: a piece that ends with the question. The same, with a rising end; unchanged where no voice is found. */
export function rising(pcm: Int16Array): Int16Array {
  const periods = withoutOctaves(periodsOf(pcm));
  const last = periods.findLastIndex((period) => period > 0);
  const end = Math.min(pcm.length, (last + 1) * hop + periodMax);
  const begin = end - (riseMs * sampleRate) / 1000;
  const first = periods.findIndex((period, at) => period > 0 && at * hop >= begin);
  if (first < 0 || last - first < 5) return pcm;
  const from = first * hop;
  const highest = usual(periods) / riseEnd;
  const factorAt = (sample: number, period: number): number => {
    const way = Math.min(1, Math.max(0, (sample - from) / (end - from))) ** 1.5;
    const wanted = period + (highest - period) * way;
    return Math.min(factorMax, Math.max(1, period / wanted));
  };
  return laidCloser(pcm, { marks: marksOf(pcm, { periods, from, end }), end, factorAt });
}

interface Mark {
  readonly at: number;
  /** Up to the next one, in samples. */
  readonly period: number;
  readonly isVoiced: boolean;
}

/** Of each 5 ms the period of the voice in samples, 0 where there is none or it is not looked at. */
function periodsOf(pcm: Int16Array): number[] {
  const count = Math.max(0, Math.floor((pcm.length - 2 * periodMax) / hop));
  const thinned = Int16Array.from({ length: Math.floor(pcm.length / coarse) }, (_, at) =>
    meanOf(pcm, at * coarse),
  );
  return Array.from({ length: count }, (_, frame) => {
    if (frame < count - hopsMax) return 0;
    const at = frame * hop;
    const rough = periodAt(thinned, at / coarse, [periodMin / coarse, periodMax / coarse]);
    const near = rough * coarse;
    return rough === 0 ? 0 : periodAt(pcm, at, [near - coarse, near + coarse]);
  });
}

const meanOf = (pcm: Int16Array, at: number): number => {
  let sum = 0;
  for (let i = at; i < at + coarse; i++) sum += pcm[i] ?? 0;
  return sum / coarse;
};

/** The period between these bounds that the voice has there; 0 when it has none. As long as the audio's samples. */
function periodAt(pcm: Int16Array, at: number, [shortest, longest]: readonly [number, number]): number {
  const length = Math.round(longest);
  let power = 0;
  for (let i = at; i < at + length; i++) power += (pcm[i] ?? 0) ** 2;
  if (power / length < powerMin) return 0;
  let [best, bestAlike] = [0, alikeMin];
  for (let lag = Math.floor(shortest); lag <= longest; lag++) {
    let [product, other] = [0, 1];
    for (let i = at; i < at + length; i++) {
      const later = pcm[i + lag] ?? 0;
      product += (pcm[i] ?? 0) * later;
      other += later * later;
    }
    const alike = product / Math.sqrt(power * other);
    // Two periods are as alike as one: the shorter counts unless the longer is clearly better.
    if (alike > bestAlike + 0.02) [best, bestAlike] = [lag, alike];
  }
  return best;
}

/** The middle one of the voice's periods. */
function usual(periods: readonly number[]): number {
  const sorted = periods.filter((period) => period > 0).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** A period far from the usual one is a half or a double that was mistaken for it. */
function withoutOctaves(periods: readonly number[]): number[] {
  const middle = usual(periods);
  return periods.map((period) =>
    period > 0 && (period < 0.62 * middle || period > 1.6 * middle) ? middle : period,
  );
}

interface Stretch {
  readonly periods: readonly number[];
  readonly from: number;
  readonly end: number;
}

/** One mark for each period of the voice, where it is loudest; every 5 ms elsewhere. */
function marksOf(pcm: Int16Array, { periods, from, end }: Stretch): Mark[] {
  const marks: Mark[] = [];
  for (let at = from; at < end;) {
    const period = periods[Math.floor(at / hop)] ?? 0;
    if (period === 0) {
      marks.push({ at, period: hop, isVoiced: false });
      at += hop;
      continue;
    }
    const before = marks.at(-1);
    const peak = before?.isVoiced === true ? alikest(pcm, before, at) : loudest(pcm, at, period);
    marks.push({ at: peak, period, isVoiced: true });
    at = peak + period;
  }
  return marks;
}

function loudest(pcm: Int16Array, from: number, length: number): number {
  let best = from;
  for (let at = from; at < from + length; at++) if ((pcm[at] ?? 0) > (pcm[best] ?? 0)) best = at;
  return best;
}

/** Near `at`, where the voice is as it was at the mark before. */
function alikest(pcm: Int16Array, { at: before, period }: Mark, at: number): number {
  const [near, half] = [Math.round(period / 5), Math.round(period / 2)];
  let [best, bestAlike] = [at, -Infinity];
  for (let there = at - near; there <= at + near; there++) {
    let alike = 0;
    for (let i = -half; i <= half; i++) alike += (pcm[before + i] ?? 0) * (pcm[there + i] ?? 0);
    if (alike > bestAlike) [best, bestAlike] = [there, alike];
  }
  return best;
}

interface Laying {
  readonly marks: readonly Mark[];
  readonly end: number;
  readonly factorAt: (sample: number, period: number) => number;
}

/** Lays each period, faded in and out, where the raised voice has one. */
function laidCloser(pcm: Int16Array, { marks, end, factorAt }: Laying): Int16Array {
  const begin = marks[0];
  if (begin === undefined) return pcm;
  const out = new Float64Array(pcm.length);
  const weight = new Float64Array(pcm.length);
  for (let [at, next] = [begin.at, 0]; at < end;) {
    while (
      next + 1 < marks.length &&
      Math.abs((marks[next + 1]?.at ?? 0) - at) <= Math.abs((marks[next]?.at ?? 0) - at)
    )
      next += 1;
    const mark = marks[next] ?? begin;
    const half = Math.round(mark.period);
    const shift = Math.round(at) - mark.at;
    for (let i = -half; i <= half; i++) {
      const to = mark.at + i + shift;
      if (to < begin.at || to >= pcm.length) continue;
      const fade = 0.5 + 0.5 * Math.cos((Math.PI * i) / (half + 1));
      out[to] = (out[to] ?? 0) + fade * (pcm[mark.at + i] ?? 0);
      weight[to] = (weight[to] ?? 0) + fade;
    }
    at += mark.isVoiced ? mark.period / factorAt(at, mark.period) : mark.period;
  }
  return pcm.map((sample, at) => {
    const all = weight[at] ?? 0;
    if (at < begin.at || at >= end || all < 0.05) return sample;
    return Math.round((out[at] ?? 0) / Math.max(0.5, all));
  });
}
