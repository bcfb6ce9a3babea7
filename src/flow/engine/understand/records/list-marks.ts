// List marks: what the words of an utterance are to a list, from left to right: values of fields, counts, places of
// entries, and words that take out, replace or add.

import type { LanguagePack } from "../../../locale/language-pack.ts";
import type { ListWords } from "../../../locale/list-words.ts";
import type { Value } from "../../../value/value.ts";
import { readAs } from "../askable-types.ts";
import { phrasesOf } from "../compiled-pack.ts";
import { findAll, type Lexicon, longestAt, type PhraseMatch } from "../lexicon.ts";
import { numbersAt } from "../spoken-numbers.ts";
import { overlaps, type Utterance } from "../tokenised-utterance.ts";
import { headOf } from "./list-head.ts";
import type { HeardList, WallTime, WantedField, WantedOption } from "../understanding.ts";

type Word = Exclude<keyof ListWords, "isolated" | "pronouns" | "timesSuffix" | "some">;

export type Mark = { readonly from: number; readonly to: number } & (
  | {
      readonly type: "field";
      readonly field: WantedField;
      /** Null: "a few", nobody knows how many. */
      readonly values: readonly Value[];
      /** It is named as several: "coffees". */
      readonly isSeveral?: boolean;
    }
  | { readonly type: "place"; readonly place: number }
  | { readonly type: "pronoun" | "marker" | "over" | "or" }
  | { readonly type: Word; readonly isIsolated: boolean; readonly isBehind: boolean }
);

const wordTypes = [
  "insteadOf",
  "instead",
  "remove",
  "removeBehind",
  "change",
  "into",
  "everything",
  "more",
  "add",
  "it",
] as const satisfies readonly Word[];

const lexicons = new WeakMap<LanguagePack, ReadonlyMap<Word, Lexicon<true>>>();

function lexiconsOf(pack: LanguagePack): ReadonlyMap<Word, Lexicon<true>> {
  const known = lexicons.get(pack);
  if (known !== undefined) return known;
  const made = new Map(wordTypes.map((type) => [type, phrasesOf(pack.listWords[type], pack)] as const));
  lexicons.set(pack, made);
  return made;
}

/** The marks, the longer one where two begin with the same words. A value counts more than a word about lists. */
export function marksIn(utterance: Utterance, list: HeardList, moment: WallTime): readonly Mark[] {
  const { compiled, keys, pack } = utterance;
  const values = list.fields
    .filter(({ wanted }) => wanted.kind !== "number")
    .flatMap((field) => valuesOf(utterance, field, moment));
  const noMore = findAll(phrasesOf(pack.noMore, pack), keys).map(({ from, to }): Mark => ({
    type: "over",
    from,
    to,
  }));
  const places = findAll(compiled.places, keys).map(({ from, to, value }): Mark => ({
    type: "place",
    place: value,
    from,
    to,
  }));
  const isFree = ({ from, to }: Mark): boolean => !values.some((each) => overlaps(each, from, to));
  const head = headOf(list.fields);
  const pronouns = keys.flatMap((_, at): Mark[] =>
    pack.listWords.pronouns.has(utterance.tokens[at]?.word ?? "") &&
    values.some((each) => isDescribed(utterance, each, { at, head }))
      ? [{ type: "pronoun", from: at, to: at + 1 }]
      : [],
  );
  const counted = countsIn(utterance, list, [...values, ...pronouns, ...places, ...noMore]);
  const words = [...lexiconsOf(pack)].flatMap(([type, lexicon]) =>
    findAll(lexicon, keys).map((found): Mark => ({
      type,
      ...span(found),
      isIsolated: isOneOf(utterance, found, pack.listWords.isolated),
      isBehind: isOneOf(utterance, found, pack.listWords.removeBehind),
    })),
  );
  const markers = findAll(compiled.markers, keys).map((found): Mark => ({ type: "marker", ...span(found) }));
  const or = keys.flatMap((key, at): Mark[] =>
    pack.or.has(key) ? [{ type: "or", from: at, to: at + 1 }] : [],
  );
  const all = [
    ...values,
    ...pronouns,
    ...counted,
    ...[...noMore, ...places, ...words, ...markers, ...or].filter(isFree),
  ];
  // "One more thing, a water" is one water.
  const offers = findAll(phrasesOf(pack.yesMore, pack), keys);
  return withoutOverlaps(all).filter((mark) => !offers.some((each) => overlaps(each, mark.from, mark.to)));
}

const span = ({ from, to }: PhraseMatch<unknown>) => ({ from, to });

/** The "small" of "a small one", but not the "waters" of "two waters, one cola". */
const isDescribed = (
  { text, tokens }: Utterance,
  mark: Mark,
  { at, head }: { readonly at: number; readonly head: WantedField | undefined },
): boolean =>
  mark.type === "field" &&
  mark.to === at &&
  mark.field !== head &&
  text.slice(tokens[at - 1]?.to, tokens[at]?.from).trim() === "";

const isOneOf = (
  { tokens }: Utterance,
  { from, to }: PhraseMatch<true>,
  phrases: readonly string[],
): boolean =>
  phrases.includes(
    tokens
      .slice(from, to)
      .map(({ word }) => word)
      .join(" "),
  );

function valuesOf(utterance: Utterance, field: WantedField, moment: WallTime): readonly Mark[] {
  return readAs(field.wanted, utterance, { moment, asked: false, taken: [] })
    .filter(({ vague }) => vague !== true)
    .map(({ from, to, values }): Mark => {
      const isSeveral =
        field.wanted.kind === "choice" && isPlural(utterance, { from, to }, field.wanted.options);
      return { type: "field", field, from, to, values, ...(isSeveral && { isSeveral }) };
    });
}

/** Whether an option is named by the plural of its name: not "fries", if it is called so. */
function isPlural(
  { pack, text, tokens }: Utterance,
  { from, to }: { readonly from: number; readonly to: number },
  options: readonly WantedOption[],
): boolean {
  const said = text.slice(tokens[from]?.from, tokens[to - 1]?.to).toLowerCase();
  const names = options.flatMap(({ id, label, synonyms }) => [id.replaceAll("_", " "), label, ...synonyms]);
  if (names.some((name) => name.toLowerCase() === said)) return false;
  return names.some((name) => {
    const noun = /\p{L}+$/u.exec(name)?.[0] ?? "";
    const several = pack.nouns.counted(2, noun);
    return (
      several !== undefined && said === (name.slice(0, name.length - noun.length) + several).toLowerCase()
    );
  });
}

/** Numbers, and articles in front of a value: "a margherita", "a large one". Places are none: "the second one". */
function countsIn(utterance: Utterance, { fields }: HeardList, taken: readonly Mark[]): readonly Mark[] {
  const { keys, pack, tokens } = utterance;
  const count = fields.find(({ wanted }) => wanted.kind === "number");
  const marks: Mark[] = [];
  const some = phrasesOf(pack.listWords.some, pack);
  const isTaken = (at: number): boolean => taken.some(({ from, to }) => from <= at && at < to);
  for (let at = 0; at < keys.length; at++) {
    if (isTaken(at)) continue;
    const vague = count === undefined ? undefined : longestAt(some, keys, at);
    if (count !== undefined && vague !== undefined && !isTaken(vague.to - 1) && isCounting(taken, vague.to)) {
      marks.push({ type: "field", field: count, ...span(vague), values: [null] });
      at = vague.to - 1;
      continue;
    }
    const number = numbersAt(utterance, at).find(({ value }) => value !== 0) ?? timesAt(utterance, at);
    if (number !== undefined && !isTaken(number.to - 1)) {
      const isPlace = number.ordinal || pack.placeNouns.includes(tokens[at - 1]?.word ?? "");
      const from = number.ordinal ? at : at - 1;
      if (isPlace) marks.push({ type: "place", place: number.value, from, to: number.to });
      else if (count !== undefined)
        marks.push({ type: "field", field: count, from: at, to: number.to, values: [number.value] });
      at = number.to - 1;
    } else if (count !== undefined && pack.numbers.articles.has(tokens[at]?.word ?? "")) {
      if (isCounting(taken, at + 1))
        marks.push({ type: "field", field: count, from: at, to: at + 1, values: [1] });
    }
  }
  return marks;
}

/** Whether a value follows that may be counted: "a big fat margherita". */
function isCounting(taken: readonly Mark[], at: number): boolean {
  const next = taken.find(({ from }) => from >= at && from < at + articleReach);
  return next?.type === "field";
}

/** "Zweimal". */
function timesAt({ tokens, pack }: Utterance, at: number) {
  const { word = "" } = tokens[at] ?? {};
  const { timesSuffix: suffix } = pack.listWords;
  if (suffix === undefined || !word.endsWith(suffix)) return undefined;
  const stem = word.slice(0, -suffix.length);
  if (pack.numbers.articles.has(stem)) return { value: 1, to: at + 1, ordinal: false };
  const read = pack.numbers.read(stem);
  return read === undefined || read.ordinal ? undefined : { value: read.value, to: at + 1, ordinal: false };
}

/** "A big fat margherita": words from an article to what it counts. */
const articleReach = 3;

function withoutOverlaps(marks: readonly Mark[]): readonly Mark[] {
  const order = (mark: Mark): number => (mark.type === "marker" ? 1 : 0);
  const kept: Mark[] = [];
  for (const mark of [...marks].sort(
    (a, b) => b.to - b.from - (a.to - a.from) || order(a) - order(b) || a.from - b.from,
  ))
    if (!kept.some((each) => overlaps(each, mark.from, mark.to))) kept.push(mark);
  return kept.sort((a, b) => a.from - b.from);
}
