// Language pack contract: what a language must bring so that the matchers understand it. A pack is words as data and
// a few small functions, in a folder beside this file; no matcher knows a word of a language.
//
// Phrases are written plainly ("half past", "p m"): they go through the pack's own tokeniser before they are
// compared, so case, punctuation and apostrophes do not matter. Lists may be in any order; the longest phrase wins.

import type { NumberWords } from "./number-words.ts";
import type { Introductions } from "./introductions.ts";
import type { ListWords } from "./list-words.ts";
import type { TellingWords } from "./telling-words.ts";
import type { PeriodReading } from "./periods.ts";
import type { MeasureUnit } from "../value/measure-unit.ts";
import type { AskableKind } from "../value/value.ts";

/**
 * One word, numeral or sign of an utterance. Its text stays as recognised; alternative meanings come from the pack.
 */
export interface WordToken {
  /** Lower case, without punctuation; numerals keep inner marks: "7:30", "1,000", "21/11/2026". */
  readonly word: string;
  /** Offset in the transcript, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Whether it is written with digits. */
  readonly numeral: boolean;
  /** "24th", "24." */
  readonly ordinal: boolean;
}

/** How the text of a language is cut into tokens; the cutting itself is `flow/engine/understand/word-tokens.ts`. */
export interface Spelling {
  /** Normalises a written word: "dont" → "don't", "alright" → "all right", "p.m" → "pm". */
  readonly respelt: ReadonlyMap<string, string>;
  /** Suffixes that make a numeral an ordinal: "st", "nd"; "." in languages that write it so. */
  readonly ordinalSuffixes: readonly string[];
  readonly decimalMark: "." | ",";
}

/** A time of day. `exact`: the hour counts to 24 ("19:30", "07:00"); otherwise 1 to 12 may be a.m. or p.m. */
export type ClockReading =
  | { readonly type: "clock"; readonly hour: number; readonly minute: number; readonly exact?: boolean }
  /** "in half an hour": minutes from now. */
  | { readonly type: "fromNow"; readonly minutes: number };

/** Hours from `from` to `to`, inclusive of their minutes, counted to 24; `to` below `from` wraps around midnight. */
export interface DayPart {
  readonly phrases: readonly string[];
  readonly from: number;
  readonly to: number;
  /** True if it counts only directly after a time, such as "am", which is an ordinary word elsewhere. */
  readonly onlyAfter?: boolean;
}

/** Weekdays are 0 (Sunday) to 6, months 1 to 12. */
export type DateReading =
  | { readonly type: "offset"; readonly days: number }
  | { readonly type: "months"; readonly months: number }
  /** The first after today, then `weeks` more. */
  | { readonly type: "weekday"; readonly weekday: number; readonly weeks: number }
  /** "next friday": the first after today or the one of the next calendar week. */
  | { readonly type: "nextWeekday"; readonly weekday: number }
  /** "friday next week": of the calendar week (from Monday) after this one; `weeks: 0` is this one. */
  | { readonly type: "weekdayOfWeek"; readonly weekday: number; readonly weeks: number }
  /** The latest before today: "last friday". */
  | { readonly type: "lastWeekday"; readonly weekday: number }
  /**
   * "The last friday in november": the `nth` of its month, -1 is the last. The month is a calendar month, or so many
   * `months` from the present one.
   */
  | {
      readonly type: "weekdayOfMonth";
      readonly weekday: number;
      readonly nth: number;
      readonly in: MonthReading;
    }
  /** "The fifth of next month"; -1 is its last day. */
  | { readonly type: "dayOfMonth"; readonly day: number; readonly months: number }
  | {
      readonly type: "day";
      readonly day: number;
      readonly weekday?: number;
      readonly month?: number;
      readonly year?: number;
    };

/** Without `year` it is the nearest such month; `any`: this one or the next. */
export type MonthReading =
  "any" | { readonly month: number; readonly year?: number } | { readonly months: number };

/** The values that the slots of a pattern matched. */
export interface Slots {
  readonly hour?: number;
  readonly minute?: number;
  readonly day?: number;
  readonly month?: number;
  readonly year?: number;
  readonly weekday?: number;
  readonly n?: number;
  readonly unit?: Unit;
  /** "7:30": minutes are always two digits. `exact`: written with a leading zero, or beyond 12. */
  readonly clock?: { readonly hour: number; readonly minute: number; readonly exact: boolean };
}

export type Unit = "day" | "week" | "month" | "year" | "hour" | "minute";

/**
 * A form of a date or a time: words, `a|b` for either, `?` after what may be missing, and slots: `{hour}` 0–24,
 * `{minute}` 0–59, `{day}` 1–31 (number or ordinal), `{ordinal}` the same but only an ordinal, `{month}`, `{weekday}`,
 * `{year}` 1900–2199, `{n}` 1–999, `{unit}`, `{clock}` a numeral such as "7:30". The longest match of all patterns wins.
 */
export interface Pattern<T> {
  readonly form: string;
  /** The meaning of the matched slots; undefined if their values do not fit together. */
  readonly read: (slots: Slots) => T | undefined;
  /**
   * True if the form is ambiguous ("seven", "the fifth"): it counts only for the asked variable, or after a carrier
   * phrase.
   */
  readonly bare?: boolean;
}

export interface Currency {
  /** "euro", "euros", "€" */
  readonly words: readonly string[];
  /** A hundredth of it: "cent", "cents". */
  readonly minor: readonly string[];
  /** What its notes are called: "fiver". */
  readonly notes?: ReadonlyMap<string, number>;
}

/** Words that move an earlier answer: "an hour later", "one more person". */
export interface Shifts {
  /** Behind a length of time. */
  readonly later: readonly string[];
  readonly earlier: readonly string[];
  /** Behind a number or behind the name of what is counted. */
  readonly more: readonly string[];
  readonly fewer: readonly string[];
  /** Before a number or a name: "another". */
  readonly another: readonly string[];
  /** Behind a length of time that is added to a duration or to the end of a range. */
  readonly longer: readonly string[];
  readonly shorter: readonly string[];
  readonly dayAfter: readonly string[];
  readonly dayBefore: readonly string[];
}

/** Carrier phrases: words around a value that carry no content of their own. */
export interface Carriers {
  /** "at", "for", "my name is" */
  readonly before: readonly string[];
  /** Before a value that is asked for; anywhere else they carry much besides: "for Ada", but "for lunch". */
  readonly asked?: readonly string[];
  readonly after: readonly string[];
}

/** Nouns in the forms that a count or a caller gives them. A word is one word, in lower case unless it is a name. */
export interface Nouns {
  /** What a question for a count has before its noun: "how many". */
  readonly countQuestions: readonly string[];
  /** Nouns are written with a capital. */
  readonly capitals: boolean;
  /** Whether a word is surely a plural, and so the name of what is counted. */
  readonly isPlural: (word: string) => boolean;
  /** The plural of a singular, the singular of a plural, or what either might be. */
  readonly otherForms: (word: string) => readonly string[];
  /** The noun behind a count: "1 adult", "2 adults". Undefined where its singular is unknown. */
  readonly counted: (count: number, noun: string) => string | undefined;
}

/** Words with which callers count people one by one: "two adults and a baby". */
export interface Company {
  /** Nouns of people, singular and plural: "guests", "baby", "wife". */
  readonly people: ReadonlySet<string>;
  /** Those of them that are several, nobody knows how many: "friends". */
  readonly plurals: ReadonlySet<string>;
  /** Those that are two: "parents". */
  readonly pairs: ReadonlySet<string>;
  /** Those that need no article: "mum". */
  readonly named: ReadonlySet<string>;
  /** Before a number that is how old somebody is. */
  readonly ages: readonly string[];
  /** Behind a number that counts nobody: "stars". */
  readonly ratings: ReadonlySet<string>;
  /** "both" */
  readonly both: ReadonlySet<string>;
  /** "a", "my", "our": one of the noun that follows. */
  readonly determiners: ReadonlySet<string>;
  /** The caller: "me". */
  readonly selves: ReadonlySet<string>;
  /** "and", "plus" */
  readonly joiners: ReadonlySet<string>;
  /** May stand before what is added: "maybe". */
  readonly hedges: readonly string[];
}

/** Words around a value that only bounds what is meant. `upTo` may well be it: "no more than six". */
export interface Bounds {
  /** Before a day or a time: "before", "after". */
  readonly when: readonly string[];
  /** Before a day only: "around". */
  readonly day: readonly string[];
  /** Before a time only: "by", "from". */
  readonly time: readonly string[];
  /** Before a number or a sum: "more than", "at least". */
  readonly count: readonly string[];
  readonly upTo: readonly string[];
  /** Those of `count` that behind a noun tell what it amounts to: "eine Rechnung über fünfzig Euro". */
  readonly amount: readonly string[];
  /** Behind any value: "onwards", "at the latest". */
  readonly behind: readonly string[];
  /** Before the first of two ends that "and" joins: "between". */
  readonly between: readonly string[];
}

/** Words before one end of a range of days or times; `rangeWords` and "between" are others. */
export interface Ranges {
  /** "from", "arriving on" */
  readonly starts: readonly string[];
  /** "leaving on" */
  readonly ends: readonly string[];
}

export interface LanguagePack {
  /** The primary subtag of its language. */
  readonly tag: string;
  /** The primary subtag: "en". */
  readonly language: string;
  /** Names of variables are words of this language. */
  readonly namesVariables: boolean;
  readonly spelling: Spelling;
  readonly numbers: NumberWords;
  /** What units of durations and amounts are called: "kilos". */
  readonly measures: ReadonlyMap<string, MeasureUnit>;
  /** Weights that are no unit of their own, in grams: "Pfund". */
  readonly weights: ReadonlyMap<string, number>;
  readonly nouns: Nouns;
  readonly company: Company;
  /** Hesitations without any meaning: "um". They are removed before matching. */
  readonly hesitations: ReadonlySet<string>;
  /** Answers that begin with such a sound: "uh huh". */
  readonly soundAnswers: ReadonlySet<string>;
  /**
   * Words or phrases that neither support nor contradict a match: "please", "I would like", prepositions, articles.
   */
  readonly fillers: readonly string[];
  /** Politeness that looks like a condition: "if you don't mind". */
  readonly conditions: readonly string[];
  /** Fillers that may accompany a command without changing it: "please", "well", "thank you". */
  readonly polite: readonly string[];
  /** Before a command: "can I", "I would like to". */
  readonly requests: readonly string[];
  /** Politeness of other languages, from callers who ask for theirs: "auf Deutsch bitte". */
  readonly foreignPoliteness: readonly string[];
  /** Ask for, or tell, a day of birth: "born". */
  readonly births: ReadonlySet<string>;
  /** Words that are unlikely in a person's name: "the", "what", "is", "want". */
  readonly notInNames: ReadonlySet<string>;
  /** Before what somebody is, and hardly before a name: "my", "a". */
  readonly notBeforeNames: ReadonlySet<string>;
  /** Small words that are given names, too: "will". */
  readonly alsoNames: ReadonlySet<string>;
  /** Parts of a family name that stay small: "de la". */
  readonly nameParticles: ReadonlySet<string>;
  /** Ask: who repeats one of them hardly answers. "how", "which" */
  readonly interrogatives: ReadonlySet<string>;
  /** A thought does not end with them: conjunctions, articles, verbs without what they are about. "and", "the" */
  readonly unfinished: readonly string[];
  /** Who says them has said everything: "thank you", "that's all". */
  readonly finished: readonly string[];
  /** Who says them listens, and wants the speaker to go on: "mm hm", "right", "okay". */
  readonly backchannels: readonly string[];

  /** All words and phrases for yes: "yes", "that's right". */
  readonly yes: readonly string[];
  readonly no: readonly string[];
  /** Yes and no only where nothing else is said: "I have", "it doesn't". */
  readonly yesAlone: readonly string[];
  readonly noAlone: readonly string[];
  /** Negations of what follows: "not", "don't". */
  readonly negations: readonly string[];
  /** Single words between a negation and what it denies: "I don't have any real pain". */
  readonly insideNegations: ReadonlySet<string>;
  /** Correction markers: "no", "I meant", "make it". The value after one replaces the value before it. */
  readonly markers: readonly string[];
  /** Announce a correction only where its value is clear: "i said", "could it be", "but". */
  readonly softMarkers: readonly string[];
  readonly shifts: Shifts;
  readonly listWords: ListWords;
  readonly introductions: Introductions;
  readonly telling: TellingWords;
  /** Words that are mere politeness beside an answer: "yes", "yeah", "okay". */
  readonly affirmations: readonly string[];
  /** Phrases after the name of a variable that ask to correct it: "is wrong", "isn't right". */
  readonly wrong: readonly string[];
  /** Neither yes nor no: "I'm not sure", "I don't know", "no idea". */
  readonly unsure: readonly string[];
  /** Yeses that only say "heard" when a no follows: "okay, no thanks". */
  readonly acknowledgements: readonly string[];
  /** Questions that offer more: "anything else". Where they are asked, `noMore` is a no and `yesMore` a yes. */
  readonly moreOffers: readonly string[];
  readonly noMore: readonly string[];
  readonly yesMore: readonly string[];
  /** A yes that stays one whatever follows it: "yes", but not "right" ("right now …"). */
  readonly plainYes: ReadonlySet<string>;
  readonly plainNo: ReadonlySet<string>;
  /** Who begins with them asks: "is it", "do you". */
  readonly questionStarts: readonly string[];
  /** Who says them tells, wonders or puts off rather than answers: "nobody", "if", "yesterday". */
  readonly asides: readonly string[];
  /** Of these, what does not even name a subject: "too expensive", "if". */
  readonly rejections: readonly string[];
  /** Tell of a day, a time, a sum or an option, and choose none: "was", "is too early". */
  readonly spoilers: readonly string[];
  /** Choose all the same: "works best". */
  readonly choosers: readonly string[];
  /** Phrases in which a yes or a no is none: "right now". */
  readonly notAnswers: readonly string[];
  /** Begin what is so, or is not so: "I have", "there is". */
  readonly statements: readonly string[];
  /** "or" */
  readonly or: ReadonlySet<string>;

  readonly carriers: Readonly<Record<AskableKind, Carriers>>;
  /** Nouns for the values of a type, for variables without a name of their own: "day", "time", "number". */
  readonly typeNames: Readonly<Record<AskableKind, readonly string[]>>;
  /** "the second one" → 2, "the last one" → -1. Numbers by place are read by `numbers`. */
  readonly places: ReadonlyMap<string, number>;
  /** Words before a number that make it a position in a list: "number", "option". */
  readonly placeNouns: readonly string[];
  /** "Neither … nor": behind the first, the second denies. */
  readonly neither: readonly [first: string, second: string];
  /** Right before the name of an option they make it another one: the "extra" of "extra large". */
  readonly modifiers: ReadonlySet<string>;

  readonly weekdays: ReadonlyMap<string, number>;
  readonly months: ReadonlyMap<string, number>;
  readonly units: ReadonlyMap<string, Unit>;
  readonly times: readonly Pattern<ClockReading>[];
  readonly dayParts: readonly DayPart[];
  readonly dates: readonly Pattern<DateReading>[];
  readonly periods: readonly Pattern<PeriodReading>[];
  /** Between the first and the last day of a stay: "to", "until". */
  readonly rangeWords: ReadonlySet<string>;
  /** Words that make a value the end of a range, so that it is no answer itself: "before eight", "over a hundred". */
  readonly ranges: Ranges;
  readonly bounds: Bounds;
  /** Order of a numeric date such as "3/4": `dm` is day first. Two orders mean that it is ambiguous. */
  readonly numericDates: readonly ("dm" | "md")[];

  /** By ISO 4217 code. */
  readonly currencies: ReadonlyMap<string, Currency>;

  /** Words for letters: "alpha" → "a", "zed" → "z". Single letters need none. */
  readonly letters: ReadonlyMap<string, string>;
  /** Words that sound like a letter: "you" → "u". Read as letters only where the mask of a code expects one. */
  readonly letterSounds: ReadonlyMap<string, string>;
  /** "as in", "for", "like": a letter, this, a word with that letter. */
  readonly asIn: readonly string[];
  /** Before the two parts of a person's name: "first name", "surname". */
  readonly nameParts: { readonly given: readonly string[]; readonly family: readonly string[] };
  /** Signs of addresses and codes: "dot" → ".", "at" → "@", "underscore" → "_". */
  readonly signs: ReadonlyMap<string, string>;

  /** Phrases of `help operator goodbye repeat wait back start_over skip`. */
  readonly handlers: ReadonlyMap<string, readonly string[]>;
}
