// Time of day matcher: reads the forms of the pack, and a part of the day beside them or elsewhere. The wanted window
// of time may decide whether eight is in the morning or in the evening.

import type { ClockReading, DayPart } from "../../../locale/language-pack.ts";
import { minutesOf, timeOf } from "../../../value/gregorian.ts";
import type { WallTime } from "../understanding.ts";
import { findAll, type PhraseMatch } from "../lexicon.ts";
import { matchTimes, type PatternMatch } from "../date-patterns.ts";
import { type ValueReading, fittingValues } from "../reading.ts";
import { overlaps, skipNeutral, type Utterance } from "../tokenised-utterance.ts";

export interface TimeWindow {
  readonly min?: string;
  readonly max?: string;
}

/** Whether it is a time (HH:MM) in the window. A window from 22:00 to 02:00 spans midnight. */
export function fitsTime(value: unknown, { min = "00:00", max = "23:59" }: TimeWindow): value is string {
  if (typeof value !== "string" || minutesOf(value) === undefined) return false;
  return min <= max ? value >= min && value <= max : value >= min || value <= max;
}

export function readTime(
  utterance: Utterance,
  window: TimeWindow,
  moment: WallTime,
): readonly ValueReading[] {
  const clocks = matchTimes(utterance);
  const parts = dayPartsIn(utterance).filter(
    (part) => !clocks.some(({ from, to }) => overlaps(part, from, to)),
  );
  const attached = clocks.map((clock) => attachedPart(utterance, clock, parts));
  const free = parts.filter((part) => !attached.includes(part) && part.value.onlyAfter !== true);
  return clocks.flatMap((clock, index) => {
    const far = clocks.length === 1 && free.length === 1 ? free[0] : undefined;
    const part = attached[index] ?? far;
    const found = fittingValues(candidatesOf(clock.value, part?.value, moment), (value) =>
      fitsTime(value, window),
    );
    if (found === undefined) return [];
    // "Half past twelve" means noon, unless only the night is possible.
    const values = isTwelve(clock.value) && part === undefined ? found.values.slice(-1) : found.values;
    // A date may use "tonight" as well.
    const shares = part === undefined ? {} : { shares: positionsOf(part) };
    return [
      {
        from: clock.from,
        to: clock.to,
        ...shares,
        ...found,
        values,
        clear: !clock.bare || attached[index] !== undefined,
      },
    ];
  });
}

/** The hours of a part of the day that was all that was said of a time: "in the afternoon". */
export function partOfDay(utterance: Utterance, window: TimeWindow): Required<TimeWindow> | undefined {
  const [only, ...others] = dayPartsIn(utterance);
  const { negations, unsure } = utterance;
  if (only === undefined || others.length > 0 || only.value.onlyAfter === true) return undefined;
  if (negations.length + unsure.length > 0 || matchTimes(utterance).length > 0 || !isMeant(utterance, only))
    return undefined;
  const { from, to } = only.value;
  const isOvernight = from > to;
  const { min = "00:00", max = "23:59" } = window;
  // A window past midnight has no part that is simply asked for.
  if (min > max) return undefined;
  const first = timeOf(from * 60);
  const last = timeOf((isOvernight ? 24 : to) * 60 - 1);
  const hours = { min: first > min ? first : min, max: last < max ? last : max };
  return hours.min < hours.max ? hours : undefined;
}

/** Enough of what was said is the part of the day. */
function isMeant({ neutral, keys }: Utterance, { from, to }: PhraseMatch<DayPart>): boolean {
  const open = keys.filter((_, at) => neutral[at] !== true && (at < from || at >= to)).length;
  return open === 0;
}

/** Parts of the day ("in the evening") in an utterance. */
export function dayPartsIn({ compiled, keys }: Utterance): readonly PhraseMatch<DayPart>[] {
  return findAll(compiled.dayParts, keys);
}

export const positionsOf = ({ from, to }: PhraseMatch<unknown>): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

/** The part of the day right after a time, or right before it; small words may stand between. */
function attachedPart(
  utterance: Utterance,
  clock: PatternMatch<ClockReading>,
  parts: readonly PhraseMatch<DayPart>[],
): PhraseMatch<DayPart> | undefined {
  const after = parts.find(({ from, value }) => {
    if (from < clock.to) return false;
    return value.onlyAfter === true ? from === clock.to : skipNeutral(utterance, clock.to) >= from;
  });
  if (after !== undefined) return after;
  return parts.find(
    ({ to, value }) =>
      value.onlyAfter !== true && to <= clock.from && skipNeutral(utterance, to) >= clock.from,
  );
}

const isTwelve = (clock: ClockReading): boolean => clock.type === "clock" && clock.hour === 12;

function candidatesOf(clock: ClockReading, part: DayPart | undefined, moment: WallTime): readonly string[] {
  if (clock.type === "fromNow") {
    const then = (minutesOf(moment.time) ?? 0) + clock.minutes;
    return then < 24 * 60 ? [timeOf(then)] : [];
  }
  const { hour, minute } = clock;
  const both = clock.exact !== true && hour >= 1 && hour <= 12;
  const hours = both ? [hour % 12, (hour % 12) + 12] : [hour % 24];
  const within = hours.filter((each) => part === undefined || isWithin(each, part));
  return (within.length > 0 ? within : hours).map((each) => timeOf(each * 60 + minute));
}

export const isWithin = (hour: number, { from, to }: DayPart): boolean =>
  from <= to ? hour >= from && hour < to : hour >= from || hour < to;
