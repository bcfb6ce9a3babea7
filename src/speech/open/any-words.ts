// Any words: the open recogniser hears any English, and at a closed question the given answer. Expected phrases are
// scored; if none fits and the free text is likely, that text counts.

import { ACCEPT_MIN, CONFIRM_MIN, DOUBT_CONFIDENCE } from "../../flow/engine/understand/thresholds.ts";
import type { HearingEvidence } from "../../providers/provider-contract.ts";
import { type EarsModel, endPiece } from "../ears/ears-model.ts";
import { freeTextOf, type Heard } from "./likeliest-text.ts";
import { Pieces } from "./pieces.ts";
import { Question } from "./question.ts";
import { usualSpelling } from "./usual-spelling.ts";
import { type FoundTexts, findTexts, logAdd } from "./saying-search.ts";
import {
  type AnswerKind,
  confidenceOf,
  type Evidence,
  needsLikelyText,
  sentenceConfidence,
} from "./verdict.ts";
import { isNumberWord, wordsOf } from "./written-words.ts";

/** Words of one turn. */
export interface OpenAnswer {
  readonly text: string;
  /** Speech without recognisable words. */
  readonly rejected: boolean;
  /** Confidence from 0 to 1; for answers to closed questions only. */
  readonly confidence?: number;
  /** The likeliest answer of another meaning. */
  readonly alternative?: string;
  /** No longer expected answer begins with it. */
  readonly complete: boolean;
  /** Evidence of the verdict. */
  readonly evidence?: HearingEvidence;
  /** Pieces of the free text, which speed up the next decoding of the same turn. */
  readonly pieces: readonly number[];
}

/** Mean log-probability of a text's pieces: English sentences are above it, noise mostly below. */
const freeMeanMin = -0.5;
/**
 * The same at a closed question, where a short text is more likely a misheard answer. A single word is never certain.
 */
const meanMin = (words: number): number => (words < 2 ? Infinity : words === 2 ? -0.3 : freeMeanMin);
/** A text of this few words may be a misheard answer. */
const namingWordsMax = 4;
/** Lead in log-probability with which a free text replaces a doubtful answer. */
const freeLeadMin = 4;
/** Sounds up to 6 s are heard again, because each hearing costs as much. */
const againSamplesMax = 96_000;
/**
 * An uncertain answer with at least this fit is heard again half an encoder step later and judged by the mean of
 * both: that shift alone changes the network's certainty by several natural logarithms. Strings of digits did not
 * gain.
 */
const againFitMin = -4;
const laterBySamples = [96, 192] as const;
/** A free text below this mean is heard again too, and the likeliest one counts. */
const doubtfulMean = -0.3;

const nothing: OpenAnswer = { text: "", rejected: false, complete: false, pieces: [] };

export class OpenRecogniser {
  readonly pieces = new Pieces();
  readonly #model: EarsModel;

  constructor(model: EarsModel) {
    this.#model = model;
  }

  /** Hears a hum in both modes of a call: as no answer to a question, and then as free speech. */
  warmUp(): void {
    const hum = Float32Array.from({ length: 16_000 }, (_, at) => 0.1 * Math.sin(at / 20));
    const question = Question.of(this.pieces, {
      anyOf: [{ type: "phrases", phrases: ["yes", "no"] }],
      closed: true,
      endSilenceMs: 0,
    });
    this.hear(hum, question);
  }

  /** `pcm`: the cut spoken audio. `before`: pieces of the turn's previous text. */
  hear(pcm: Float32Array, question: Question | undefined, before: readonly number[] = []): OpenAnswer {
    if (pcm.length === 0) return nothing;
    return this.#listen(pcm, (heard) =>
      question === undefined ? this.#freely(heard, before, pcm) : this.#answer(heard, question, pcm),
    );
  }

  #listen<T>(pcm: Float32Array, hear: (heard: Heard) => T): T {
    const encoded = this.#model.encode(pcm);
    try {
      const first = this.#model.begin(encoded, []);
      return hear({
        encoded,
        first: { ...first, logits: first.logits.slice(), logSums: first.logSums.slice() },
      });
    } finally {
      this.#model.release(encoded);
    }
  }

  #freely(heard: Heard, before: readonly number[], pcm: Float32Array): OpenAnswer {
    const first = freeTextOf(this.#model, heard, before);
    const isLikely = first.mean > freeMeanMin;
    const isDoubtful = isLikely && first.mean < doubtfulMean && pcm.length <= againSamplesMax;
    const others = (isDoubtful ? laterBySamples : []).map((from) =>
      this.#listen(pcm.subarray(from), (later) => freeTextOf(this.#model, later, first.pieces)),
    );
    const { pieces, mean } = others.reduce((one, other) => (other.mean > one.mean ? other : one), first);
    const text = isLikely ? usualSpelling(this.pieces.textOf(pieces)) : "";
    return { text, rejected: text === "", complete: false, evidence: { mean }, pieces };
  }

  #answer(heard: Heard, question: Question, pcm: Float32Array): OpenAnswer {
    const texts = this.#textsOf(heard, question);
    const shortAnswer = foundIn(texts, question);
    if (
      shortAnswer === undefined ||
      isSure(shortAnswer) ||
      question.kind === "digits" ||
      shortAnswer.evidence.fit < againFitMin ||
      pcm.length > againSamplesMax
    )
      return this.#judge(heard, question, shortAnswer);
    const again = this.#listen(pcm.subarray(laterBySamples[1]), (later) => this.#textsOf(later, question));
    return this.#judge(heard, question, foundIn(meanOf(texts, again), question));
  }

  /** Log-probabilities of the expected texts, if anything was said. */
  #textsOf(heard: Heard, { short: writings, width }: Question): FoundTexts {
    const anything = anythingOf(heard);
    const texts = findTexts(this.#model, { ...heard, writings }, width);
    return new Map(Array.from(texts, ([text, logProb]) => [text, logProb - anything]));
  }

  #judge(heard: Heard, question: Question, shortAnswer: Found | undefined): OpenAnswer {
    if (shortAnswer === undefined || !isSure(shortAnswer)) return this.#others(heard, question, shortAnswer);
    return { ...judged(shortAnswer, true), complete: !question.grows(shortAnswer.best.text) };
  }

  /** Result without a certain short answer: a sentence containing one, other words, the doubtful answer, or nothing. */
  #others(heard: Heard, question: Question, shortAnswer?: Found): OpenAnswer {
    const { pieces, mean } = freeTextOf(this.#model, heard);
    const text = usualSpelling(this.pieces.textOf(pieces));
    const words = wordsOf(text).length;
    const evidence = { ...shortAnswer?.evidence, mean };
    const doubtful = shortAnswer && judged(shortAnswer, mean > freeMeanMin);
    const isScored = question.short.readingsOfText(text).length > 0;
    const rest = { rejected: false, complete: false, evidence, pieces: [] };
    // A number outside the expected ones, reported as such: scored among them alone it would become the nearest.
    if (!isScored && mean > freeMeanMin && isNumber(text))
      return { ...rest, text, confidence: DOUBT_CONFIDENCE };
    if (doubtful !== undefined && doubtful.confidence >= ACCEPT_MIN)
      return { ...doubtful, evidence, complete: !question.grows(shortAnswer?.best.text ?? "") };
    if (!isScored && mean > meanMin(words)) {
      const [expected] = question.whole.readingsOfText(text);
      if (expected !== undefined) {
        const complete = !question.grows(expected);
        return { ...rest, text: Question.phraseOf(expected), confidence: sentenceConfidence(mean), complete };
      }
      const lead = mean * (pieces.length + 1) - anythingOf(heard) - (shortAnswer?.evidence.fit ?? -Infinity);
      const isLikelier = (doubtful?.confidence ?? 0) < CONFIRM_MIN || lead > freeLeadMin;
      // A few words that name an answer may have been another answer.
      const isDoubtful = words <= namingWordsMax && question.names(text);
      if (isLikelier) return { ...rest, text, ...(isDoubtful ? { confidence: DOUBT_CONFIDENCE } : {}) };
    }
    if (doubtful !== undefined && doubtful.confidence >= CONFIRM_MIN) return { ...doubtful, evidence };
    return { ...rest, text: "", rejected: true };
  }
}

const isNumber = (text: string): boolean =>
  text !== "" && wordsOf(text).every((word) => isNumberWord(word) || /^\d+$/.test(word));

type Judged = OpenAnswer & { readonly confidence: number; readonly evidence: Evidence };

interface Found {
  readonly best: BestText;
  readonly evidence: Evidence;
  readonly kind: AnswerKind;
}

function foundIn(texts: FoundTexts, question: Question): Found | undefined {
  const best = bestOf(texts, question);
  if (best === undefined) return undefined;
  return { best, evidence: { fit: best.logProb, lead: best.lead }, kind: question.kindOf(best.text) };
}

const isSure = (shortAnswer: Found): boolean =>
  judged(shortAnswer, true).confidence >= ACCEPT_MIN &&
  !needsLikelyText(shortAnswer.kind, shortAnswer.evidence);

/** Means of the probabilities. */
function meanOf(some: FoundTexts, others: FoundTexts): FoundTexts {
  const texts = new Set([...some.keys(), ...others.keys()]);
  const of = (logProbs: FoundTexts, text: string): number => logProbs.get(text) ?? -Infinity;
  return new Map(Array.from(texts, (text) => [text, logAdd(of(some, text), of(others, text)) - Math.LN2]));
}

/** `isLikely`: some English text is likely. */
function judged({ best: { text, other }, evidence, kind }: Found, isLikely: boolean): Judged {
  const alternative = other === undefined ? {} : { alternative: Question.phraseOf(other) };
  const confidence = confidenceOf(kind, evidence, isLikely);
  return {
    text: Question.phraseOf(text),
    rejected: false,
    confidence,
    ...alternative,
    complete: false,
    evidence,
    pieces: [],
  };
}

/**
 * Probability that there is a text at all. The model ends at once if it hears little; but there was speech, or the
 * question would not arise.
 */
function anythingOf({ first: { logits, logSums } }: Heard): number {
  const atOnce = Math.exp((logits[endPiece] ?? 0) - (logSums[0] ?? 0));
  return Math.log(Math.max(1e-3, 1 - atOnce));
}

interface BestText {
  readonly text: string;
  /** Sum over all texts of one meaning. */
  readonly logProb: number;
  /** Likeliest text with another meaning. */
  readonly other?: string;
  readonly lead: number;
}

/** A lead that is as good as any larger one. */
const leadMax = 99;

function bestOf(texts: FoundTexts, question: Question): BestText | undefined {
  const meanings = new Map<string, { text: string; most: number; logProb: number }>();
  for (const [text, textLogProb] of texts) {
    const key = question.meaningOf(text);
    const logProb = textLogProb - question.costOf(text);
    const meaning = meanings.get(key);
    if (meaning === undefined) meanings.set(key, { text, most: logProb, logProb });
    else {
      meaning.logProb = logAdd(meaning.logProb, logProb);
      if (logProb > meaning.most) [meaning.text, meaning.most] = [text, logProb];
    }
  }
  const [best, second] = Array.from(meanings.values()).toSorted((a, b) => b.logProb - a.logProb);
  if (best === undefined) return undefined;
  const lead = second === undefined ? leadMax : Math.min(leadMax, best.logProb - second.logProb);
  return {
    text: best.text,
    logProb: best.logProb,
    lead,
    ...(second === undefined ? {} : { other: second.text }),
  };
}
