// Pattern matcher for dates and times: finds where the forms of a language pack occur in an utterance.

import type { ClockReading, DateReading, Slots } from "../../locale/language-pack.ts";
import type { PeriodReading } from "../../locale/periods.ts";
import type { FormElement, PatternForm, PatternForms, SlotName } from "./pattern-forms.ts";
import { findAll, longestAt } from "./lexicon.ts";
import { digitAt, numbersAt } from "./spoken-numbers.ts";
import type { Utterance } from "./tokenised-utterance.ts";

export interface PatternMatch<T> {
  readonly from: number;
  readonly to: number;
  readonly value: T;
  readonly bare: boolean;
}

interface PartialMatch {
  readonly to: number;
  readonly slots: Slots;
}

/** Times in an utterance from left to right: the longest form at each position, without overlaps. */
export function matchTimes(utterance: Utterance): readonly PatternMatch<ClockReading>[] {
  const known =
    timesIn.get(utterance) ?? withoutNow(matchForms(utterance.compiled.times, utterance, isParted));
  timesIn.set(utterance, known);
  return known;
}

/** "We are five now": beside anything that may be a time, "now" is none. */
const withoutNow = (times: readonly PatternMatch<ClockReading>[]): readonly PatternMatch<ClockReading>[] =>
  times.length < 2 ? times : times.filter(({ value }) => value.type !== "fromNow" || value.minutes !== 0);

/** The same for dates. */
export function matchDates(utterance: Utterance): readonly PatternMatch<DateReading>[] {
  const known =
    datesIn.get(utterance) ?? besidePeriods(utterance, matchForms(utterance.compiled.dates, utterance));
  datesIn.set(utterance, known);
  return known;
}

/** "The first week of March" has no first. */
function besidePeriods(
  utterance: Utterance,
  dates: readonly PatternMatch<DateReading>[],
): readonly PatternMatch<DateReading>[] {
  const periods = dates.length === 0 ? [] : matchPeriods(utterance);
  const isPart = ({ from, to }: PatternMatch<DateReading>): boolean =>
    periods.some((each) => each.from <= from && to <= each.to && to - from < each.to - each.from);
  return dates.filter((each) => !isPart(each));
}

/** The same for periods such as "next week". */
export const matchPeriods = (utterance: Utterance): readonly PatternMatch<PeriodReading>[] =>
  matchForms(utterance.compiled.periods, utterance);

/** Caches: several variables and several attempts match the same utterance. */
const timesIn = new WeakMap<Utterance, readonly PatternMatch<ClockReading>[]>();
const datesIn = new WeakMap<Utterance, readonly PatternMatch<DateReading>[]>();

/** "20 Uhr, vier Personen" is no 20:04: a comma before the last word of a time ends it. */
const isParted = ({ text, tokens }: Utterance, to: number): boolean =>
  text.slice(tokens[to - 2]?.to, tokens[to - 1]?.from).includes(",");

function matchForms<T>(
  forms: PatternForms<T>,
  utterance: Utterance,
  isEnded: (utterance: Utterance, to: number) => boolean = () => false,
): readonly PatternMatch<T>[] {
  const found: PatternMatch<T>[] = [];
  const phrases = findAll(utterance.compiled.numberPhrases, utterance.keys);
  // "Wednesday, the two of us" is no second.
  const isCut = (at: number): boolean => phrases.some(({ from, to }) => from < at && at < to);
  const isStopped = (from: number, to: number): boolean =>
    isCut(to) || (to - from > 1 && isEnded(utterance, to));
  for (let at = 0; at < utterance.tokens.length;) {
    const here = longestMatch(forms, utterance, { at, isStopped });
    if (here !== undefined) found.push(here);
    at = here?.to ?? at + 1;
  }
  return found;
}

function longestMatch<T>(
  forms: PatternForms<T>,
  utterance: Utterance,
  { at, isStopped }: { readonly at: number; readonly isStopped: (from: number, to: number) => boolean },
): PatternMatch<T> | undefined {
  let longest: PatternMatch<T> | undefined;
  const consider = ({ elements, read, bare }: PatternForm<T>, starts: readonly PartialMatch[]): void => {
    for (const { to, slots } of matchElements(elements.slice(1), utterance, starts)) {
      if (to <= (longest?.to ?? at) || isStopped(at, to)) continue;
      const value = read(slots);
      if (value !== undefined) longest = { from: at, to, value, bare };
    }
  };
  for (const form of forms.byWord.get(utterance.keys[at] ?? "") ?? []) {
    consider(form, [{ to: at + 1, slots: {} }]);
  }
  for (const [slot, those] of forms.bySlot) {
    const starts = slotAt(slot, utterance, at);
    if (starts.length > 0) for (const form of those) consider(form, starts);
  }
  return longest;
}

/** Partial matches of all elements. Forms have few elements and slots few readings, so there are few. */
function matchElements(
  elements: readonly FormElement[],
  utterance: Utterance,
  starts: readonly PartialMatch[],
): readonly PartialMatch[] {
  let ways = starts;
  for (const element of elements) {
    if (ways.length === 0) return ways;
    ways = ways.flatMap((way) => matchElement(element, utterance, way));
  }
  return ways;
}

function matchElement(
  element: FormElement,
  utterance: Utterance,
  way: PartialMatch,
): readonly PartialMatch[] {
  if (element.type === "words") {
    const here = utterance.keys[way.to];
    return here !== undefined && element.words.has(here) ? [{ to: way.to + 1, slots: way.slots }] : [];
  }
  return slotAt(element.slot, utterance, way.to).map(({ to, slots }) => ({
    to,
    slots: { ...way.slots, ...slots },
  }));
}

function slotAt(slot: SlotName, utterance: Utterance, at: number): readonly PartialMatch[] {
  const { compiled, keys, pack } = utterance;
  switch (slot) {
    case "hour":
      return numbered(utterance, at, { from: 0, to: 24 }).map(({ to, n }) => ({ to, slots: { hour: n } }));
    case "minute":
      // "20 Uhr, zu viert" is no 20:04.
      if (longestAt(compiled.numberPhrases, keys, at) !== undefined) return [];
      return numbered(utterance, at, { from: 0, to: 59 }).map(({ to, n }) => ({ to, slots: { minute: n } }));
    case "day":
    case "ordinal":
      return numbered(utterance, at, { from: 1, to: 31, ordinals: slot === "ordinal" ? "only" : "too" }).map(
        ({ to, n }) => ({ to, slots: { day: n } }),
      );
    case "n":
      return numbered(utterance, at, { from: 1, to: 999 }).map(({ to, n }) => ({ to, slots: { n } }));
    case "year":
      return yearsAt(utterance, at).map(({ to, n }) => ({ to, slots: { year: n } }));
    case "month": {
      const found = longestAt(compiled.months, keys, at);
      return found === undefined ? [] : [{ to: found.to, slots: { month: found.value } }];
    }
    case "weekday": {
      const found = longestAt(compiled.weekdays, keys, at);
      return found === undefined ? [] : [{ to: found.to, slots: { weekday: found.value } }];
    }
    case "unit": {
      const unit = pack.units.get(keys[at] ?? "");
      return unit === undefined ? [] : [{ to: at + 1, slots: { unit } }];
    }
    case "clock":
      return clockAt(utterance, at);
  }
}

interface Bounds {
  readonly from: number;
  readonly to: number;
  readonly ordinals?: "too" | "only";
}

function numbered(utterance: Utterance, at: number, { from, to, ordinals }: Bounds) {
  return numbersAt(utterance, at)
    .filter(({ value, ordinal }) => {
      if (!Number.isInteger(value) || value < from || value > to) return false;
      return ordinal ? ordinals !== undefined : ordinals !== "only";
    })
    .map((reading) => ({ to: reading.to, n: reading.value }));
}

/** "1984", "nineteen eighty four", "twenty oh five", "two thousand and five". */
function yearsAt(utterance: Utterance, at: number): readonly { readonly to: number; readonly n: number }[] {
  const whole = numbered(utterance, at, { from: 1900, to: 2199 });
  if (utterance.tokens[at]?.numeral === true) return whole;
  const pairs = numbered(utterance, at, { from: 19, to: 21 }).flatMap((century) => {
    const low = numbered(utterance, century.to, { from: 10, to: 99 });
    const digits = [digitAt(utterance, century.to), digitAt(utterance, century.to + 1)];
    if (digits[0] === "0" && digits[1] !== undefined) low.push({ to: century.to + 2, n: Number(digits[1]) });
    return low.map(({ to, n }) => ({ to, n: century.n * 100 + n }));
  });
  return [...whole, ...pairs];
}

/** "7:30", "19.30" */
function clockAt({ tokens }: Utterance, at: number): readonly PartialMatch[] {
  const token = tokens[at];
  const parts = token?.numeral === true ? /^(\d{1,2})[:.](\d\d)$/.exec(token.word) : null;
  if (parts === null) return [];
  const [, hours = "", minutes = ""] = parts;
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (hour > 24 || minute > 59) return [];
  const exact = hours.startsWith("0") || hour > 12;
  return [{ to: at + 1, slots: { clock: { hour, minute, exact } } }];
}
