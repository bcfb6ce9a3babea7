// Own words of an answer: those of its question and of its variable's name. Who is asked "How many people?" and says
// "six people" has said nothing but six.

import { entriesOf } from "./compiled-pack.ts";
import { findAll, longestAt } from "./lexicon.ts";
import { coveredBy, overlaps, type Utterance, utteranceOf } from "./tokenised-utterance.ts";
import type { AskedVariable, ListeningPoint } from "./understanding.ts";

type Around = Pick<ListeningPoint, "pack" | "open" | "correctable" | "handlers">;

/** Of a longer question the end counts, because that is where it asks. UTF-16 units. */
const questionCharsMax = 500;

/**
 * The keys of the words, in the order of the question. Left out is what says more than that: numbers, yes and no, what
 * denies or corrects, what asks, and whatever names another variable or calls a handler.
 */
export function ownWordsOf({ name, question = "" }: AskedVariable, around: Around): ReadonlySet<string> {
  const { pack, open, correctable, handlers } = around;
  const elsewhere = [
    ...[...open, ...correctable].flatMap((each) => [...each.synonyms, nameWords(each.name)]),
    // Those that are heard anywhere have been heard before, or were denied.
    ...handlers.flatMap(({ phrases, isAnywhere }) => (isAnywhere === true ? [] : phrases)),
  ];
  const taken = new Set(entriesOf(elsewhere, true, pack).flatMap(({ words }) => words));
  const own = [question.slice(-questionCharsMax), nameWords(name)].flatMap((text) =>
    plainWords(text, around),
  );
  return new Set(own.filter((word) => !taken.has(word)));
}

/** Words that were not understood may stand beside a statement: "a slight fever since Monday". */
const foreignWordsMax = 3;

/**
 * "I have a slight fever" where a fever is asked for: a yes, or a no where it is denied. So are the words of the question
 * beside small ones: "cancel, please", "it was not approved". Undefined where the words say
 * nothing of what is asked.
 */
export function statedIn(utterance: Utterance, asked: AskedVariable, around: Around): boolean | undefined {
  const { compiled, conditional, keys, negations, neutral, pack, unsure } = utterance;
  const starts = findAll(compiled.statements, keys);
  const isNone = keys.some((key) => pack.numbers.none.has(key));
  if (asked.wanted.kind !== "boolean" || unsure.length > 0) return undefined;
  const isAsked =
    longestAt(compiled.questionStarts, keys, 0) !== undefined || pack.interrogatives.has(keys[0] ?? "");
  const own = new Set([
    ...ownWordsOf(asked, around),
    ...entriesOf(asked.synonyms, true, pack).flatMap(({ words }) => words),
  ]);
  const isAside = keys.some(
    (key, at) =>
      conditional[at] !== true && !own.has(key) && longestAt(compiled.rejections, keys, at) !== undefined,
  );
  // "Cancel, please", but not "urgent?" or "garlic bread".
  const isEcho = starts.length === 0 && negations.length === 0 && !isNone;
  const isWished = neutral.some(Boolean) && !utterance.text.trimEnd().endsWith("?");
  if (isAsked || (isEcho && !isWished) || (isAside && negations.length === 0)) return undefined;
  const left = keys.filter(
    (_, at) => neutral[at] !== true && ![...starts, ...negations].some((each) => overlaps(each, at, at + 1)),
  );
  const foreign = left.filter((key) => !own.has(key) && !pack.numbers.none.has(key));
  const foreignMax = starts.length === 0 && !isNone ? 0 : foreignWordsMax;
  if (!left.some((key) => own.has(key)) || foreign.length > foreignMax) return undefined;
  return negations.length === 0 && !isNone;
}

const nameWords = (name: string): string => name.replaceAll("_", " ");

/** What is not neutral anyway, and means nothing by itself. */
function plainWords(text: string, { pack }: Around): readonly string[] {
  const { keys, neutral, compiled } = utteranceOf(text, pack);
  const { negations, markers, wrong, yesNo } = compiled;
  const telling = [negations, markers, wrong, yesNo].map((lexicon) => coveredBy(lexicon, keys));
  return keys.filter(
    (key, at) =>
      neutral[at] !== true &&
      !telling.some((covered) => covered[at] === true) &&
      !pack.interrogatives.has(key) &&
      !pack.numbers.none.has(key) &&
      pack.numbers.read(key) === undefined &&
      !/\d/.test(key),
  );
}
