// Tokenised utterance: the tokens of what was said, with everything about them that is the same for every question.

import type { LanguagePack, WordToken } from "../../locale/language-pack.ts";
import { type CompiledPack, compiledOf, keyOf, meantTokens, phrasesOf } from "./compiled-pack.ts";
import { findAll, type PhraseMatch, longestAt, longestBefore, type Lexicon } from "./lexicon.ts";

export interface Utterance {
  readonly text: string;
  readonly tokens: readonly WordToken[];
  /** The keys by which tokens are compared, one for each token. */
  readonly keys: readonly string[];
  readonly compiled: CompiledPack;
  readonly pack: LanguagePack;
  /** Whether a token may stand beside an answer without being explained by it. */
  readonly neutral: readonly boolean[];
  /** Politeness that looks like a condition: "if you don't mind". */
  readonly conditional: readonly boolean[];
  /** Of the neutral tokens those that never change the meaning of others: politeness, yes, and markers. */
  readonly politeness: readonly boolean[];
  readonly markers: readonly PhraseMatch<true>[];
  readonly negations: readonly PhraseMatch<true>[];
  /** "I'm not sure": the yes or no in it is none. */
  readonly unsure: readonly PhraseMatch<true>[];
  /** It answers "anything else?". */
  readonly offersMore: boolean;
  /** Phrases of the handlers that listen here. A bare value inside a longer one is none: "wait a second". */
  readonly commands: readonly PhraseMatch<true>[];
}

/** Tokenises a transcript; hesitations ("um") are dropped. */
export function utteranceOf(text: string, pack: LanguagePack): Utterance {
  const compiled = compiledOf(pack);
  const tokens = meantTokens(text, pack);
  const keys = tokens.map((token) => keyOf(token, pack));
  const conditional = coveredBy(compiled.conditions, keys);
  const negations = findAll(compiled.negations, keys).filter(({ from }) => conditional[from] !== true);
  const plain = findAll(compiled.yesNo, keys);
  // "No, I'm good" is a no, though "I'm good" is neither.
  const unsure = findAll(compiled.unsure, keys).filter(
    ({ from, to }) =>
      !plain.some((each) => each.from <= from && to <= each.to && to - from < each.to - each.from),
  );
  return {
    text,
    tokens,
    keys,
    compiled,
    pack,
    conditional,
    neutral: coveredBy(compiled.neutral, keys),
    politeness: coveredBy(compiled.politeness, keys),
    // "Instead of four" denies the four, and announces nothing.
    markers: findAll(compiled.markers, keys).filter(
      ({ from, to }) =>
        !negations.some((each) => each.to - each.from > to - from && overlaps(each, from, to)),
    ),
    // "Not sure, yes" does not deny the yes.
    negations: negations.filter(({ from, to }) => !unsure.some((each) => overlaps(each, from, to))),
    unsure,
    offersMore: false,
    commands: [],
  };
}

/** The same utterance where these phrases are commands. */
export const besideCommands = (utterance: Utterance, phrases: readonly string[]): Utterance => ({
  ...utterance,
  commands: findAll(phrasesOf(phrases, utterance.pack), utterance.keys).filter(
    ({ from, to }) => to - from > 1,
  ),
});

/** Which words any phrase of a lexicon covers, also where phrases overlap. */
export function coveredBy(lexicon: Lexicon<unknown>, keys: readonly string[]): readonly boolean[] {
  const covered = keys.map(() => false);
  for (let at = 0; at < keys.length; at++) {
    const here = longestAt(lexicon, keys, at);
    if (here !== undefined) covered.fill(true, here.from, here.to);
  }
  return covered;
}

/** The next position that is not neutral, at or after `at`. */
export function skipNeutral({ neutral }: Utterance, at: number): number {
  let next = at;
  while (neutral[next] === true) next++;
  return next;
}

export const overlaps = (found: { readonly from: number; readonly to: number }, from: number, to: number) =>
  found.from < to && found.to > from;

/** Whether a "no" stands right before a word. With a comma behind it, it is an answer to something else. */
export function followsNo({ compiled, keys, text, tokens }: Utterance, at: number): boolean {
  const no = longestBefore(compiled.yesNo, keys, at);
  const between = text.slice(tokens[at - 1]?.to, tokens[at]?.from);
  return no?.value === false && !/[.,;:!?]/.test(between);
}
