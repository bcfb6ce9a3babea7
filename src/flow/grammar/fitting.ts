// Fitting: what all types share that fit a reading to a variable: units and bounds.

import { dayOf, minutesOf } from "./calendar.ts";
import type { SlotValue } from "./rules.ts";
import type { Fit, Now, Variable } from "./variables.ts";

export type Fitter = (value: SlotValue, variable: Variable, now: Now) => Fit | undefined;

export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

const sizes: Readonly<Record<string, readonly [string, number]>> = {
  seconds: ["t", 1 / 60],
  minutes: ["t", 1],
  hours: ["t", 60],
  days: ["t", 1440],
  nights: ["t", 1440],
  weeks: ["t", 10080],
  months: ["c", 1],
  years: ["c", 12],
  mg: ["m", 0.001],
  g: ["m", 1],
  kg: ["m", 1000],
  t: ["m", 1e6],
  oz: ["m", 28.349523125],
  lb: ["m", 453.59237],
  /** Of the German market: half a kilo. */
  pfd: ["m", 500],
  ml: ["v", 1],
  cl: ["v", 10],
  l: ["v", 1000],
  pt: ["v", 473.176473],
  gal: ["v", 3785.411784],
  mm: ["l", 0.1],
  cm: ["l", 1],
  m: ["l", 100],
  km: ["l", 1e5],
  in: ["l", 2.54],
  ft: ["l", 30.48],
  mi: ["l", 160934.4],
  m2: ["a", 1],
  ft2: ["a", 0.09290304],
};
export function convert(n: number, from: string, to: string): number | undefined {
  const [a, b] = [sizes[from], sizes[to]];
  return a === undefined || b === undefined || a[0] !== b[0] ? undefined : rounded((n * a[1]) / b[1]);
}

export const boundsOf = ({ min, max, near }: Variable, { today, minute, region }: Now) => ({
  today,
  now: minute,
  ...(region !== undefined && { region }),
  ...(min !== undefined && { min: dayOf(String(min)) }),
  ...(max !== undefined && { max: dayOf(String(max)) }),
  ...(typeof near === "string" && { near: dayOf(near) }),
});

export const timeBounds = ({ min, max }: Variable) => ({
  ...(min !== undefined && { min: minutesOf(String(min)) }),
  ...(max !== undefined && { max: minutesOf(String(max)) }),
});
