// Question: the expected phrases at one point of a call for the recogniser: written forms, kind of answer, and texts
// of equal meaning.

import type { Expectation } from "../../flow/engine/expectation.ts";
import type { Pieces } from "./pieces.ts";
import { Sayings } from "./sayings.ts";
import type { SearchWidth } from "./saying-search.ts";
import type { AnswerKind } from "./verdict.ts";
import { asPhrase, digitOf, isNumberWord, readingsOf, wordsOf } from "./written-words.ts";
import { Writings } from "./writings.ts";

/** Words without effect on an answer's meaning. */
const idleWords: ReadonlySet<string> = new Set(
  "a an and at for i i'd is it it's like of okay on please thank thanks that that's the um uh we would you".split(
    " ",
  ),
);
const command = "a command";

/**
 * Handicaps of texts, in natural logarithms: of commands beside answers, and of texts that resemble any grunt, such
 * as "no".
 */
const commandCost = 3;
const gruntCost = 3;
/** The same for strings of digits of an unexpected length. */
const lengthCost = 3;
const grunts: ReadonlySet<string> = new Set(["mm hmm", "mm hm", "mhm", "uh huh", "uh uh"]);

/** Words around an option's place. */
const positionFillers: ReadonlySet<string> = new Set("the one option number".split(" "));
const isPlace = (word: string): boolean => word === "last" || isNumberWord(word);

/** Texts further behind change no verdict: the lead over them is sufficient. */
const width: SearchWidth = { rows: 8, beam: 5, liveBeam: 6.5 };
/** A string has a step for each of its digits. */
const digitsWidth: SearchWidth = { rows: 6, beam: 4, liveBeam: 5 };

export class Question {
  readonly kind: AnswerKind;
  readonly width: SearchWidth;
  /** Short answers and commands, which are scored; without any, all of it. */
  readonly short: Writings;
  /** Short answers, and the sentences around them. */
  readonly whole: Writings;
  readonly #start: Sayings["start"];
  readonly #commands: ReadonlySet<string>;
  /** Expected lengths of digit strings. */
  readonly #lengths: ReadonlySet<number>;
  /** Phrases with the number of their meaning, longest first: "twenty one" is not "twenty". */
  readonly #phrases: readonly (readonly [phrase: string, meaning: number])[];
  readonly #isOnly: boolean;

  private constructor(pieces: Pieces, expectation: Expectation) {
    const { anyOf, meanings } = expectation;
    this.kind = kindOf(expectation);
    this.width = this.kind === "digits" ? digitsWidth : width;
    const sayings = new Sayings(anyOf);
    this.#start = sayings.start;
    this.whole = new Writings(pieces, sayings);
    const short = anyOf.filter(({ type }) => type !== "grammar");
    this.short = this.kind === "sentence" ? this.whole : new Writings(pieces, new Sayings(short));
    this.#commands = new Set(
      anyOf.flatMap((one) =>
        one.type === "phrases" && one.areCommands === true
          ? one.phrases.map((phrase) => wordsOf(phrase).join(" "))
          : [],
      ),
    );
    this.#lengths = new Set(anyOf.flatMap((one) => (one.type === "digits" ? one.lengths : [])));
    this.#phrases = (meanings?.groups ?? [])
      .flatMap((phrases, meaning) => phrases.map((phrase) => [wordsOf(phrase).join(" "), meaning] as const))
      .toSorted(([a], [b]) => b.length - a.length);
    this.#isOnly = meanings?.isOnly === true;
  }

  /** Undefined if any text may be an answer. */
  static of(pieces: Pieces, expectation: Expectation | undefined): Question | undefined {
    if (expectation?.closed !== true || expectation.anyOf.length === 0) return undefined;
    return new Question(pieces, expectation);
  }

  /** Kind of a text at this question. */
  kindOf(text: string): AnswerKind {
    if (this.#commands.has(text)) return "command";
    if (this.kind !== "option") return this.kind;
    const words = text.split(" ");
    const isPosition =
      words.every((word) => positionFillers.has(word) || isPlace(word)) && words.some(isPlace);
    return isPosition ? "position" : this.kind;
  }

  /** Handicap of a text at this question, in natural logarithms. */
  costOf(text: string): number {
    if (this.#commands.has(text)) return commandCost;
    if (grunts.has(text)) return gruntCost;
    return this.kind === "digits" && !this.#lengths.has(this.meaningOf(text).length) ? lengthCost : 0;
  }

  /** Key of a text's meaning. */
  meaningOf(text: string): string {
    if (this.#commands.has(text)) return command;
    const words = text.split(" ");
    if (this.kind === "digits") {
      const digits = words.map((word) => digitOf.get(word) ?? "").join("");
      return digits === "" ? text : digits;
    }
    const match = this.#phrases.find(([phrase]) => ` ${text} `.includes(` ${phrase} `));
    if (match === undefined) return contentOf(text);
    const [phrase, meaning] = match;
    return this.#isOnly
      ? `#${meaning}`
      : `#${meaning} ${contentOf(` ${text} `.replace(` ${phrase} `, " "))}`.trim();
  }

  /** True if a text names one of the answers, perhaps among other words. */
  names(text: string): boolean {
    const words = wordsOf(text);
    if (this.kind === "digits") return words.some((word) => /\d/.test(word) || digitOf.has(word));
    const readings = words.flatMap((word) => readingsOf(word).map((reading) => ` ${reading} `)).join("|");
    return this.#phrases.some(
      ([phrase]) => ` ${words.join(" ")} `.includes(` ${phrase} `) || readings.includes(` ${phrase} `),
    );
  }

  /** True if a longer answer worth waiting for begins with it. */
  grows(text: string): boolean {
    return Sayings.follow(this.#start, text.split(" "))?.grows === true;
  }

  /** In the flow's form. */
  static phraseOf(text: string): string {
    return asPhrase(text.split(" "));
  }
}

function kindOf({ anyOf, meanings }: Expectation): AnswerKind {
  if (anyOf.some(({ type }) => type === "digits")) return "digits";
  return meanings?.kind ?? "sentence";
}

const contentOf = (text: string): string =>
  text
    .split(" ")
    .filter((word) => word !== "" && !idleWords.has(word))
    .join(" ");
