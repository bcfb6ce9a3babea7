// Likest option: the option of a choice whose name is nearest in meaning to words that name none: "great big velvet
// drapes" for curtains. A guess by word vectors, good enough for the question whether it is right, never for more.

import type { Language } from "../language.ts";
import type { Option } from "../variables.ts";
import type { WordVectors } from "./word-vectors.ts";

export interface LikestOption {
  readonly id: string;
  /** Words of the turn that speak for the option more than for others, the strongest first. */
  readonly words: readonly string[];
  readonly score: number;
  /** Difference between its score and the next option's. */
  readonly lead: number;
}

/**
 * Minimum lead: above it the guess was right for four of five described options (phrases written before), below it for
 * two of five.
 */
const LEAD_MIN = 0.000_15;
/** Minimum share of the lead: of two almost equal options, the nearer one is a matter of chance. */
const SHARE_MIN = 0.3;
/** Minimum nearness of the best word, that of "bent" to a wheel: in stories many words are a little near. */
const NEARNESS_MIN = 0.35;
/** Maximum number of words and options: more words tell a story, and more options cost more time. */
const WORDS_MAX = 40;
const OPTIONS_MAX = 60;
const NAMES_MAX = 20;

interface Weighed {
  readonly word: string;
  readonly place: number;
}

/** Undefined: no option is clearly the nearest. */
export function likestOption(
  words: readonly string[],
  options: readonly Option[],
  { vectors, language }: { readonly vectors: WordVectors; readonly language: Language },
): LikestOption | undefined {
  if (options.length < 2 || options.length > OPTIONS_MAX) return undefined;
  const heard = placesIn(words.filter((word) => hasMeaning(word, language)).slice(0, WORDS_MAX), vectors);
  const names = tellingOf(options.map((option) => placesIn(wordsOf(option, language), vectors)));
  const opinions = heard.map(({ place }) => opinionOf(place, names, vectors));
  const scores = options.map((_, at) => opinions.reduce((sum, { gains }) => sum + (gains[at] ?? 0), 0));
  const [best = 0, next = 0] = scores.toSorted((a, b) => b - a);
  const at = scores.indexOf(best);
  const option = options[at];
  if (option === undefined || best - next < LEAD_MIN || best - next < best * SHARE_MIN) return undefined;
  const telling = heard
    .map(({ word }, n) => ({ word, gain: opinions[n]?.gains[at] ?? 0, near: opinions[n]?.nearness[at] ?? 0 }))
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain);
  if (telling.every(({ near }) => near < NEARNESS_MIN)) return undefined;
  return { id: option.id, words: telling.map(({ word }) => word), score: best, lead: best - next };
}

/** Whether a word has a meaning for options: words for persons and things that fit any answer have none. */
function hasMeaning(word: string, language: Language): boolean {
  const small = [
    language.besideSet,
    language.articleSet,
    language.weakSet,
    language.subjectSet,
    language.ownerSet,
    language.pointerSet,
    language.auxiliarySet,
    language.prepositionSet,
    language.hesitationSet,
    language.asideSet,
    language.askSet,
    language.wantSet,
    language.pronounSet,
    language.denySet,
  ];
  return word.length > 1 && !language.doubtOf.has(word) && !small.some((set) => set.has(word));
}

const wordsOf = (
  { id, label = "", synonyms = [], description = "" }: Option,
  language: Language,
): readonly string[] =>
  [
    ...new Set(
      [label, id, ...synonyms, description]
        .join(" ")
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [],
    ),
  ]
    .filter((word) => hasMeaning(word, language))
    .slice(0, NAMES_MAX);

function placesIn(words: readonly string[], vectors: WordVectors): readonly Weighed[] {
  const weighed = words.flatMap((word) => {
    const place = vectors.find(word);
    return place === undefined ? [] : [{ word, place }];
  });
  return weighed.filter(({ place }, at) => weighed.findIndex((other) => other.place === place) === at);
}

/** Names without the words that all of them share: "kayak" in single and double kayaks. */
function tellingOf(names: readonly (readonly Weighed[])[]): readonly (readonly number[])[] {
  const isShared = ({ place }: Weighed): boolean =>
    names.every((name) => name.some((other) => other.place === place));
  return names.map((name) => {
    const telling = name.filter((each) => !isShared(each));
    return (telling.length > 0 ? telling : name).map(({ place }) => place);
  });
}

/** Opinion about each option. */
interface Opinion {
  readonly nearness: readonly number[];
  readonly gains: readonly number[];
}

/** Opinion of one word: its nearness to each option, and how much nearer it is than to the others. */
function opinionOf(
  place: number,
  names: readonly (readonly number[])[],
  { likeness, weight }: WordVectors,
): Opinion {
  const nearness = names.map((name) => Math.max(0, ...name.map((other) => likeness(place, other))));
  const mean = nearness.reduce((sum, each) => sum + each, 0) / nearness.length;
  const gains = nearness.map((near) => (weight(place) * Math.max(0, near - mean) * near) ** 2);
  return { nearness, gains };
}
