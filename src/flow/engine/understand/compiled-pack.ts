// Compiled language pack: a pack prepared for matching, with phrases tokenised and patterns taken apart. It is made
// once for each pack.

import type {
  ClockReading,
  DateReading,
  DayPart,
  LanguagePack,
  Shifts,
  WordToken,
} from "../../locale/language-pack.ts";
import type { Introductions } from "../../locale/introductions.ts";
import type { PeriodReading } from "../../locale/periods.ts";
import { type Dimension, type MeasureUnit, sizeOf } from "../../value/measure-unit.ts";
import { askable, type AskableKind } from "../../value/value.ts";
import { type LexiconEntry, type Lexicon, lexiconOf } from "./lexicon.ts";
import { compileForms, type PatternForms } from "./pattern-forms.ts";
import { tokenise } from "./word-tokens.ts";

export interface CarrierPhrases {
  readonly before: Lexicon<true>;
  /** Those of `before` that carry a value although nobody asked for it. */
  readonly unasked: Lexicon<true>;
  readonly after: Lexicon<true>;
}

/** What units of one dimension are called. */
export interface MeasureScale {
  readonly units: Lexicon<MeasureUnit>;
  /** Measures in one word, such as "fortnight", in the first unit of the dimension. */
  readonly spans: Lexicon<number>;
  /** Behind a whole unit of this size a bare number counts units of size 1, fewer than this: "one hour fifteen". */
  readonly split?: number;
}

export interface CompiledPack {
  readonly pack: LanguagePack;
  /** Fillers, affirmations, markers and "or": what does not count beside an answer. */
  readonly neutral: Lexicon<true>;
  readonly conditions: Lexicon<true>;
  readonly markers: Lexicon<true>;
  readonly softMarkers: Lexicon<true>;
  readonly shifts: Readonly<Record<keyof Shifts, Lexicon<true>>>;
  readonly negations: Lexicon<true>;
  readonly wrong: Lexicon<true>;
  readonly unsure: Lexicon<true>;
  /** `yesNo` where more was offered: "that's it" is a no there. */
  readonly yesNoMore: Lexicon<boolean>;
  readonly moreOffers: Lexicon<true>;
  readonly questionStarts: Lexicon<true>;
  readonly asides: Lexicon<true>;
  readonly rejections: Lexicon<true>;
  readonly spoilers: Lexicon<true>;
  readonly choosers: Lexicon<true>;
  readonly notAnswers: Lexicon<true>;
  readonly statements: Lexicon<true>;
  readonly introductions: Readonly<Record<keyof Introductions, Lexicon<true>>>;
  readonly refusals: Lexicon<true>;
  readonly reports: Lexicon<true>;
  readonly possessions: Lexicon<true>;
  readonly provisos: Lexicon<true>;
  readonly wishes: Lexicon<true>;
  /** `yesNo` where anybody is asked for: "nobody" is a no there. */
  readonly yesNoAnybody: Lexicon<boolean>;
  readonly acknowledgements: Lexicon<true>;
  readonly yesNo: Lexicon<boolean>;
  readonly yesNoAlone: Lexicon<boolean>;
  readonly numberPhrases: Lexicon<number>;
  readonly halves: Lexicon<true>;
  readonly parts: Lexicon<number>;
  readonly unitParts: Lexicon<number>;
  readonly partOf: Lexicon<true>;
  /** Beside a number that counts a part of another one: "of them". */
  readonly partsOf: Lexicon<true>;
  /** Behind a value, what it is of each: "a day". */
  readonly rates: Lexicon<true>;
  readonly scales: Readonly<Record<Dimension, MeasureScale>>;
  readonly hedges: Lexicon<true>;
  /** Before a value: whether it is no answer itself. */
  readonly bounds: Readonly<Record<"day" | "time" | "count", Lexicon<boolean>>>;
  readonly boundsBehind: Lexicon<true>;
  /** Before the first or the last day or time of a range. */
  readonly ranges: Readonly<Record<"starts" | "ends", Lexicon<true>>>;
  readonly between: Lexicon<true>;
  readonly amounts: Lexicon<true>;
  readonly carriers: ReadonlyMap<AskableKind, CarrierPhrases>;
  readonly places: Lexicon<number>;
  readonly dayParts: Lexicon<DayPart>;
  readonly weekdays: Lexicon<number>;
  readonly months: Lexicon<number>;
  readonly times: PatternForms<ClockReading>;
  readonly dates: PatternForms<DateReading>;
  readonly periods: PatternForms<PeriodReading>;
  readonly polite: Lexicon<true>;
  /** Politeness that may begin a command: "can I". */
  readonly requests: Lexicon<true>;
  readonly politeness: Lexicon<true>;
  readonly currencies: Lexicon<CurrencyWord>;
  readonly asIn: Lexicon<true>;
  readonly signs: Lexicon<string>;
  readonly letterSounds: Lexicon<string>;
  readonly nameParts: Readonly<Record<"given" | "family", Lexicon<true>>>;
}

/** What a word for money may mean: dollars are of several countries. */
export interface CurrencyWord {
  readonly currencies: readonly string[];
  /** A hundredth of it. */
  readonly minor: boolean;
}

const compiledPacks = new WeakMap<LanguagePack, CompiledPack>();

/** The compiled form of a pack, cached by the pack's identity. */
export function compiledOf(pack: LanguagePack): CompiledPack {
  const known = compiledPacks.get(pack);
  if (known !== undefined) return known;
  const compiled = compile(pack);
  compiledPacks.set(pack, compiled);
  return compiled;
}

/** The key by which words are compared: number words and numerals of one value have the same. */
export function keyOf({ word, numeral, ordinal }: WordToken, pack: LanguagePack): string {
  if (numeral) return ordinal ? `${word}.` : word;
  const read = pack.numbers.read(word);
  if (read === undefined || read.rank === "hundred" || read.rank === "thousand" || read.rank === "million") {
    return word;
  }
  return read.ordinal ? `${read.value}.` : String(read.value);
}

function keysOf(phrase: string, pack: LanguagePack): readonly string[] {
  const known = knownKeys.get(pack) ?? new Map<string, readonly string[]>();
  knownKeys.set(pack, known);
  const found = known.get(phrase);
  if (found !== undefined) return found;
  // Phrases of flows recur with every utterance. The cache is emptied when it is full, as on a server with many
  // flows.
  if (known.size >= knownPhrasesMax) known.clear();
  const keys = cut(phrase, pack);
  known.set(phrase, keys);
  return keys;
}

const knownKeys = new WeakMap<LanguagePack, Map<string, readonly string[]>>();
const knownPhrasesMax = 10_000;

const cut = (text: string, pack: LanguagePack): readonly string[] =>
  meantTokens(text, pack).map((token) => keyOf(token, pack));

/** The tokens without hesitations ("um"); the sounds of "uh huh" are an answer. */
export function meantTokens(text: string, pack: LanguagePack): readonly WordToken[] {
  const tokens = tokenise(text, pack.spelling);
  const isAnswer = (at: number): boolean =>
    pack.soundAnswers.has(`${tokens[at]?.word ?? ""} ${tokens[at + 1]?.word ?? ""}`);
  return tokens.filter(({ word }, at) => !pack.hesitations.has(word) || isAnswer(at) || isAnswer(at - 1));
}

/** Phrases of a flow or a pack as a lexicon with one meaning. */
export function phrasesOf(phrases: Iterable<string>, pack: LanguagePack): Lexicon<true> {
  return lexiconOf(entriesOf(phrases, true, pack));
}

/** Names as callers say them: as they are, and with their first or last word in the plural or the singular. */
export function inAnyNumber(names: readonly string[], pack: LanguagePack): readonly string[] {
  return [...names, ...names.flatMap((name) => otherNumberOf(name, pack))];
}

/**
 * A name in its other number: "coffees", and "slices of cake". Small words are no nouns, and a form that is one is none of
 * the name.
 */
export function otherNumberOf(name: string, pack: LanguagePack): readonly string[] {
  const known = knownForms.get(pack) ?? new Map<string, readonly string[]>();
  knownForms.set(pack, known);
  const found = known.get(name);
  if (found !== undefined) return found;
  if (known.size >= knownPhrasesMax) known.clear();
  const said = name.toLowerCase();
  const [, before = "", last = ""] = /^(.*?)(\p{L}{3,40})$/u.exec(said) ?? [];
  const [, first = "", behind = ""] = /^(\p{L}{3,40})(\P{L}.*\p{L})$/u.exec(said) ?? [];
  const { neutral } = compiledOf(pack);
  const formsOf = (word: string): readonly string[] =>
    (word === "" ? [] : pack.nouns.otherForms(word)).filter(
      (form) => form.length >= 3 && !pack.notInNames.has(form) && !neutral.has(form),
    );
  const forms = [
    ...formsOf(last).map((form) => before + form),
    ...formsOf(first).map((form) => form + behind),
  ];
  known.set(name, forms);
  return forms;
}

const knownForms = new WeakMap<LanguagePack, Map<string, readonly string[]>>();

/** Lexicon entries with one value for all phrases. */
export function entriesOf<T>(phrases: Iterable<string>, value: T, pack: LanguagePack): LexiconEntry<T>[] {
  return [...phrases].map((phrase) => ({ words: keysOf(phrase, pack), value }));
}

function mapped<T>(map: Iterable<readonly [string, T]>, pack: LanguagePack): Lexicon<T> {
  return lexiconOf([...map].map(([phrase, value]) => ({ words: keysOf(phrase, pack), value })));
}

function compile(pack: LanguagePack): CompiledPack {
  const lexicon = (phrases: Iterable<string>) => phrasesOf(phrases, pack);
  return {
    pack,
    ...tellingWords(pack),
    ...countingWords(pack),
    conditions: lexicon(pack.conditions),
    neutral: lexicon([
      ...pack.fillers,
      ...pack.conditions,
      ...pack.affirmations,
      ...pack.markers,
      ...pack.or,
    ]),
    markers: lexicon(pack.markers),
    softMarkers: lexicon(pack.softMarkers),
    shifts: {
      later: lexicon(pack.shifts.later),
      earlier: lexicon(pack.shifts.earlier),
      more: lexicon(pack.shifts.more),
      fewer: lexicon(pack.shifts.fewer),
      another: lexicon(pack.shifts.another),
      longer: lexicon(pack.shifts.longer),
      shorter: lexicon(pack.shifts.shorter),
      dayAfter: lexicon(pack.shifts.dayAfter),
      dayBefore: lexicon(pack.shifts.dayBefore),
    },
    yesNoMore: yesNoOf(pack, { yes: pack.yesMore, no: pack.noMore }),
    yesNoAnybody: yesNoOf(pack, { yes: pack.telling.somebody, no: pack.telling.nobody }),
    yesNo: yesNoOf(pack, { yes: [], no: [] }),
    yesNoAlone: lexiconOf([...entriesOf(pack.yesAlone, true, pack), ...entriesOf(pack.noAlone, false, pack)]),
    hedges: lexicon(pack.company.hedges),
    bounds: {
      day: boundsOf(pack, [...pack.bounds.when, ...pack.bounds.day]),
      time: boundsOf(pack, [...pack.bounds.when, ...pack.bounds.time]),
      count: boundsOf(pack, pack.bounds.count),
    },
    boundsBehind: lexicon(pack.bounds.behind),
    between: lexicon(pack.bounds.between),
    ranges: { starts: lexicon(pack.ranges.starts), ends: lexicon(pack.ranges.ends) },
    amounts: lexicon(pack.bounds.amount),
    carriers: new Map(
      askable.map((kind) => {
        const { before, asked = [], after } = pack.carriers[kind];
        const all = { before: lexicon([...before, ...asked]), unasked: lexicon(before) };
        return [kind, { ...all, after: lexicon(after) }];
      }),
    ),
    places: mapped(pack.places, pack),
    dayParts: lexiconOf(pack.dayParts.flatMap((part) => entriesOf(part.phrases, part, pack))),
    weekdays: mapped(pack.weekdays, pack),
    months: mapped(pack.months, pack),
    times: compileForms(pack.times),
    dates: compileForms(pack.dates),
    periods: compileForms(pack.periods),
    requests: lexicon([...pack.requests, ...pack.polite, ...pack.foreignPoliteness]),
    polite: lexicon([...pack.polite, ...pack.foreignPoliteness]),
    politeness: lexicon([...pack.polite, ...pack.affirmations, ...pack.markers]),
    currencies: currenciesOf(pack),
    asIn: lexicon(pack.asIn),
    signs: mapped(pack.signs, pack),
    letterSounds: mapped(pack.letterSounds, pack),
    nameParts: { given: lexicon(pack.nameParts.given), family: lexicon(pack.nameParts.family) },
  };
}

/** `first`: phrases that mean it here, whatever they mean elsewhere. */
const yesNoOf = (
  pack: LanguagePack,
  first: Readonly<Record<"yes" | "no", readonly string[]>>,
): Lexicon<boolean> =>
  lexiconOf([
    ...entriesOf(first.no, false, pack),
    ...entriesOf(first.yes, true, pack),
    ...entriesOf(pack.yes, true, pack),
    ...entriesOf(pack.no, false, pack),
  ]);

/** Words of numbers beside the plain ones, and of what they count. */
function countingWords(pack: LanguagePack) {
  return {
    numberPhrases: mapped(pack.numbers.phrases, pack),
    halves: phrasesOf(pack.numbers.halves, pack),
    parts: mapped(pack.numbers.parts, pack),
    unitParts: mapped(pack.numbers.unitParts, pack),
    partOf: phrasesOf(pack.numbers.partOf, pack),
    partsOf: phrasesOf(pack.numbers.partsOf, pack),
    rates: phrasesOf(pack.numbers.rates, pack),
    scales: scalesOf(pack),
  };
}

/** Words that say what the others are worth: they deny, doubt, ask or tell. */
function tellingWords(pack: LanguagePack) {
  const lexicon = (phrases: Iterable<string>) => phrasesOf(phrases, pack);
  return {
    negations: lexicon(pack.negations),
    wrong: lexicon(pack.wrong),
    unsure: lexicon(pack.unsure),
    moreOffers: lexicon(pack.moreOffers),
    questionStarts: lexicon(pack.questionStarts),
    asides: lexicon(pack.asides),
    rejections: lexicon(pack.rejections),
    spoilers: lexicon(pack.spoilers),
    choosers: lexicon(pack.choosers),
    notAnswers: lexicon(pack.notAnswers),
    statements: lexicon(pack.statements),
    introductions: introductionsOf(pack),
    acknowledgements: lexicon(pack.acknowledgements),
    refusals: lexicon(pack.telling.refusals),
    reports: lexicon(pack.telling.reports),
    possessions: lexicon(pack.telling.possessions),
    provisos: lexicon(pack.telling.provisos),
    wishes: lexicon(pack.telling.wishes),
  };
}

const introductionsOf = (pack: LanguagePack): CompiledPack["introductions"] => ({
  asking: phrasesOf(pack.introductions.asking, pack),
  starts: phrasesOf(pack.introductions.starts, pack),
  names: phrasesOf(pack.introductions.names, pack),
  absences: phrasesOf(pack.introductions.absences, pack),
});

const minutesInHour = 60;

const spansOf = ({ numbers, weights }: LanguagePack, dimension: Dimension): ReadonlyMap<string, number> =>
  dimension === "time" ? numbers.timeSpans : dimension === "mass" ? weights : new Map();

function scalesOf(pack: LanguagePack): Readonly<Record<Dimension, MeasureScale>> {
  const scale = (dimension: Dimension): MeasureScale => ({
    units: mapped(
      [...pack.measures].filter(([, unit]) => sizeOf(unit).dimension === dimension),
      pack,
    ),
    spans: mapped(spansOf(pack, dimension), pack),
    ...(dimension === "time" && { split: minutesInHour }),
  });
  return {
    time: scale("time"),
    calendar: scale("calendar"),
    mass: scale("mass"),
    volume: scale("volume"),
    length: scale("length"),
    area: scale("area"),
  };
}

const boundsOf = (pack: LanguagePack, apart: readonly string[]): Lexicon<boolean> =>
  lexiconOf([...entriesOf(apart, true, pack), ...entriesOf(pack.bounds.upTo, false, pack)]);

function currenciesOf(pack: LanguagePack): Lexicon<CurrencyWord> {
  const all = [...pack.currencies].flatMap(([currency, { words, minor }]) => [
    ...words.map((word) => ({ word, currency, minor: false })),
    ...minor.map((word) => ({ word, currency, minor: true })),
  ]);
  const grouped = [...Map.groupBy(all, ({ word }) => word)];
  return lexiconOf(
    grouped.map(([word, same]) => ({
      words: keysOf(word, pack),
      value: { currencies: same.map(({ currency }) => currency), minor: same.every(({ minor }) => minor) },
    })),
  );
}
