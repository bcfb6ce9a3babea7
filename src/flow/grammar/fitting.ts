// Fitting: parts that all fitters of readings share: units and bounds.

import { isMeasureUnit, type Size, sizeOf } from "../value/measure-unit.ts";
import { dayOf, minutesOf } from "./calendar.ts";
import type { SlotValue } from "./rules.ts";
import type { Fit, Now, Variable } from "./variables.ts";

export type Fitter = (value: SlotValue, variable: Variable, now: Now) => Fit | undefined;

export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Units that callers say, and that no variable counts in: metric tons, and the pound of the German market. */
const saidOnly: Readonly<Record<string, Size>> = {
  t: { dimension: "mass", size: 1_000_000 },
  pfd: { dimension: "mass", size: 500 },
};
const sizeOfSaid = (unit: string): Size | undefined => (isMeasureUnit(unit) ? sizeOf(unit) : saidOnly[unit]);

export function convert(n: number, from: string, to: string): number | undefined {
  const [a, b] = [sizeOfSaid(from), sizeOfSaid(to)];
  if (a === undefined || a.dimension !== b?.dimension) return undefined;
  return rounded((n * a.size) / b.size);
}

export const boundsOf = (
  { min, max, near }: Pick<Variable, "min" | "max" | "near">,
  { today, minute, region }: Now,
) => ({
  today,
  now: minute,
  ...(region !== undefined && { region }),
  ...(min !== undefined && { min: dayOf(String(min)) }),
  ...(max !== undefined && { max: dayOf(String(max)) }),
  ...(typeof near === "string" && { near: dayOf(near) }),
});

export const timeBounds = ({ min, max }: Pick<Variable, "min" | "max">) => ({
  ...(min !== undefined && { min: minutesOf(String(min)) }),
  ...(max !== undefined && { max: minutesOf(String(max)) }),
});

/**
 * Index of "the second one", "the last" or "the middle one" among `count`; an index outside of them if there is no such
 * one.
 */
export function placeOf(position: number | string, count: number): number {
  const place = position === "middle" ? (count + 1) / 2 : Number(position);
  return place > 0 ? place - 1 : count + place;
}
