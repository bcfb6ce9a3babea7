// Nearest value: what a bare weekday or an hour means where another day or time was said before. "Sunday instead" of the
// fifth of December is the sixth, and "at four" instead of three in the afternoon is no night.

import { dateOf, dayNumber, minutesOf } from "../../../value/gregorian.ts";
import type { Candidate } from "../claims.ts";
import { longestAt, longestBefore } from "../lexicon.ts";
import type { ValueReading } from "../reading.ts";
import type { Utterance } from "../tokenised-utterance.ts";
import type { WallTime } from "../understanding.ts";

/** A weekday is meant of so many days before or after, which have each of them once. */
const daysAround = 3;
/** Of a day of the coming week only the days right beside it are nearer than the first such weekday. */
const daysBeside = 2;
const weekDays = 7;
/** Minutes: an hour this much nearer than that of the other half of the day. */
const nearerMin = 60;

/** What `read` finds, of which each that has several meanings is the one nearest to the value before, if there is one. */
export function nearest(
  utterance: Utterance,
  { before, wanted }: Candidate,
  {
    moment,
    read,
  }: { readonly moment: WallTime; readonly read: (moment: WallTime) => readonly ValueReading[] },
): readonly ValueReading[] {
  const readings = read(moment);
  if (typeof before !== "string") return readings;
  if (wanted.kind === "time") return readings.map((reading) => nearestTime(reading, before));
  const day = wanted.kind === "date" ? dayNumber(before) : undefined;
  const { compiled, keys } = utterance;
  const carriers = compiled.carriers.get("date")?.before ?? new Map<never, never>();
  // German "am Sonntag".
  const isWeekday = ({ from, to }: ValueReading): boolean =>
    longestAt(compiled.weekdays, keys, to - 1)?.to === to &&
    (to - from === 1 || longestBefore(carriers, keys, to - 1)?.from === from);
  const isSoon = day !== undefined && day - (dayNumber(moment.date) ?? day) <= weekDays;
  if (day === undefined || !readings.some(isWeekday)) return readings;
  const around = read({ date: dateOf(day - daysAround - 1), time: "12:00" });
  const isNear = (value: string): boolean => !isSoon || Math.abs((dayNumber(value) ?? 0) - day) <= daysBeside;
  return readings.map((reading) => {
    const other = around.find(({ from, to }) => from === reading.from && to === reading.to);
    const [value, own] = [other?.values[0], reading.values[0]];
    const isLater = typeof value === "string" && typeof own === "string" && value > own;
    const isOther = other !== undefined && isLater && isNear(value);
    return isWeekday(reading) && isOther ? { ...other, doubtful: true } : reading;
  });
}

function nearestTime(reading: ValueReading, before: string): ValueReading {
  const distance = (value: unknown): number =>
    Math.abs((minutesOf(String(value)) ?? 0) - (minutesOf(before) ?? 0));
  const [near, far, ...others] = reading.values.toSorted((a, b) => distance(a) - distance(b));
  if (near === undefined || far === undefined || others.length > 0) return reading;
  if (distance(far) - distance(near) < nearerMin) return reading;
  return { ...reading, values: [near], doubtful: near !== before };
}
