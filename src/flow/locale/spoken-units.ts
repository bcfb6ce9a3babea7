// Spoken measures: the names of units as they are said and understood, and how a number of them is said.

import type { MeasureUnit } from "../value/measure-unit.ts";

/** Names by measure unit. */
export type UnitNames = ReadonlyMap<string, readonly [one: string, many: string]>;

interface Measuring {
  readonly names: UnitNames;
  readonly and: string;
  readonly numberText: (value: number) => string;
}

const minutesInHour = 60;

/** "3 nights", "1 kilogram"; minutes and hours by the clock: "1 hour and 30 minutes". */
export function spokenMeasure(
  value: number,
  unit: MeasureUnit,
  { names, and, numberText }: Measuring,
): string {
  const counted = (count: number, of: MeasureUnit): string =>
    `${numberText(count)} ${names.get(of)?.[count === 1 ? 0 : 1]}`;
  const minutes = unit === "hours" ? value * minutesInHour : unit === "minutes" ? value : undefined;
  const isClock = minutes !== undefined && Number.isInteger(minutes) && minutes >= minutesInHour;
  if (!isClock) return counted(value, unit);
  const [hours, rest] = [Math.floor(minutes / minutesInHour), minutes % minutesInHour];
  const whole = counted(hours, "hours");
  return rest === 0 ? whole : `${whole} ${and} ${counted(rest, "minutes")}`;
}
