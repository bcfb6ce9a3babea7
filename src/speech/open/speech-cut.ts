// Speech cut: the part of a turn that is speech, by the voice detector. Silence around a short word makes the open recogniser
// hear nothing at all, and what is cut too close loses its soft consonants.

import { type Frame, samplesPerFrame } from "../../audio/frame.ts";
import {
  contextSamples,
  inputSamples,
  stateNumbers,
  windowSamples,
} from "../silero/assembly/silero-layout.ts";

/** Judges one window, as the detector's kernel does. */
export interface WindowJudge {
  judge(input: Float32Array, state: Float32Array): number;
}

/** 30 s; what comes after is not kept. */
const windowsMax = Math.floor(480_000 / windowSamples);
/** From this probability on a window is speech. */
const speechMin = 0.7;
/** Its soft ends, and words of which no window is certain, are less so. */
const softMin = 0.5;
/** A word that is nowhere certain is as long as this: 96 ms. */
const wordWindowsMin = 3;
/** Samples of 16 kHz that are kept before and after speech: 100 and 160 ms. */
const keptBefore = 1_600;
const keptAfter = 2_560;
/** Windows without speech between two words of one answer: 640 ms. */
const gapWindowsMax = 20;
/** What is cut away within an answer is longer, 1.3 s: soft words may hide in less. */
const silentWindowsMax = 40;
/** Windows without speech, from which on there is a pause: 128 ms. */
const pauseWindows = 4;

/** Windows in a row with speech in them. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly peak: number;
}

export class SpeechCut {
  readonly #judge: WindowJudge;
  readonly #input = new Float32Array(inputSamples);
  readonly #state = new Float32Array(2 * stateNumbers);
  #filled = contextSamples;
  readonly #frames: Frame[] = [];
  readonly #probabilities: number[] = [];
  #quietWindows = 0;
  #spoken = 0;

  constructor(judge: WindowJudge) {
    this.#judge = judge;
  }

  /** Windows with speech in them so far: the same number means the same words. */
  get spoken(): number {
    return this.#spoken;
  }

  /** Adds a frame; says whether a pause behind speech has just been reached. */
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

  /** What was said, -1 to 1; empty where nothing was. */
  pcm(): Float32Array {
    const spans = spokenIn(this.#probabilities).map(
      ({ from, to }) =>
        [
          Math.max(0, from * windowSamples - keptBefore),
          Math.min(this.#frames.length * samplesPerFrame, to * windowSamples + keptAfter),
        ] as const,
    );
    const pcm = new Float32Array(spans.reduce((sum, [from, to]) => sum + to - from, 0));
    let filled = 0;
    for (const [from, to] of spans)
      for (let at = from; at < to; at++)
        pcm[filled++] =
          (this.#frames[Math.floor(at / samplesPerFrame)]?.[at % samplesPerFrame] ?? 0) / 32_768;
    return pcm;
  }

  #judgeWindow(): boolean {
    const probability = this.#judge.judge(this.#input, this.#state);
    // The end of this window stands ahead of the next one.
    this.#input.copyWithin(0, windowSamples);
    this.#filled = contextSamples;
    this.#probabilities.push(probability);
    if (probability >= speechMin) {
      this.#spoken += 1;
      this.#quietWindows = 0;
      return false;
    }
    this.#quietWindows += 1;
    return this.#quietWindows === pauseWindows && this.#spoken > 0;
  }
}

/** What was said, in one piece where its words follow each other. */
function spokenIn(probabilities: readonly number[]): readonly Run[] {
  const words = wordsIn(probabilities);
  const certain = words.filter(({ peak }) => peak >= speechMin);
  // Where nothing is certain, the likeliest is what there is: quiet and noisy lines.
  const sure = certain.length > 0 ? certain : words;
  const near = (one: Run, other: Run): boolean =>
    one.from - other.to <= gapWindowsMax && other.from - one.to <= gapWindowsMax;
  const spoken = words.filter((word) => sure.some((one) => near(word, one)));
  const joined: Run[] = [];
  for (const word of spoken) {
    const last = joined.at(-1);
    if (last !== undefined && word.from - last.to <= silentWindowsMax)
      joined[joined.length - 1] = { from: last.from, to: word.to, peak: Math.max(last.peak, word.peak) };
    else joined.push(word);
  }
  return joined;
}

function wordsIn(probabilities: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [at, probability] of probabilities.entries()) {
    if (probability < softMin) continue;
    const last = runs.at(-1);
    if (last?.to === at)
      runs[runs.length - 1] = { from: last.from, to: at + 1, peak: Math.max(last.peak, probability) };
    else runs.push({ from: at, to: at + 1, peak: probability });
  }
  return runs.filter(({ from, to, peak }) => peak >= speechMin || to - from >= wordWindowsMin);
}
