// Relative correction matcher: finds corrections by how much, such as "an hour later", "the day after" or "one more
// person". They count from the value that was answered before.

import { dateOf, dayNumber, minutesOf, timeOf } from "../../value/gregorian.ts";
import { intervalOf, intervalText } from "../../value/interval.ts";
import { sizeOf } from "../../value/measure-unit.ts";
import type { Value } from "../../value/value.ts";
import { fits } from "./askable-types.ts";
import { phrasesOf } from "./compiled-pack.ts";
import type { Correction } from "./correction.ts";
import { type Lexicon, longestAt } from "./lexicon.ts";
import { measureAt, unitAt } from "./types/spoken-measures.ts";
import { quantitiesAt } from "./spoken-quantities.ts";
import { DOUBT_CONFIDENCE } from "./thresholds.ts";
import type { Utterance } from "./tokenised-utterance.ts";
import { readDate } from "./types/date.ts";
import { readTime } from "./types/time.ts";
import type { Correctable, WallTime } from "./understanding.ts";

interface Shift {
  readonly variable: Correctable;
  readonly value: Value;
  readonly from: number;
  readonly to: number;
  /** What is counted is not named. */
  readonly vague: boolean;
}

const minutesInDay = 1_440;

/** The first such correction. Undefined where several answers could be meant, or the new value does not fit. */
export function relativeCorrectionIn(
  utterance: Utterance,
  correctable: readonly Correctable[],
  moment: WallTime,
): Correction | undefined {
  if (correctable.length === 0) return undefined;
  const { keys, neutral } = utterance;
  for (let at = 0; at < keys.length; at++) {
    const shift =
      longerAt(utterance, correctable, at) ??
      laterAt(utterance, correctable, at) ??
      moreAt(utterance, correctable, at);
    if (shift === undefined || isPartOfMore(utterance, shift, moment)) continue;
    const { variable, value, from, to, vague } = shift;
    if (!fits(variable.wanted, value)) return undefined;
    const others = keys.filter((_, word) => (word < from || word >= to) && neutral[word] !== true).length;
    const share = (to - from) / (to - from + others);
    const coverage = vague ? Math.min(share, DOUBT_CONFIDENCE) : share;
    return { changes: [{ name: variable.name, value }], also: [], coverage, alone: others === 0 };
  }
  return undefined;
}

/** "The day after tomorrow" is a day, and "one more time" is a command. */
function isPartOfMore(utterance: Utterance, { from, to }: Shift, moment: WallTime): boolean {
  const longer = [
    ...utterance.commands,
    ...readDate(utterance, {}, moment),
    ...readTime(utterance, {}, moment),
  ];
  return longer.some((each) => each.from < to && each.to > from && each.to - each.from >= to - from);
}

/** "One more night", "a day longer", "half an hour less": of a duration, or of a range by its end. */
function longerAt(utterance: Utterance, correctable: readonly Correctable[], at: number): Shift | undefined {
  const { compiled, keys } = utterance;
  const { another, longer, shorter } = compiled.shifts;
  const added = longestAt(another, keys, at)?.to;
  const length = measureAt(utterance, "time", added ?? at);
  const signOf = (word: number): 1 | -1 | undefined =>
    longestAt(longer, keys, word) === undefined ? longestAt(shorter, keys, word) && -1 : 1;
  const found = length === undefined ? countedMore(utterance, added ?? at, signOf) : length;
  if (found === undefined || found.value === 0) return undefined;
  const sign = added === undefined ? ("sign" in found ? found.sign : signOf(found.to)) : 1;
  const variables = correctable.filter(({ wanted }) => lasting.has(wanted.kind));
  const [variable, ...others] = variables;
  if (sign === undefined || variable === undefined || others.length > 0) return undefined;
  const value = lengthened(variable, sign * found.value);
  const to = added === undefined && !("sign" in found) ? found.to + 1 : found.to;
  return value === undefined ? undefined : { variable, value, from: at, to, vague: false };
}

const lasting: ReadonlySet<string> = new Set(["duration", "date_range", "time_range"]);

/** "Two more nights", and the "night" of "another night". In minutes. */
function countedMore(utterance: Utterance, at: number, signOf: (word: number) => 1 | -1 | undefined) {
  const { compiled, keys, pack } = utterance;
  const scale = compiled.scales.time;
  const alone = unitAt(utterance, scale, at);
  if (alone !== undefined) return { to: alone.to, value: sizeOf(alone.value).size };
  const [number] = quantitiesAt(utterance, at).filter(({ ordinal, value }) => !ordinal && value > 0);
  const to = number?.to ?? (pack.numbers.articles.has(keys[at] ?? "") ? at + 1 : undefined);
  const sign = to === undefined ? undefined : signOf(to);
  const unit = to === undefined || sign === undefined ? undefined : unitAt(utterance, scale, to + 1);
  if (sign === undefined || unit === undefined) return undefined;
  return { to: unit.to, value: (number?.value ?? 1) * sizeOf(unit.value).size, sign };
}

function lengthened({ wanted, value }: Correctable, minutes: number): Value | undefined {
  if (wanted.kind === "duration" && typeof value === "number") {
    const { dimension, size } = sizeOf(wanted.unit);
    return dimension === "time" ? value + minutes / size : undefined;
  }
  if (typeof value !== "string") return undefined;
  const { from, to } = intervalOf(value);
  const isWhole = minutes % minutesInDay === 0;
  if (to === undefined || isWhole !== (wanted.kind === "date_range")) return undefined;
  const end = shifted(to, minutes);
  return typeof end === "string" && from !== undefined ? intervalText({ from, to: end }) : undefined;
}

/** "An hour later", "two days earlier", "the day after". */
function laterAt(utterance: Utterance, correctable: readonly Correctable[], at: number): Shift | undefined {
  const { compiled, keys } = utterance;
  const { later, earlier, dayAfter, dayBefore } = compiled.shifts;
  const ends = (lexicon: Lexicon<true>, from: number) => longestAt(lexicon, keys, from)?.to;
  const day = ends(dayAfter, at) ?? ends(dayBefore, at);
  const length = day === undefined ? measureAt(utterance, "time", at) : { to: at, value: minutesInDay };
  if (length === undefined) return undefined;
  const to = day ?? ends(later, length.to) ?? ends(earlier, length.to);
  if (to === undefined) return undefined;
  const isBack = (day === undefined ? ends(later, length.to) : ends(dayAfter, at)) === undefined;
  const minutes = isBack ? -length.value : length.value;
  const variable = only(correctable, minutes % minutesInDay === 0 ? "date" : "time");
  const value = variable === undefined ? undefined : shifted(variable.value, minutes);
  return variable === undefined || value === undefined
    ? undefined
    : { variable, value, from: at, to, vague: false };
}

/** Whole days move a date; a time stays within its day. */
function shifted(value: Value, minutes: number): Value | undefined {
  if (typeof value !== "string") return undefined;
  if (minutes % minutesInDay === 0) {
    const date = dayNumber(value);
    return date === undefined ? undefined : dateOf(date + minutes / minutesInDay);
  }
  const time = minutesOf(value);
  if (time === undefined || time + minutes < 0 || time + minutes >= minutesInDay) return undefined;
  return timeOf(time + minutes);
}

/** "One more person", "one person less", "noch eine Person". */
function moreAt(utterance: Utterance, correctable: readonly Correctable[], at: number): Shift | undefined {
  const { compiled, keys, pack } = utterance;
  const { more, fewer, another } = compiled.shifts;
  // "A few more" says no number.
  if (longestAt(compiled.bounds.count, keys, at) !== undefined) return undefined;
  const before = longestAt(another, keys, at)?.to;
  const first = before ?? at;
  // "A hundred more".
  const isHundred =
    pack.numbers.articles.has(keys[first] ?? "") && quantitiesAt(utterance, first + 1).length > 0;
  const start = isHundred ? first + 1 : first;
  const [number] = quantitiesAt(utterance, start).filter(({ ordinal, value }) => !ordinal && value > 0);
  const isOne =
    number === undefined && (before !== undefined || pack.numbers.articles.has(keys[start] ?? ""));
  if (number === undefined && !isOne) return undefined;
  const amount = number?.value ?? 1;
  const end = number?.to ?? (pack.numbers.articles.has(keys[start] ?? "") ? start + 1 : start);
  const counts = correctable.filter(
    ({ wanted, value }) => ["number", "money"].includes(wanted.kind) && typeof value === "number",
  );
  const isNoun = (word: number): boolean => keys[word] !== undefined && utterance.neutral[word] !== true;
  for (const sign of before === undefined ? ([1, -1] as const) : ([1] as const)) {
    const words = sign === 1 ? more : fewer;
    const behindMore = before === undefined ? longestAt(words, keys, end)?.to : end;
    const shift = (variable: Correctable, to: number, vague: boolean): Shift => ({
      variable,
      value: Number(variable.value) + sign * amount,
      from: at,
      to,
      vague,
    });
    for (const variable of counts) {
      const names =
        variable.wanted.kind === "money" ? compiled.currencies : phrasesOf(variable.synonyms, pack);
      const nameAt = (word: number) => longestAt<unknown>(names, keys, word)?.to;
      const inside = behindMore === undefined ? undefined : nameAt(behindMore);
      const named = nameAt(end);
      const to = inside ?? (named === undefined ? undefined : longestAt(words, keys, named)?.to);
      if (to !== undefined) return shift(variable, to, false);
    }
    // "One more person", where nothing is called a person: only one answer is a number, and it is read back.
    const [one, ...others] = counts;
    const behind = isNoun(end) && before === undefined ? longestAt(words, keys, end + 1)?.to : undefined;
    const to = behindMore === undefined ? behind : behindMore + (isNoun(behindMore) ? 1 : 0);
    const isAside = behindMore !== undefined && longestAt(compiled.asides, keys, behindMore) !== undefined;
    // "Another day" is no further guest.
    const isOther =
      behindMore !== undefined &&
      correctable.some(
        ({ wanted, synonyms }) =>
          wanted.kind !== "number" &&
          wanted.kind !== "money" &&
          longestAt(phrasesOf([...synonyms, ...pack.typeNames[wanted.kind]], pack), keys, behindMore) !==
            undefined,
      );
    if (isOther) return undefined;
    if (!isAside && one !== undefined && others.length === 0 && to !== undefined) return shift(one, to, true);
  }
  return undefined;
}

/** The only answer of a kind, or the one that was just repeated. */
function only(correctable: readonly Correctable[], kind: "date" | "time"): Correctable | undefined {
  const alike = correctable.filter(({ wanted }) => wanted.kind === kind);
  const echoed = alike.filter((each) => each.echoed);
  const [one, ...others] = echoed.length > 0 ? echoed : alike;
  return others.length === 0 ? one : undefined;
}
