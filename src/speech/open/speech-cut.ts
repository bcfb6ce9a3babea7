// Speech cut: the speech within a turn, by the voice detector. With silence around a short word the open recogniser
// hears nothing at all, and a tight cut loses soft consonants.

import { type Frame, samplesPerFrame } from "../../audio/frame.ts";
import {
  contextSamples,
  inputSamples,
  stateNumbers,
  windowSamples,
} from "../silero/assembly/silero-layout.ts";

/** Judges one window, like the detector's kernel. */
export interface WindowJudge {
  judge(input: Float32Array, state: Float32Array): number;
}

/** 30 s; later audio is dropped. */
const windowsMax = Math.floor(480_000 / windowSamples);
/** Probability from which a window is speech. */
const speechMin = 0.7;
/** Probability for its soft ends, and for words without a certain window. */
const softMin = 0.3;
/** Below this maximum, nothing was said. */
const audibleMin = 0.15;
/** Minimum length of a word without a certain window: 96 ms. */
const wordWindowsMin = 3;
/**
 * Samples kept around short answers, 50 and 100 ms: with more, the recogniser prefers other words, or hears nothing.
 */
const closeMargins = [800, 1_600] as const;
/** The same around sentences, 300 and 400 ms: a tighter cut loses their first and last words. */
const wideMargins = [4_800, 6_400] as const;
/** Minimum length of a sentence: 1.5 s. */
const sentenceWindowsMin = 47;
/** Windows without speech between two words of one answer: 640 ms, and 1 s in dictation. */
const gapWindowsMax = 20;
const dictatedGapWindowsMax = 31;
/** Longer pauses are cut out of an answer, 1.3 s: shorter ones may contain soft words. */
const silentWindowsMax = 40;
/** Windows without speech that make a pause: 128 ms, and 192 ms in strings of digits with breaths between. */
const pauseWindows = 4;
const dictatedPauseWindows = 6;

/**
 * Background voices count as speech too. An answer's words are at most this share of power (13 dB) below its loudest,
 * except in 160 ms at each end for soft consonants.
 */
const nearPower = 0.05;
const softEndWindows = 5;
/** Background speech of this length is left out: 320 ms. */
const backgroundWindowsMin = 10;
/** Share of an answer's windows that count as its loudest. */
const loudestShare = 0.1;

/** Consecutive windows with speech. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly peak: number;
}

export interface SpeechCutOptions {
  /** The answer is a string of digits. */
  readonly isDictated?: boolean;
  /** The cut answers a closed question. */
  readonly isAnswer?: boolean;
}

export class SpeechCut {
  readonly #judge: WindowJudge;
  readonly #o: SpeechCutOptions;
  readonly #input = new Float32Array(inputSamples);
  readonly #state = new Float32Array(2 * stateNumbers);
  #filled = contextSamples;
  readonly #frames: Frame[] = [];
  readonly #probabilities: number[] = [];
  readonly #powers: number[] = [];
  #quietWindows = 0;
  #spoken = 0;

  constructor(judge: WindowJudge, options: SpeechCutOptions = {}) {
    this.#judge = judge;
    this.#o = options;
  }

  /** Windows with possible speech so far: an equal number means equal words. */
  get spoken(): number {
    return this.#spoken;
  }

  /** Adds a frame; true if a pause after speech was just reached. */
  push(frame: Frame): boolean {
    if (this.#probabilities.length >= windowsMax) return false;
    this.#frames.push(frame);
    let pauses = false;
    for (let from = 0; from < frame.length;) {
      const count = Math.min(frame.length - from, inputSamples - this.#filled);
      for (let at = 0; at < count; at++) this.#input[this.#filled + at] = (frame[from + at] ?? 0) / 32_768;
      this.#filled += count;
      from += count;
      if (this.#filled === inputSamples) pauses = this.#judgeWindow() || pauses;
    }
    return pauses;
  }

  /** Place of the words' sound, as text: equal texts mean equal sound. */
  get words(): string {
    return this.#spans.join(" ");
  }

  /** Sound of the words, -1 to 1; empty without words. */
  pcm(): Float32Array {
    const spans = this.#spans;
    const pcm = new Float32Array(spans.reduce((sum, [from, to]) => sum + to - from, 0));
    let filled = 0;
    for (const [from, to] of spans)
      for (let at = from; at < to; at++)
        pcm[filled++] =
          (this.#frames[Math.floor(at / samplesPerFrame)]?.[at % samplesPerFrame] ?? 0) / 32_768;
    return pcm;
  }

  /** Samples of each stretch with its margins, from and to. */
  get #spans(): readonly (readonly [from: number, to: number])[] {
    const end = this.#frames.length * samplesPerFrame;
    return this.#runs.map((run) => {
      const [before, after] = this.#isSentence(run) ? wideMargins : closeMargins;
      return [Math.max(0, run.from * windowSamples - before), Math.min(end, run.to * windowSamples + after)];
    });
  }

  get #runs(): readonly Run[] {
    const gap = this.#o.isDictated === true ? dictatedGapWindowsMax : gapWindowsMax;
    const foreground =
      this.#o.isAnswer === true ? withoutBackground(this.#probabilities, this.#powers) : undefined;
    const answer = foreground && spokenIn(foreground, gap);
    return answer === undefined || answer.some((run) => this.#isSentence(run))
      ? spokenIn(this.#probabilities, gap)
      : answer;
  }

  #isSentence({ from, to }: Run): boolean {
    return this.#o.isDictated !== true && to - from >= sentenceWindowsMin;
  }

  #judgeWindow(): boolean {
    const probability = this.#judge.judge(this.#input, this.#state);
    this.#powers.push(powerOf(this.#input.subarray(contextSamples)));
    // The end of this window precedes the next one.
    this.#input.copyWithin(0, windowSamples);
    this.#filled = contextSamples;
    this.#probabilities.push(probability);
    // Soft words count: without them the turn is incomplete.
    if (probability >= softMin) this.#spoken += 1;
    if (probability >= speechMin) {
      this.#quietWindows = 0;
      return false;
    }
    this.#quietWindows += 1;
    const paused = this.#o.isDictated === true ? dictatedPauseWindows : pauseWindows;
    return this.#quietWindows === paused && this.#spoken > 0;
  }
}

const powerOf = (samples: Float32Array): number =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;

/** Probabilities, with 0 for soft background voices; undefined: there are none. */
function withoutBackground(
  probabilities: readonly number[],
  powers: readonly number[],
): readonly number[] | undefined {
  const spoken = powers.filter((_, at) => (probabilities[at] ?? 0) >= softMin).toSorted((a, b) => b - a);
  const loudest = spoken.slice(0, Math.ceil(spoken.length * loudestShare));
  const least = (nearPower * loudest.reduce((sum, power) => sum + power, 0)) / Math.max(1, loudest.length);
  const isNear = probabilities.map((probability, at) => probability >= softMin && (powers[at] ?? 0) >= least);
  const foreground = probabilities.map((probability, at) =>
    isNear.slice(Math.max(0, at - softEndWindows), at + softEndWindows + 1).includes(true) ? probability : 0,
  );
  const left = probabilities.filter(
    (probability, at) => probability >= softMin && foreground[at] === 0,
  ).length;
  return left < backgroundWindowsMin ? undefined : foreground;
}

/** Stretches of speech; adjacent words are one stretch. */
function spokenIn(probabilities: readonly number[], gap: number): readonly Run[] {
  const most = probabilities.reduce((one, other) => Math.max(one, other), 0);
  // Without a certain window the likeliest counts: quiet and noisy lines.
  const sure = Math.min(speechMin, most);
  const words = runsIn(probabilities, Math.min(softMin, most / 2)).filter(
    ({ from, to, peak }) => peak >= sure || to - from >= wordWindowsMin,
  );
  const phrases = joinedBy(gap, words).filter(({ peak }) => peak >= Math.max(sure, audibleMin));
  return joinedBy(silentWindowsMax, phrases);
}

function runsIn(probabilities: readonly number[], least: number): readonly Run[] {
  const windows = Array.from(probabilities, (peak, from) => ({ from, to: from + 1, peak }));
  return joinedBy(
    0,
    windows.filter(({ peak }) => peak >= least),
  );
}

/** Joins stretches separated by at most `gap`. */
function joinedBy(gap: number, runs: readonly Run[]): readonly Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last !== undefined && run.from - last.to <= gap)
      joined[joined.length - 1] = { from: last.from, to: run.to, peak: Math.max(last.peak, run.peak) };
    else joined.push(run);
  }
  return joined;
}
