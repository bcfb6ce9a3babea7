// Confidence: how sure it is that what the recogniser found was said. It weighs how well the sounds fit against any
// sounds at all, how far the next meaning is behind, and how long the words are.

import { ACCEPT_MIN, CONFIRM_MIN } from "../flow/engine/understand/thresholds.ts";
import { type DecodedPath, isWord } from "./acoustic/decoded-path.ts";

/** `other`: words that bear none of the meanings, such as a command. */
export type AnswerKind = "number" | "digits" | "yes-no" | "other";

/** Four decodings of the same audio, whose scores can be compared. */
export interface Evidence {
  /** The answer. */
  readonly answer: DecodedPath;
  /** Any sequence of sounds. */
  readonly anySounds: DecodedPath;
  /** The best that means something else; absent where everything means the same. */
  readonly rival?: DecodedPath;
  /** The words of the answer that bear its meaning. */
  readonly words: ReadonlySet<string>;
}

/** The weights of the features and of 1, in a logistic regression; and from which probabilities on an answer counts. */
interface Judgement {
  readonly fit: number;
  readonly margin: number;
  /** What lies further behind says no more, in units of score; it also stands for a rival that does not fit at all. */
  readonly marginMax: number;
  readonly short: number;
  readonly long: number;
  readonly bias: number;
  readonly acceptMin: number;
  readonly askMin: number;
}

/**
 * Fitted on single digits and strings of four of three speakers and one studio voice, and on yes and no of synthetic
 * voices; few weights, because four speakers carry no more. Other words are judged like a number without a rival. A yes or no that is not sure is asked for again: reading it
 * back would need another yes.
 */
const judgements: Readonly<Record<AnswerKind, Judgement>> = {
  number: {
    fit: 1.99,
    margin: 0.38,
    marginMax: 300,
    short: -2.11,
    long: 0,
    bias: -0.41,
    acceptMin: 0.7,
    askMin: 0.07,
  },
  digits: {
    fit: 1.64,
    margin: 0.55,
    marginMax: 300,
    short: -2.03,
    long: -1.93,
    bias: 0.14,
    acceptMin: 0.81,
    askMin: 0.2,
  },
  other: { fit: 1.99, margin: 0, marginMax: 0, short: 0, long: 0, bias: -0.41, acceptMin: 0.7, askMin: 0.07 },
  "yes-no": {
    fit: 1.76,
    margin: 0.81,
    marginMax: 100,
    short: 0,
    long: 0,
    bias: -1.39,
    acceptMin: 0.75,
    askMin: 0.75,
  },
};

/** Units of score that count as a margin of 1. */
const marginUnit = 20;
/** Words that are shorter or longer than this (160 and 600 ms) are hardly ever said, in frames of 10 ms. */
const shortFrames = 16;
const longFrames = 60;

/**
 * From 0 to 1 on the scale of a flow: from ACCEPT_MIN on the answer is taken, from CONFIRM_MIN on it is read back, below
 * that it is as if nothing was understood.
 */
export function confidenceOf(kind: AnswerKind, evidence: Evidence): number {
  const judgement = judgements[kind];
  const probability = 1 / (1 + Math.exp(-logitOf(judgement, evidence)));
  const { acceptMin, askMin } = judgement;
  if (probability >= acceptMin) return between(ACCEPT_MIN, 1, (probability - acceptMin) / (1 - acceptMin));
  if (probability >= askMin) {
    return between(CONFIRM_MIN, ACCEPT_MIN, (probability - askMin) / (acceptMin - askMin));
  }
  return between(0, CONFIRM_MIN, probability / askMin);
}

const between = (from: number, to: number, share: number): number => from + (to - from) * share;

function logitOf(judgement: Judgement, { answer, anySounds, rival, words }: Evidence): number {
  const frames = answer.segments.reduce((sum, segment) => sum + segment.frames, 0);
  const fit = (scoreOf(answer) - scoreOf(anySounds)) / Math.max(1, frames);
  const margin =
    rival === undefined || rival.segments.length === 0
      ? judgement.marginMax
      : scoreOf(answer) - scoreOf(rival) - scoreAfter(rival, anySounds);
  const lengths = answer.segments
    .filter((segment) => isWord(segment) && words.has(wordOf(segment.text)))
    .map((segment) => segment.frames);
  const short = Math.max(0, shortFrames - Math.min(...lengths, shortFrames)) / 4;
  const long = Math.max(0, Math.max(...lengths, longFrames) - longFrames) / 10;
  return (
    judgement.bias +
    judgement.fit * fit +
    judgement.margin * (Math.min(judgement.marginMax, margin) / marginUnit) +
    judgement.short * short +
    judgement.long * long
  );
}

/** What the sounds after the end of a path that was given up are worth at best: those that fit best of all. */
function scoreAfter(path: DecodedPath, anySounds: DecodedPath): number {
  const last = path.segments.at(-1);
  const from = last === undefined ? 0 : last.from + last.frames;
  return anySounds.segments.reduce((sum, segment) => {
    const left = Math.min(segment.frames, Math.max(0, segment.from + segment.frames - from));
    return sum + (segment.score * left) / Math.max(1, segment.frames);
  }, 0);
}

/** A second pronunciation is written "zero(2)". */
const wordOf = (text: string): string => text.replace(/\(\d+\)$/, "");

/** What the recogniser gives a path, of all its words and silences: 1,000 times the logarithm of its fit. */
export const scoreOf = (path: DecodedPath): number =>
  path.segments.reduce((sum, segment) => sum + segment.score, 0);
