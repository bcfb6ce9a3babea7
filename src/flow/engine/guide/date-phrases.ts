// Date and time grammar: what may be said for a date or a time, made from the patterns of a pack. Which values fit a
// slot is found by trying them on the pattern: "{hour} {minute}" has no minute below ten.

import type { LanguagePack, Pattern, Slots, Unit } from "../../locale/language-pack.ts";
import { compilePattern, type FormElement, type SlotName } from "../understand/pattern-forms.ts";
import { cardinalsTree, ordinalsTree, yearsTree } from "./number-phrases.ts";
import {
  anyOf,
  type PhraseForm,
  formsTree,
  type MaybeSayable,
  optional,
  phrasesTree,
  type PhraseStep,
  sequence,
} from "./phrase-tree.ts";
import type { GuideWords } from "./guide-words.ts";
import { spokenWords } from "./spoken-words.ts";

export interface DateLanguage {
  readonly pack: LanguagePack;
  readonly words: GuideWords;
  /**
   * Whether "the third" and "the third of May" begin with one branch. That takes fewer words; apart, a bare one is heard
   * better, and what sounds like one worse.
   */
  readonly sharesDays?: boolean;
}

/** "In 59 days" is the largest amount; what is further off is said as a date. */
const amountMax = 59;

type Numbers = Readonly<Record<Exclude<keyof Slots, "clock" | "unit">, number>>;

const typical: Numbers = {
  hour: 7,
  minute: 30,
  day: 15,
  month: 6,
  year: 2000,
  weekday: 3,
  n: 2,
};

/** Sample values for trying a pattern. "Seven oh five" needs a minute below ten, "the third Friday" one of five. */
const typicals: readonly Numbers[] = [typical, { ...typical, minute: 5 }, { ...typical, day: 3 }];

const bounds: Readonly<Record<Exclude<SlotName, "clock" | "unit">, readonly [number, number]>> = {
  hour: [1, 23],
  minute: [1, 59],
  day: [1, 31],
  ordinal: [1, 31],
  month: [1, 12],
  year: [1900, 2199],
  weekday: [0, 6],
  n: [1, amountMax],
};

const unitNames: readonly Unit[] = ["day", "week", "month", "year", "hour", "minute"];

/** The tree of everything that the patterns can say. */
function patternsTree<T>(patterns: readonly Pattern<T>[], calendar: DateLanguage): MaybeSayable {
  const joined = joinedForms(patterns, calendar.words.the);
  const variants = joined.map(({ form }) => variantsOf(form));
  const isKnown = (at: number): boolean =>
    variants.some(
      (other, index) =>
        index !== at &&
        other.length > (variants[at]?.length ?? 0) &&
        variants[at]?.every((each) => other.includes(each)) === true,
    );
  return formsTree(joined.flatMap((pattern, index) => (isKnown(index) ? [] : formOf(pattern, calendar))));
}

/** "{ordinal}" and "the {ordinal}" are "the? {ordinal}". */
function joinedForms<T>(patterns: readonly Pattern<T>[], the: string): readonly Pattern<T>[] {
  const forms = new Set(patterns.map(({ form }) => form));
  return patterns.flatMap((pattern) => {
    if (forms.has(`${the} ${pattern.form}`)) return { ...pattern, form: `${the}? ${pattern.form}` };
    const rest = pattern.form.startsWith(`${the} `) ? pattern.form.slice(the.length + 1) : undefined;
    return rest !== undefined && forms.has(rest) ? [] : pattern;
  });
}

/** "the? {day}" is "the {day}" and "{day}". */
function variantsOf(form: string): readonly string[] {
  return form
    .split(" ")
    .reduce<readonly string[]>(
      (all, part) =>
        part.endsWith("?")
          ? [...all.map((before) => `${before} ${part.slice(0, -1)}`), ...all]
          : all.map((before) => `${before} ${part}`),
      [""],
    );
}

function formOf<T>(pattern: Pattern<T>, calendar: DateLanguage): readonly PhraseForm[] {
  const { elements } = compilePattern(pattern);
  const slots = elements.flatMap((element) => (element.type === "slot" ? [element.slot] : []));
  if (slots.includes("clock")) return [];
  const sample = typicals
    .flatMap((numbers) => unitNames.map((unit) => samples(slots, { ...numbers, unit })))
    .find((each) => pattern.read(each) !== undefined);
  if (sample === undefined) return [];
  const steps = elements.map((element, index) => {
    if (element.type === "words") return wordsStep(element, calendar);
    const allows = (value: number | Unit): boolean => {
      // People do not say "half past fifteen".
      if (element.slot === "hour" && index > 0 && Number(value) > 12) return false;
      return pattern.read({ ...sample, [fieldOf(element.slot)]: value }) !== undefined;
    };
    return slotStep(element, allows, calendar);
  });
  return steps.every((step) => step !== undefined) ? [{ steps }] : [];
}

const fieldOf = (slot: SlotName): keyof Slots => (slot === "ordinal" ? "day" : slot);

/** Sample values for all slots of a pattern but clocks ("7:30"), which are written and not said. */
function samples(slots: readonly SlotName[], values: Numbers & { readonly unit: Unit }): Slots {
  const fields = slots.map(fieldOf).filter((field) => field !== "clock");
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

function wordsStep(
  { words, optional: isOptional }: Extract<FormElement, { type: "words" }>,
  calendar: DateLanguage,
): PhraseStep | undefined {
  const usual = [...words].filter((word) => !calendar.words.rareWords.has(word));
  const all = (usual.length > 0 ? usual : [...words])
    .map((word) => spokenWords(word, calendar.words))
    .filter((word) => word !== "");
  const said = anyOf(...all);
  const key = `${all.join("|")}${isOptional ? "?" : ""}`;
  if (said === undefined) return undefined;
  return { key, said: isOptional ? { optional: said } : said };
}

function slotStep(
  { slot, optional: isOptional }: Extract<FormElement, { type: "slot" }>,
  allows: (value: number | Unit) => boolean,
  calendar: DateLanguage,
): PhraseStep | undefined {
  if (slot === "clock") return undefined;
  const { pack, words, sharesDays = false } = calendar;
  if (slot === "unit") {
    const names = unitNames.filter(allows).flatMap((unit) => namesOf(unit, pack));
    const said = anyOf(...names);
    return said === undefined ? undefined : { key: `{unit ${names.join(" ")}}`, said };
  }
  const [from, to] = bounds[slot];
  const allowed = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(allows);
  const [min, max] = [allowed[0], allowed.at(-1)];
  if (min === undefined || max === undefined) return undefined;
  const hasGaps = allowed.length < max - min + 1;
  const said = hasGaps
    ? anyOf(...allowed.map((each) => slotTree(slot, { min: each, max: each }, { pack, words })))
    : slotTree(slot, { min, max }, { pack, words });
  if (said === undefined) return undefined;
  return {
    key: `{${sharesDays ? fieldOf(slot) : slot} ${hasGaps ? allowed.join(" ") : `${min}-${max}`}}${isOptional ? "?" : ""}`,
    said: isOptional ? { optional: said } : said,
  };
}

function slotTree(
  slot: Exclude<SlotName, "clock" | "unit">,
  range: { readonly min: number; readonly max: number },
  { pack, words }: DateLanguage,
): MaybeSayable {
  switch (slot) {
    case "hour":
    case "minute":
    case "n":
      return cardinalsTree(words, range);
    case "day":
    case "ordinal":
      return ordinalsTree(words, range);
    case "year":
      return yearsTree(words);
    case "month":
      return anyOf(...fullNames(pack.months, range));
    case "weekday":
      return anyOf(...fullNames(pack.weekdays, range));
  }
}

/** "Day" and "days"; what else stands for one is rare. */
const namesOf = (unit: Unit, { units }: LanguagePack): readonly string[] =>
  [...units]
    .filter(([, each]) => each === unit)
    .map(([name]) => name)
    .slice(0, 2);

/** The first name of each; others are abbreviations. */
function fullNames(
  names: ReadonlyMap<string, number>,
  { min, max }: { readonly min: number; readonly max: number },
): readonly string[] {
  const byValue = new Map([...names].reverse().map(([name, value]) => [value, name]));
  return [...byValue].filter(([value]) => value >= min && value <= max).map(([, name]) => name);
}

/** "In the morning", "a.m." */
function dayPartsTree(
  { pack, words }: DateLanguage,
  { namesDay }: { readonly namesDay: boolean },
): MaybeSayable {
  const phrases = pack.dayParts.flatMap(({ phrases: all, onlyAfter }) => {
    // "Am" is read as a word of its own; with full stops it is two letters.
    const dotted = all.filter((phrase) => phrase.includes("."));
    return onlyAfter === true && dotted.length > 0 ? dotted : all;
  });
  const usual = phrases.filter((phrase) => namesDay || !words.todayParts.has(phrase));
  return phrasesTree(usual.map((phrase) => spokenWords(phrase, words)));
}

export interface ValueTrees {
  /** All forms in one tree, for the variable that is asked. */
  readonly all: MaybeSayable;
  /** What can hardly mean something else. */
  readonly clear: MaybeSayable;
  /** What might ("seven"), and counts only where it is asked for. */
  readonly bare: MaybeSayable;
}

export interface TimeTrees extends ValueTrees {
  /** "In the evening", which may follow both and makes bare ones clear. */
  readonly part: MaybeSayable;
}

/** `namesDay`: whether "tonight" belongs to the time. */
export function timesTrees(calendar: DateLanguage, options: { readonly namesDay: boolean }): TimeTrees {
  return { ...formsOf(calendar.pack.times, calendar), part: dayPartsTree(calendar, options) };
}

/** `years`: whether the year may be said too. */
export function datesTrees(
  calendar: DateLanguage,
  { years, daysAlone }: { readonly years: boolean; readonly daysAlone: boolean },
): ValueTrees {
  const dates = calendar.pack.dates.filter(({ form, bare }) => {
    if (bare === true && !daysAlone) return false;
    if (!form.includes("{year}")) return true;
    return years && !form.includes("{weekday}");
  });
  return formsOf(dates, calendar);
}

/** Of days or of times, the forms in which people say the ends of a range: both ends have to fit into one grammar. */
export function endsTree(kind: "date_range" | "time_range", calendar: DateLanguage): MaybeSayable {
  const { rangeForms } = calendar.words;
  const among = <T>(patterns: readonly Pattern<T>[]): MaybeSayable =>
    patternsTree(
      patterns.filter(({ form }) => rangeForms.has(form)),
      { ...calendar, sharesDays: true },
    );
  if (kind === "date_range") return among(calendar.pack.dates);
  const time = among(calendar.pack.times);
  return sequence(time, ...optional(dayPartsTree(calendar, { namesDay: false })));
}

function formsOf<T>(patterns: readonly Pattern<T>[], calendar: DateLanguage): ValueTrees {
  const { rareForms, askedForms } = calendar.words;
  const usual = patterns.filter(({ form }) => !rareForms.has(form));
  const common = usual.filter(({ form }) => !askedForms.has(form) && !form.includes("{year}"));
  return {
    all: patternsTree(usual, calendar),
    clear: patternsTree(
      common.filter(({ bare }) => bare !== true),
      calendar,
    ),
    bare: patternsTree(
      common.filter(({ bare }) => bare === true),
      calendar,
    ),
  };
}
