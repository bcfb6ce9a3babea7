// Plain pack: the pack of a language that is understood by the rules of the grammar alone. What older readers beside the
// grammar look for in a text stays empty but for digits, letters and signs, which private data is found by.

import { type AskableKind, askable } from "../value/value.ts";
import type { Carriers, LanguagePack, Nouns } from "./language-pack.ts";
import type { NumberRank, NumberWords } from "./number-words.ts";

interface OwnWords {
  readonly tag: string;
  readonly decimalMark: "." | ",";
  readonly nouns: Nouns;
  readonly hesitations: readonly string[];
  readonly unfinished: readonly string[];
  readonly finished: readonly string[];
  readonly backchannels: readonly string[];
  readonly yes: readonly string[];
  readonly no: readonly string[];
  readonly notInNames: readonly string[];
  /** From zero on. */
  readonly digits: readonly string[];
  /** From ten to nineteen, and from twenty to ninety. */
  readonly teens: readonly string[];
  readonly tens: readonly string[];
  readonly plus: string;
  readonly signs: ReadonlyMap<string, string>;
  readonly letters: ReadonlyMap<string, string>;
  readonly handlers: ReadonlyMap<string, readonly string[]>;
}

const none: ReadonlySet<string> = new Set();
const empty = new Map<string, never>();
const silent: Carriers = { before: [], after: [] };

const byKind = <T>(value: T) =>
  Object.fromEntries(askable.map((kind) => [kind, value])) as Record<AskableKind, T>;

/** No numbers but those that are read. */
const silentNumbers: Omit<NumberWords, "read" | "plus"> = {
  joiners: none,
  unitFirst: false,
  point: none,
  minus: none,
  phrases: empty,
  halves: [],
  scales: empty,
  parts: empty,
  unitParts: empty,
  wholeWords: none,
  partOf: [],
  partsOf: [],
  articles: none,
  timeSpans: empty,
  none,
  notBeforeOne: none,
  digits: empty,
  repeats: empty,
  aloneOne: none,
  percent: none,
  vague: none,
  rates: [],
  per: none,
  instalments: none,
  all: none,
};

/** What only older readers look for. */
const silentWords = {
  measures: empty,
  weights: empty,
  company: {
    people: none,
    plurals: none,
    pairs: none,
    named: none,
    ages: [],
    ratings: none,
    both: none,
    determiners: none,
    selves: none,
    joiners: none,
    hedges: [],
  },
  soundAnswers: none,
  fillers: [],
  conditions: [],
  polite: [],
  requests: [],
  foreignPoliteness: [],
  births: none,
  notBeforeNames: none,
  alsoNames: none,
  nameParticles: none,
  interrogatives: none,
  yesAlone: [],
  noAlone: [],
  negations: [],
  insideNegations: none,
  markers: [],
  softMarkers: [],
  shifts: {
    later: [],
    earlier: [],
    more: [],
    fewer: [],
    another: [],
    longer: [],
    shorter: [],
    dayAfter: [],
    dayBefore: [],
  },
  listWords: {
    remove: [],
    removeBehind: [],
    isolated: [],
    instead: [],
    insteadOf: [],
    change: [],
    into: [],
    everything: [],
    more: [],
    add: [],
    pronouns: none,
    some: [],
    it: [],
  },
  introductions: { asking: [], starts: [], names: [], absences: [] },
  telling: {
    refusals: [],
    reports: [],
    past: /(?!)/,
    possessions: [],
    provisos: [],
    wishes: [],
    reasons: none,
    anybody: none,
    nobody: [],
    somebody: [],
  },
  wrong: [],
  unsure: [],
  acknowledgements: [],
  moreOffers: [],
  noMore: [],
  yesMore: [],
  plainYes: none,
  plainNo: none,
  questionStarts: [],
  asides: [],
  rejections: [],
  spoilers: [],
  choosers: [],
  notAnswers: [],
  statements: [],
  or: none,
  carriers: byKind(silent),
  typeNames: byKind<readonly string[]>([]),
  places: empty,
  placeNouns: [],
  neither: ["", ""],
  modifiers: none,
  weekdays: empty,
  months: empty,
  units: empty,
  times: [],
  dayParts: [],
  dates: [],
  periods: [],
  rangeWords: none,
  ranges: { starts: [], ends: [] },
  bounds: {
    when: [],
    day: [],
    time: [],
    count: [],
    upTo: [],
    amount: [],
    behind: [],
    between: [],
  },
  numericDates: ["dm"],
  currencies: empty,
  letterSounds: empty,
  asIn: [],
  nameParts: { given: [], family: [] },
} satisfies Partial<LanguagePack>;

export function plainPack(own: OwnWords): LanguagePack {
  const ranks: readonly (readonly [readonly string[], NumberRank, (at: number) => number])[] = [
    [own.digits, "unit", (at) => at],
    [own.teens, "teen", (at) => at + 10],
    [own.tens, "ten", (at) => (at + 2) * 10],
  ];
  const numbers = new Map(
    ranks.flatMap(([words, rank, valueAt]) =>
      words.map((word, at) => [word, { value: valueAt(at), rank, ordinal: false }] as const),
    ),
  );
  return {
    ...silentWords,
    tag: own.tag,
    language: own.tag,
    namesVariables: false,
    spelling: { respelt: new Map(), ordinalSuffixes: [], decimalMark: own.decimalMark },
    numbers: { ...silentNumbers, read: (word) => numbers.get(word), plus: new Set([own.plus]) },
    nouns: own.nouns,
    hesitations: new Set(own.hesitations),
    notInNames: new Set(own.notInNames),
    unfinished: own.unfinished,
    finished: own.finished,
    backchannels: own.backchannels,
    yes: own.yes,
    no: own.no,
    affirmations: own.yes,
    letters: own.letters,
    signs: own.signs,
    handlers: own.handlers,
  };
}
