// Closed question: the grammars that tell how sure an answer is where every answer has one of a few meanings: a number,
// a string of digits, yes or no.

import type { Expectation } from "../flow/engine/expectation.ts";
import type { AnswerKind } from "./confidence.ts";
import { anotherDigit, digitWords, type Pronounce, wordsOf } from "./grammar.ts";

/** Digits that are heard beyond the longest string that is asked for, so that one too many is noticed. */
const extraDigits = 2;
/** Longer answers are sentences, which say more than one thing: the weights of a short answer are not theirs. */
const answerWordsMax = 4;
/** What sounds a little like a yes or a no and is neither. Words that rhyme with them would be likelier than they are. */
const otherWords = [
  ...digitWords.filter((word) => word !== "oh"),
  ..."down hello left off on sorry stop up wait what".split(" "),
];
/** Phrases of so many words are rivals: longer ones are rare, and take the recogniser long. */
const shortWordsMax = 2;

export interface ClosedQuestion {
  readonly kind: AnswerKind;
  /** The bare answers, nothing around them. */
  readonly core: string;
  /** Whether a text is one of the bare answers, or none was heard. */
  readonly isBare: (text: string) => boolean;
  /** Strings of digits of other lengths than those asked for; of digits only. */
  readonly otherLengths?: string;
  /** The meaning's words in an answer, none in a command; undefined for what is no short answer. */
  readonly meantIn: (text: string) => readonly string[] | undefined;
  /** The same answer with another meaning; undefined when there is none. */
  readonly rivalOf: (text: string) => string | undefined;
}

/** Undefined where anything may be an answer, or no meanings are known. */
export function closedQuestionOf(
  { anyOf, meanings }: Expectation,
  pronounce: Pronounce,
): ClosedQuestion | undefined {
  const lengths = anyOf.flatMap((one) => (one.type === "digits" ? one.lengths : []));
  if (lengths.length > 0) return digitsQuestion(lengths);
  // Options are any words: how far others are behind says little of them.
  if (meanings === undefined || meanings.kind === "option") return undefined;
  const groups = meanings.groups
    .map((phrases) => phrases.map(wordsOf).filter((words) => words.length > 0 && words.every(pronounce)))
    .map((phrases) => phrases.map((words) => words.join(" ")))
    .filter((phrases) => phrases.length > 0);
  return groups.length < 2 ? undefined : phrasesQuestion({ ...meanings, kind: meanings.kind, groups });
}

interface Meanings extends Omit<NonNullable<Expectation["meanings"]>, "kind"> {
  readonly kind: "number" | "yes-no";
}

function phrasesQuestion({ kind, groups, isOnly }: Meanings): ClosedQuestion {
  /** Longest first: "twenty one" is not "twenty". */
  const all = groups
    .flatMap((phrases, group) =>
      phrases.map((phrase) => ({ phrase, group, words: phrase.split(" ").length })),
    )
    .toSorted((a, b) => b.phrase.length - a.phrase.length);
  const short = all.filter(({ words }) => words <= shortWordsMax);
  const found = (text: string) => all.find(({ phrase }) => ` ${text} `.includes(` ${phrase} `));
  return {
    kind,
    core: grammarOf(short.map(({ phrase }) => phrase).join(" | ")),
    isBare: (text) => text === "" || short.some(({ phrase }) => phrase === text),
    meantIn: (text) =>
      !isOnly && text.split(" ").length > answerWordsMax ? undefined : (found(text)?.phrase.split(" ") ?? []),
    rivalOf: (text) => {
      const meant = found(text);
      if (meant === undefined) return undefined;
      const others = short.filter(({ group }) => group !== meant.group).map(({ phrase }) => phrase);
      const idle = otherWords.filter((word) => !all.some(({ phrase }) => phrase === word));
      const rivals = [...others, ...(kind === "yes-no" ? idle : [])].join(" | ");
      return grammarOf(` ${text} `.replace(` ${meant.phrase} `, ` ( ${rivals} ) `));
    },
  };
}

const isZero = (word: string): boolean => word === "zero" || word === "oh";

function digitsQuestion(lengths: readonly number[]): ClosedQuestion {
  const wanted = new Set(lengths);
  const longest = Math.max(...lengths);
  const others = Array.from({ length: longest + extraDigits }, (_, before) => before + 1).filter(
    (length) => !wanted.has(length),
  );
  const rule = (some: Iterable<number>): string => grammarOf(weightedChain([...some].sort((a, b) => a - b)));
  const isDigit = (word: string): boolean => digitWords.includes(word);
  return {
    kind: "digits",
    core: rule(wanted),
    isBare: (text) => text === "" || text.split(" ").every(isDigit),
    otherLengths: rule(others),
    meantIn: (text) => {
      const digits = text.split(" ").filter(isDigit);
      return digits.length === 0 ? undefined : digits;
    },
    rivalOf: (text) => {
      const words = text.split(" ");
      const changed = words.flatMap((word, at) => {
        if (!isDigit(word)) return [];
        const rest = digitWords.filter((other) => other !== word && !(isZero(other) && isZero(word)));
        return words.map((same, index) => (index === at ? `( ${rest.join(" | ")} )` : same)).join(" ");
      });
      return changed.length === 0 ? undefined : grammarOf(changed.join(" | "));
    },
  };
}

/** One chain with ends at these lengths, rising. Silence and breath would else be heard as one digit more. */
function weightedChain(lengths: readonly number[]): string {
  return lengths.reduceRight((rest, length, at) => {
    const digits = Array<string>(length - (lengths[at - 1] ?? 0))
      .fill("<digit>")
      .join(" ");
    return rest === "" ? digits : `${digits} ( /${1 - anotherDigit}/ <NULL> | /${anotherDigit}/ ${rest} )`;
  }, "");
}

/** The grammar of a fixed text, for the score of an answer that is known. */
export const fixedText = (text: string): string => grammarOf(text);

const grammarOf = (expansion: string): string =>
  [
    "#JSGF V1.0;",
    "grammar closed;",
    `public <answer> = ${expansion};`,
    `<digit> = ${digitWords.join(" | ")};`,
  ].join("\n");
