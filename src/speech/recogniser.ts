// Recogniser: the embedded one, a whole utterance and a grammar in, words out. It hears every utterance anew, so the
// same audio gives the same words in every call.

import { DOUBT_CONFIDENCE } from "../flow/engine/understand/thresholds.ts";
import { AcousticModel, type SoundOfTurn } from "./acoustic/acoustic-model.ts";
import { type ClosedQuestion, fixedText } from "./closed-question.ts";
import { confidenceOf, scoreOf } from "./confidence.ts";
import type { DecodedPath } from "./acoustic/decoded-path.ts";
import { anySounds, digitWords, garbageWords, isGarbage } from "./grammar.ts";
import { isPlausible } from "./plausibility.ts";

/** What was said in answer to a closed question. */
export interface JudgedAnswer {
  readonly text: string;
  /** From 0 to 1, as `confidenceOf` says it; absent for what is no short answer. */
  readonly confidence?: number;
  /** The likeliest answer of another meaning. */
  readonly alternative?: string;
}

/** What each digit more must gain, in units of score: a longer string always fits a little better. */
const perDigit = 30;
/** What each polite word around digits must gain: some of them fits any noise a little. */
const perPoliteWord = 60;
/** A string of another length that fits better than this is what was said. */
const otherLengthMargin = 60;
/** Confidence of an answer that another length fits better: it is read back. */
const doubtfulLength = 0.5;

/**
 * A command has to fit better than every bare answer by this, in units of score: commands of our voices lead by 90 to 460,
 * quick digits of three people that were heard as one by 10 at most.
 */
const commandLeadMin = 60;

/**
 * What each digit more costs while more may come, in units of paths. One too few only costs a caller a moment's patience,
 * one too many cuts him off.
 */
const perDigitSoFar = 225;
/** What a beginning costs beside a whole answer: "four" sounds like the "for" of "for four people". */
const perBeginning = 150;

function costSoFar(words: readonly string[], isWhole: boolean): number {
  const digits = words.filter((word) => digitWords.includes(word.replace(/\(\d+\)$/, ""))).length;
  const isAnswer = isWhole && digits < 2 && !isGarbage(words.join(" "));
  return perDigitSoFar * Math.max(0, digits - 1) + (isAnswer ? 0 : perBeginning);
}

/** The words of one turn as it is spoken. */
export interface Listener {
  /** `pcm`: what comes next, -1 to 1, 16 kHz. */
  push(pcm: Float32Array): void;
  /** The words so far, which may be a phrase's beginning; "" while they are none of the grammar's. */
  soFar(): string;
  /** Ends the turn. All of a phrase of the grammar; "" when something else was said. */
  end(): string;
}

export class Recogniser {
  readonly #model: AcousticModel;

  private constructor(model: AcousticModel) {
    this.#model = model;
  }

  /** Takes 200 ms and 15 MB, for any number of calls. */
  static async open(): Promise<Recogniser> {
    return new Recogniser(await AcousticModel.open(garbageWords));
  }

  /** The sounds of a word (lower case), undefined when the dictionary lacks it. */
  readonly pronounce = (word: string): string | undefined =>
    isGarbage(word) ? undefined : this.#model.soundsOf(word);

  /** Listens for the words of a grammar while a turn is spoken. Throws for a grammar that cannot be heard. */
  listen(jsgf: string): Listener {
    const decoder = this.#model.listen(jsgf);
    return {
      push: (pcm) => decoder.push(pcm),
      soFar() {
        const { text } = decoder.soFar(costSoFar);
        return isGarbage(text) ? "" : text;
      },
      end() {
        const path = decoder.end();
        return path.text === "" || isGarbage(path.text) || !isPlausible(path) ? "" : path.text;
      },
    };
  }

  /**
   * How sure `heard` is as the answer to a closed question; where nothing was heard, the likeliest bare answer is
   * judged. Four to six decodings, some 40 ms for a number and 60 ms for four digits: for the end of a turn only.
   */
  judge(pcm: Float32Array, heard: string, question: ClosedQuestion): JudgedAnswer {
    if (pcm.length === 0 || (heard !== "" && question.meantIn(heard) === undefined)) return { text: heard };
    const turn = this.#model.soundOf(pcm);
    if (question.otherLengths !== undefined) return this.#judgedDigits(turn, heard, question);
    return this.#judged(
      turn,
      this.#model.decode(turn, question.isBare(heard) ? question.core : fixedText(heard)),
      question,
    );
  }

  /**
   * A command that was heard at a closed question is that command, an answer that sounds like it and has to be read
   * back, or neither. `answers`: the bare ones, as JSGF; all that may be said around them would fit any command.
   */
  judgeCommand(pcm: Float32Array, heard: string, answers: string): JudgedAnswer {
    const turn = this.#model.soundOf(pcm);
    const answer = this.#model.decode(turn, answers);
    if (answer.text === "") return { text: heard };
    const lead = scoreOf(this.#model.decode(turn, fixedText(heard))) - scoreOf(answer);
    if (lead >= commandLeadMin) return { text: heard };
    return isGarbage(answer.text) ? { text: "" } : { text: answer.text, confidence: DOUBT_CONFIDENCE };
  }

  /** The digits that were said, as many as they were; with polite words around them where those explain more. */
  #judgedDigits(turn: SoundOfTurn, heard: string, question: ClosedQuestion): JudgedAnswer {
    const bare = this.#model.decode(turn, question.core);
    const other = this.#model.decode(turn, question.otherLengths ?? question.core);
    if (!question.isBare(heard)) {
      const around = heard.split(" ").length - (question.meantIn(heard)?.length ?? 0);
      const polite = this.#model.decode(turn, fixedText(heard));
      const digitsAlone = Math.max(
        ...[bare, other].map((path) => (path.text === "" ? -Infinity : scoreOf(path))),
      );
      if (scoreOf(polite) - perPoliteWord * around > digitsAlone) return this.#judged(turn, polite, question);
    }
    const lead = leadOf(bare, other);
    if (lead < -otherLengthMargin) return this.#judged(turn, other, question);
    const judged = this.#judged(turn, bare, question);
    return lead < 0 ? { ...judged, confidence: Math.min(judged.confidence ?? 0, doubtfulLength) } : judged;
  }

  #judged(turn: SoundOfTurn, answer: DecodedPath, question: ClosedQuestion): JudgedAnswer {
    const words = question.meantIn(answer.text);
    if (words === undefined) return { text: "" };
    const grammar = question.rivalOf(answer.text);
    const rival = grammar === undefined ? undefined : this.#model.decode(turn, grammar);
    const confidence = confidenceOf(words.length === 0 ? "other" : question.kind, {
      answer,
      anySounds: this.#model.decode(turn, anySounds),
      words: new Set(words),
      ...(rival === undefined ? {} : { rival }),
    });
    const alternative = rival?.text ?? "";
    return { text: answer.text, confidence, ...(alternative === "" ? {} : { alternative }) };
  }
}

/** By how much an answer fits better than a string of another length, with what each digit must gain. */
function leadOf(answer: DecodedPath, other: DecodedPath): number {
  if (other.text === "") return Infinity;
  if (answer.text === "") return -Infinity;
  const worth = (path: DecodedPath): number => scoreOf(path) - perDigit * path.text.split(" ").length;
  return worth(answer) - worth(other);
}
