// Handler matcher: finds the handler whose phrases an utterance contains.

import { phrasesOf } from "./compiled-pack.ts";
import type { HandlerPhrases } from "./understanding.ts";
import { findAll, longestAt, longestBefore } from "./lexicon.ts";
import { coveredBy, followsNo, overlaps, type Utterance } from "./tokenised-utterance.ts";

export interface HandlerMatch {
  readonly name: string;
  /** Share of the words with content that belong to its phrases, 0 to 1. */
  readonly coverage: number;
  /** Nothing else was said but politeness, not even a small word. */
  readonly alone: boolean;
}

/**
 * The handler whose phrases cover most words; of equals the first, which is the node's own. Undefined when none
 * occurs.
 */
export function matchHandler(
  utterance: Utterance,
  handlers: readonly HandlerPhrases[],
): HandlerMatch | undefined {
  let best: HandlerMatch | undefined;
  for (const { name, phrases, isAnywhere } of handlers) {
    const { keys, neutral, compiled } = utterance;
    const all = findAll(phrasesOf(phrases, utterance.pack), keys);
    const spans = all.filter(
      ({ from, to }) =>
        (isAnywhere !== true || !isDenied(utterance, from)) &&
        (name !== "goodbye" || isEnd(utterance, to)) &&
        !(to - from === 1 && isAnswered(utterance)),
    );
    if (spans.length === 0) continue;
    const inside = keys.map((_, at) => spans.some(({ from, to }) => at >= from && at < to));
    const words = inside.filter(Boolean).length;
    const polite = coveredBy(compiled.polite, keys);
    const others = keys.filter(
      (_, at) => inside[at] !== true && neutral[at] !== true && polite[at] !== true,
    ).length;
    const coverage = words / (words + others);
    const first = inside.indexOf(true);
    const asking = coveredBy(compiled.requests, keys.slice(0, first));
    const alone = keys.every((_, at) => inside[at] === true || polite[at] === true || asking[at] === true);
    if (coverage > (best?.coverage ?? 0)) best = { name, coverage, alone };
  }
  return best;
}

/** "Yes, that's what we want": a word of a longer answer calls nothing. */
const isAnswered = ({ keys, pack }: Utterance): boolean =>
  [pack.plainYes, pack.plainNo].some((words) => words.has(keys[0] ?? "")) && keys.length > answerWordsMax;

/** "Yes, repeat please". */
const answerWordsMax = 3;

/** "I have to go downstairs" ends no call: behind a goodbye nothing is said that could make it another. */
const isEnd = ({ compiled, keys, text, tokens }: Utterance, at: number): boolean =>
  keys[at] === undefined ||
  longestAt(compiled.polite, keys, at) !== undefined ||
  /[,.;!?]/.test(text.slice(tokens[at - 1]?.to, tokens[at]?.from));

/**
 * The handler that is heard wherever one of its phrases occurs: the longest phrase, of equals the first handler's.
 * Undefined where none occurs, or only denied: "I have no chest pain".
 */
export function matchAnywhere(utterance: Utterance, handlers: readonly HandlerPhrases[]): string | undefined {
  const urgent = handlers.filter(({ isAnywhere }) => isAnywhere === true);
  if (urgent.length === 0) return undefined;
  const found = urgent.flatMap(({ name, phrases }) =>
    findAll(phrasesOf(phrases, utterance.pack), utterance.keys).map(({ from, to }) => ({ name, from, to })),
  );
  // Who denies a chest pain has not spoken of pain either.
  const denied = found.filter(({ from }) => isDenied(utterance, from));
  const meant = found.filter(({ from, to }) => !denied.some((each) => overlaps(each, from, to)));
  return meant.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]?.name;
}

/** Small words between "don't" and what it denies: "I don't have any chest pain". */
const smallWordsMax = 4;

/** Whether the words that begin at `from` are denied. */
function isDenied(utterance: Utterance, from: number): boolean {
  const { compiled, keys, neutral, pack, unsure } = utterance;
  if (followsNo(utterance, from)) return true;
  for (let at = from; at > 0 && from - at <= smallWordsMax; at--) {
    const denial = longestBefore(compiled.negations, keys, at);
    if (denial !== undefined) return !unsure.some((each) => overlaps(each, denial.from, denial.to));
    if (neutral[at - 1] !== true && !pack.insideNegations.has(keys[at - 1] ?? "")) return false;
  }
  return false;
}
