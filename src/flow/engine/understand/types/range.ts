// Range matcher: reads a beginning and an end, such as "from Monday until Wednesday", "Friday for three nights" or
// "between two and four". What changes only one end keeps the other.

import type { Interval } from "../../../value/interval.ts";
import { intervalOf, intervalText, isInterval } from "../../../value/interval.ts";
import { dateOf, dayNumber, minutesOf, timeOf } from "../../../value/gregorian.ts";
import { type MeasureUnit, sizeOf } from "../../../value/measure-unit.ts";
import type { Value } from "../../../value/value.ts";
import { findAll, longestBefore, type Lexicon } from "../lexicon.ts";
import { type ValueReading, fittingValues } from "../reading.ts";
import { quantitiesAt } from "../spoken-quantities.ts";
import { measureAt } from "./spoken-measures.ts";
import { overlaps, type Utterance } from "../tokenised-utterance.ts";
import { matchTimes } from "../date-patterns.ts";
import type { Wanted, WallTime } from "../understanding.ts";
import { fitsDate, readDate } from "./date.ts";
import { inDaytime, shortest } from "./likely-hours.ts";
import { periodsIn } from "./period.ts";
import { fitsTime, readTime } from "./time.ts";

export type RangeBounds = Extract<Wanted, { kind: "date_range" | "time_range" }>;

const isDates = ({ kind }: RangeBounds): boolean => kind === "date_range";

/** Whether it is an interval with both ends within the bounds. */
export function fitsRange(value: Value, range: RangeBounds): value is string {
  if (typeof value !== "string" || !isInterval(value, isDates(range) ? "date" : "time")) return false;
  const { from, to } = intervalOf(value);
  if (range.unit === "nights" && from === to) return false;
  return [from, to].every((end) => (isDates(range) ? fitsDate(end, range) : fitsTime(end, range)));
}

/** At most one range: an utterance with more than two ends says which it means by a marker of a correction. */
export function readRange(
  utterance: Utterance,
  range: RangeBounds,
  { moment, asked }: { readonly moment: WallTime; readonly asked: boolean },
): readonly ValueReading[] {
  const said = isDates(range) ? dateEnds(utterance, range, moment) : timeEnds(utterance, moment);
  const lengths = lengthsIn(utterance, said);
  const ends = said.filter((end) => !lengths.some((each) => overlaps(each, end.from, end.to)));
  let found: Found = { intervals: [intervalOf(range.known ?? "")], isClear: true, isDoubtful: false };
  let isFirst = true;
  let used: readonly Span[] = [];
  for (const part of parted(utterance, ends, lengths)) {
    const next = applied(utterance, range, { found, isFirst, asked, ...part });
    if (next === undefined) return [];
    found = next;
    isFirst = false;
    used = [...used, ...part.ends, ...part.lengths];
  }
  if (used.length === 0) return asked && isDates(range) ? wholePeriod(utterance, range, moment) : [];
  const from = Math.min(...used.map((each) => each.from));
  const to = Math.max(...used.map((each) => each.to));
  const least = isDates(range)
    ? found.intervals
    : shortest(
        found.intervals.filter((each) => fitsRange(intervalText(each), range)),
        found.intervals,
      );
  const values = isDates(range) ? least : inDaytime(least);
  const candidates = values.map(intervalText);
  const fitting = fittingValues(candidates, (value) => fitsRange(value, range));
  if (fitting === undefined) return [];
  const gaps = between(from, to).filter(
    (at) => !isJoining(utterance, at) && !used.some((each) => has(each, at)),
  );
  return [
    {
      from,
      to,
      gaps,
      ...fitting,
      clear: found.isClear,
      doubtful: found.isDoubtful || values.length < least.length,
    },
  ];
}

/** "Next week", "this weekend": nobody said where a stay begins, so it is read back. */
function wholePeriod(utterance: Utterance, range: RangeBounds, moment: WallTime): readonly ValueReading[] {
  const { min, max } = range;
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const [only, ...others] = periodsIn(utterance, bounds, moment);
  if (only === undefined || others.length > 0 || utterance.negations.length > 0) return [];
  const values = only.intervals.map(intervalText).filter((value) => fitsRange(value, range));
  return values.length === 0 ? [] : [{ from: only.from, to: only.to, values, clear: false, doubtful: true }];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** One end that was said, with the words before it that say which: "until Wednesday". */
interface End extends Span {
  readonly role?: keyof Interval;
  readonly values: readonly string[];
  readonly isClear: boolean;
}

interface Length extends Span {
  readonly minutes: number;
  readonly unit: MeasureUnit | undefined;
}

interface Found {
  /** Several where an end is ambiguous. */
  readonly intervals: readonly Interval[];
  readonly isClear: boolean;
  readonly isDoubtful: boolean;
}

const has = ({ from, to }: Span, at: number): boolean => at >= from && at < to;
const between = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

const isJoining = ({ keys, neutral, pack }: Utterance, at: number): boolean =>
  neutral[at] === true || pack.rangeWords.has(keys[at] ?? "") || pack.numbers.joiners.has(keys[at] ?? "");

/** Small words that may stand between an end and what says which end it is. */
const smallWordsMax = 3;

/** "From", "until", or the "and" of "between … and …", before an end. */
function roleBefore(
  utterance: Utterance,
  end: number,
): { readonly role?: keyof Interval; readonly from: number } {
  const { compiled, keys, neutral, pack } = utterance;
  for (let at = end; at > 0 && end - at <= smallWordsMax; at--) {
    const named = (lexicon: Lexicon<true>) => longestBefore(lexicon, keys, at)?.from;
    const start = named(compiled.ranges.starts) ?? named(compiled.between);
    if (start !== undefined) return { role: "from", from: start };
    const last = named(compiled.ranges.ends);
    if (last !== undefined) return { role: "to", from: last };
    const isAfterBetween = pack.numbers.joiners.has(keys[at - 1] ?? "") && hasBetween(utterance, at);
    if (pack.rangeWords.has(keys[at - 1] ?? "") || isAfterBetween) return { role: "to", from: at - 1 };
    if (neutral[at - 1] !== true) break;
  }
  return { from: end };
}

/** Where the first "between" ends, by the words of its utterance: each "and" of a text asks for it. */
const betweens = new WeakMap<readonly string[], number>();

function hasBetween({ compiled, keys }: Utterance, end: number): boolean {
  const first = betweens.getOrInsertComputed(keys, () => {
    const at = keys.findIndex((_, each) => longestBefore(compiled.between, keys, each) !== undefined);
    return at === -1 ? Infinity : at;
  });
  return first < end;
}

const textsOf = (values: readonly Value[]): readonly string[] =>
  values.filter((value): value is string => typeof value === "string");

function dateEnds(utterance: Utterance, { min, max }: RangeBounds, moment: WallTime): readonly End[] {
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const ends = readDate(utterance, bounds, moment).map(({ from, to, values, misfit, clear }): End => {
    const said = textsOf(values.length > 0 ? values : [misfit ?? null]);
    return { ...roleBefore(utterance, from), to, values: said, isClear: clear };
  });
  const [only] = ends;
  if (ends.length !== 1 || only === undefined) return ends;
  const [first, last] = [dayBefore(utterance, only), dayAfter(utterance, only)];
  return [first, only, first === undefined ? last : undefined].filter((each) => each !== undefined);
}

/** The twelve of "December 10 to 12". */
function dayAfter(utterance: Utterance, { to, values }: End): End | undefined {
  const { keys, pack } = utterance;
  const number = pack.rangeWords.has(keys[to] ?? "") ? dayNumberAt(utterance, to + 1) : undefined;
  if (number === undefined || pack.units.has(keys[number.to] ?? "")) return undefined;
  const days = values
    .map((value) => withDay(value, number.value))
    .filter((value, index) => value > (values[index] ?? ""));
  if (days.length !== values.length) return undefined;
  return { role: "to", from: to, to: number.to, values: days, isClear: true };
}

const dayNumberAt = (utterance: Utterance, at: number) =>
  quantitiesAt(utterance, at).find(({ value }) => Number.isInteger(value) && value > 0 && value <= 31);

const withDay = (date: string, day: number): string => `${date.slice(0, -2)}${String(day).padStart(2, "0")}`;

/** The ten of "10 to 12 December": a number whose month is said once, with the other end. */
function dayBefore(utterance: Utterance, { role, from, values }: End): End | undefined {
  const at = from - 1;
  const number = at < 0 || role !== "to" ? undefined : dayNumberAt(utterance, at);
  if (number?.to !== from) return undefined;
  const days = values
    .map((value) => withDay(value, number.value))
    .filter((value, index) => value < (values[index] ?? ""));
  if (days.length !== values.length) return undefined;
  return { ...roleBefore(utterance, at), to: from, values: days, isClear: true };
}

/**
 * Each end is read apart. "From ten to four" is no ten minutes to four, but "from eleven until ten to four" ends then: a
 * word inside a time parts two of them only where no other does.
 */
function timeEnds(utterance: Utterance, moment: WallTime): readonly End[] {
  const { keys, pack } = utterance;
  const clocks = matchTimes(utterance);
  const isInClock = (at: number): boolean => clocks.some(({ from, to }) => from < at && at < to);
  const cuts = keys.flatMap((key, at) => {
    const isCut = pack.rangeWords.has(key) || (pack.numbers.joiners.has(key) && hasBetween(utterance, at));
    return isCut ? [at] : [];
  });
  const outside = endsBetween(
    utterance,
    cuts.filter((at) => !isInClock(at)),
    moment,
  );
  if (outside.length > 1 || !cuts.some(isInClock)) return outside;
  const inside = endsBetween(utterance, cuts, moment);
  return inside.length > 1 ? inside : outside;
}

function endsBetween(utterance: Utterance, cuts: readonly number[], moment: WallTime): readonly End[] {
  const { keys } = utterance;
  return [-1, ...cuts].flatMap((cut, index): readonly End[] => {
    const [from, to] = [cut + 1, cuts[index] ?? keys.length];
    return readTime(sliced(utterance, from, to), {}, moment).map((reading) => ({
      ...roleBefore(utterance, from + reading.from),
      to: from + Math.max(reading.to, ...(reading.shares ?? []).map((at) => at + 1)),
      values: [...textsOf(reading.values), ...noonOf(utterance, from + reading.from, to)],
      isClear: reading.clear,
    }));
  });
}

/** "Nine to twelve in the morning" ends at noon. */
function noonOf({ compiled, keys }: Utterance, at: number, end: number): readonly string[] {
  const parts = keys[at] === "12" ? findAll(compiled.dayParts, keys.slice(at, end)) : [];
  return parts.some(({ value }) => value.to === 12 && value.onlyAfter !== true) ? ["12:00"] : [];
}

const sliced = (utterance: Utterance, from: number, to: number): Utterance => ({
  ...utterance,
  tokens: utterance.tokens.slice(from, to),
  keys: utterance.keys.slice(from, to),
  neutral: utterance.neutral.slice(from, to),
});

function lengthsIn(utterance: Utterance, ends: readonly End[]): readonly Length[] {
  const lengths: Length[] = [];
  for (let at = 0; at < utterance.keys.length;) {
    const measure = measureAt(utterance, "time", at);
    const { to = at + 1, value: minutes, unit } = measure ?? {};
    // "In two weeks" is a day; the two of "for two hours" is no time.
    const isEnd = ends.some((each) => overlaps(each, at, to) && each.to >= to);
    // "Between 14 and 18 hours".
    const isHour = ends.some((each) => has(each, at)) && roleBefore(utterance, at).role === "to";
    if (minutes !== undefined && !isEnd && !isHour) lengths.push({ from: at, to, minutes, unit });
    at = to;
  }
  return lengths;
}

interface Part {
  readonly ends: readonly End[];
  readonly lengths: readonly Length[];
}

/** What was said before and after each marker of a correction: "from Monday to Wednesday, no, until Thursday". */
function parted({ markers }: Utterance, ends: readonly End[], lengths: readonly Length[]): readonly Part[] {
  const isFree = (marker: Span): boolean =>
    ![...ends, ...lengths].some((each) => overlaps(each, marker.from, marker.to));
  const cuts = markers.filter(isFree).map(({ from }) => from);
  return [-1, ...cuts]
    .map((cut, index): Part => {
      const until = cuts[index] ?? Infinity;
      const isHere = ({ from }: Span): boolean => from >= cut && from < until;
      return { ends: ends.filter(isHere), lengths: lengths.filter(isHere) };
    })
    .filter((part) => part.ends.length + part.lengths.length > 0);
}

interface Applying extends Part {
  readonly found: Found;
  readonly isFirst: boolean;
  readonly asked: boolean;
}

/** What is known with what this part says of it; undefined where that could be more than one thing. */
function applied(
  utterance: Utterance,
  range: RangeBounds,
  { found, isFirst, asked, ends, lengths }: Applying,
): Found | undefined {
  const [one, other, ...more] = ends;
  const [length, ...others] = lengths;
  if (more.length > 0 || others.length > 0) return undefined;
  if (one === undefined) {
    const whole = length === undefined ? undefined : lasting(range, found, length);
    // "An hour and a half" may be a duration as well; "for an hour and a half" is less likely one.
    return whole === undefined || length === undefined || isCarried(utterance, length)
      ? whole
      : { ...whole, isClear: false };
  }
  if (other !== undefined) {
    if (length !== undefined || isEither(utterance, one, other)) return undefined;
    const isTurned = one.role === "to" && other.role !== "to";
    const [first, last] = isTurned ? [other, one] : [one, other];
    if (first.role === "to" || last.role === "from") return undefined;
    const intervals = first.values.flatMap((from) =>
      last.values.map((to) => ({ from, to: inOrder(from, to, range) })),
    );
    const isNamed = first.role !== undefined || last.role !== undefined;
    const isClear = isNamed || (first.isClear && last.isClear);
    return { intervals, isClear, isDoubtful: !isNamed };
  }
  const known = found.intervals[0] ?? {};
  const role = one.role ?? roleLeft(known, isFirst, asked);
  if (role === undefined) return undefined;
  const isClear = one.role !== undefined || one.isClear;
  const ended = one.values.map((value): Interval => ({ [role]: value }));
  if (length !== undefined)
    return lasting(range, { intervals: ended, isClear: true, isDoubtful: false }, length);
  const likely = known.from === undefined && known.to === undefined && !isDates(range) ? byDay(ended) : ended;
  return { intervals: likely.map((end) => joined(known, end, range)), isClear, isDoubtful: found.isDoubtful };
}

/** "Or" between two days joins no range. */
const isEither = ({ keys, pack }: Utterance, one: Span, other: Span): boolean =>
  keys.slice(one.to, other.from).some((key) => pack.or.has(key));

/** Which end a value without a word before it is. */
function roleLeft(known: Interval, isFirst: boolean, asked: boolean): keyof Interval | undefined {
  if (known.from !== undefined && known.to === undefined) return "to";
  if (known.from === undefined) return asked || known.to !== undefined ? "from" : undefined;
  return isFirst ? undefined : "to";
}

/** The other end stays where the two are still in order. */
function joined(known: Interval, end: Interval, range: RangeBounds): Interval {
  const whole = { ...known, ...end };
  if (whole.from === undefined || whole.to === undefined || !isDates(range)) return whole;
  if (end.from === undefined) return { from: whole.from, to: inOrder(whole.from, whole.to, range) };
  return whole.from <= whole.to ? whole : end;
}

const isCarried = ({ compiled, keys }: Utterance, { from }: Span): boolean =>
  longestBefore(compiled.carriers.get("duration")?.before ?? new Map<never, never>(), keys, from) !==
  undefined;

const daysInWeek = 7;

/** "Friday until Sunday", where the nearest Sunday is before that Friday. */
function inOrder(from: string, to: string, range: RangeBounds): string {
  if (!isDates(range) || to >= from) return to;
  const [first, last] = [dayNumber(from), dayNumber(to)];
  return first === undefined || last === undefined || first - last >= daysInWeek
    ? to
    : dateOf(last + daysInWeek);
}

/** Times at which people are awake, where nobody said which half of the day: what is taken is said before it counts. */
function byDay(ends: readonly Interval[]): readonly Interval[] {
  const isDay = ({ from = "", to = "" }: Interval): boolean =>
    (from || to) >= "07:00" && (from || to) < "19:00";
  const likely = ends.filter(isDay);
  return likely.length > 0 ? likely.slice(0, 1) : ends.slice(0, 1);
}

/** "For three nights": the other end by the length of the range. */
function lasting(range: RangeBounds, found: Found, { minutes, unit }: Length): Found | undefined {
  const intervals = found.intervals.flatMap(({ from, to }): readonly Interval[] => {
    const spans = isDates(range) ? daysOf(range, minutes, unit) : [minutes];
    if (from !== undefined) return spans.map((length) => ({ from, to: moved(from, length, range) ?? "" }));
    if (to !== undefined) return spans.map((length) => ({ from: moved(to, -length, range) ?? "", to }));
    return [];
  });
  const isWhole = intervals.length > 0 && intervals.every(({ from, to }) => from !== "" && to !== "");
  return isWhole ? { intervals, isClear: true, isDoubtful: found.isDoubtful } : undefined;
}

/** Days from the first to the last. "Three days" are two or three, as the last one counts or not. */
function daysOf({ unit }: RangeBounds, minutes: number, said: MeasureUnit | undefined): readonly number[] {
  const days = minutes / sizeOf("days").size;
  if (!Number.isInteger(days)) return [];
  if (said === "nights" || unit === "nights") return [days];
  if (unit === "days") return [days - 1];
  return said === "days" ? [days - 1, days] : [days];
}

const minutesInDay = 1_440;

function moved(end: string, by: number, range: RangeBounds): string | undefined {
  if (isDates(range)) {
    const day = dayNumber(end);
    return day === undefined ? undefined : dateOf(day + by);
  }
  const minutes = minutesOf(end);
  if (minutes === undefined || Math.abs(by) >= minutesInDay || !Number.isInteger(by)) return undefined;
  return timeOf((minutes + by + minutesInDay) % minutesInDay);
}
