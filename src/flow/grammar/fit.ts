// What the readings of the chart mean for a variable: which types serve it, in which unit, between which bounds.

import {
  clockOf,
  dayOf,
  daysOf,
  type DaySpec,
  isoOf,
  minutesOf,
  shift,
  timesOf,
  within,
} from "./calendar.ts";
import { intervalText } from "../value/interval.ts";
import type { Reading } from "./chart.ts";
import type { SlotValue } from "./rules.ts";
import type { Fit, Now, Value, Variable } from "./variables.ts";

type Fitter = (value: SlotValue, variable: Variable, now: Now) => Fit | undefined;

const inBounds = (value: number, { min, max, integer }: Variable): Fit | undefined =>
  integer === true && !Number.isInteger(value)
    ? undefined
    : { value, isOutside: !within(value, min as number | undefined, max as number | undefined) };
const bare = (fit: Fit | undefined): Fit | undefined => fit && { ...fit, isBare: true };
const round = (value: number): number => Math.round(value * 1e6) / 1e6;

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
  return a === undefined || b === undefined || a[0] !== b[0] ? undefined : round((n * a[1]) / b[1]);
}

const measured: Fitter = ({ n, unit }, variable) => {
  const value = convert(n, unit, variable.unit ?? unit);
  return value === undefined ? undefined : inBounds(value, variable);
};

const bounds = ({ min, max, near }: Variable, { today, minute }: Now) => ({
  today,
  now: minute,
  ...(min !== undefined && { min: dayOf(String(min)) }),
  ...(max !== undefined && { max: dayOf(String(max)) }),
  ...(typeof near === "string" && { near: dayOf(near) }),
});

const date: Fitter = (spec: DaySpec, variable, now) => {
  const near = bounds(variable, now);
  const days = daysOf(spec, near);
  if (days.length === 0) return undefined;
  const isBirthday =
    near.max !== undefined &&
    near.max <= now.today &&
    /born|birth|geboren|geburt|nac/i.test(`${variable.name} ${variable.ask ?? ""}`);
  if (isBirthday && !(spec.k === "md" && spec.y !== undefined)) return { values: [] };
  const fit = days.filter((day) => within(day, near.min, near.max));
  const list = (fit.length > 0 ? fit : days).map(isoOf);
  return {
    ...(list.length === 1 ? { value: list[0] as string } : { values: list }),
    isOutside: fit.length === 0,
    ...(spec.k === "wd" && spec.isHabit && { doubt: "it may be every week" }),
  };
};

const time: Fitter = (spec, variable, now) => {
  const min = variable.min === undefined ? undefined : minutesOf(String(variable.min));
  const max = variable.max === undefined ? undefined : minutesOf(String(variable.max));
  const times = timesOf(spec, {
    today: now.today,
    now: now.minute,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(typeof variable.near === "string" && { near: minutesOf(variable.near) }),
  });
  const isOutside = times.every((each) => !within(each, min, max));
  const list = times.map(clockOf);
  return { ...(list.length === 1 ? { value: list[0] as string } : { values: list }), isOutside };
};

const dateRange: Fitter = ({ from, to, n, unit }, variable, now) => {
  const near = bounds(variable, now);
  const start = daysOf(from, near)[0];
  if (start === undefined) return undefined;
  const asNights =
    unit === "days" && variable.unit !== "nights"
      ? n - 1
      : unit === "weeks"
        ? 7 * n - (variable.unit === "nights" ? 0 : 1)
        : n;
  const end =
    to === undefined
      ? unit === "months"
        ? undefined
        : start + asNights
      : daysOf(to, { ...near, min: start, today: start - (to.k === "wd" ? 0 : 0) })[0];
  if (end === undefined || end < start) return undefined;
  const isOutside = !within(start, near.min, near.max) || !within(end, near.min, near.max);
  return {
    value: intervalText({ from: isoOf(start), to: isoOf(end) }),
    isOutside,
    ...(end - start > 92 && { doubt: "the range is longer than three months" }),
  };
};

const timeRange: Fitter = ({ from, to, minutes }, variable) => {
  const min = variable.min === undefined ? undefined : minutesOf(String(variable.min));
  const max = variable.max === undefined ? undefined : minutesOf(String(variable.max));
  const limits = { today: 0, now: 0, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const starts = timesOf(from, limits);
  const ends = minutes !== undefined ? [] : timesOf(to, limits);
  const pairs =
    minutes !== undefined
      ? starts.map((start) => [start, start + minutes] as const)
      : starts.flatMap((a) => ends.filter((b) => b > a).map((b) => [a, b] as const));
  const open = to !== undefined && from.is24 !== true && to.is24 !== true;
  // "Nine to five", "two to four": the shortest span in the day that is not in the night.
  const fit = pairs
    .filter(([a, b]) => within(a, min, max) && within(b, min, max))
    .sort(([a, b], [c, d]) => cost(a, b) - cost(c, d) || a - c);
  function cost(a: number, b: number): number {
    return b - a + (open && a < 420 ? 2000 : 0) + (open && b > 1320 ? 500 : 0);
  }
  // Through the night, where the hours are certain.
  const late =
    from.is24 === true &&
    to?.is24 === true &&
    starts[0] !== undefined &&
    ends[0] !== undefined &&
    ends[0] < starts[0]
      ? ([starts[0], ends[0]] as const)
      : undefined;
  const best = fit[0] ?? late;
  if (best === undefined) return undefined;
  return { value: intervalText({ from: clockOf(best[0]), to: clockOf(best[1]) }) };
};

const codeOf: Fitter = (said: string, { mask = "" }) => {
  const wanted = mask.replace(/[^A9*]/g, "");
  const text = said.toUpperCase();
  if (text.length !== wanted.length) return undefined;
  const read: string[] = [];
  for (const [at, sign] of wanted.split("").entries()) {
    const char = text[at] as string;
    const own = sign === "9" && char === "O" ? "0" : char;
    if (sign === "A" ? !/\p{L}/u.test(own) : sign === "9" ? !/\d/.test(own) : false) return undefined;
    read.push(own);
  }
  let at = 0;
  return { value: mask.replace(/[A9*]/g, () => read[at++] as string) };
};

const countries: Readonly<Record<string, readonly [string, string, number, number]>> = {
  FR: ["33", "0", 9, 9],
  US: ["1", "1", 10, 10],
  CA: ["1", "1", 10, 10],
  GB: ["44", "0", 9, 10],
  DE: ["49", "0", 7, 12],
  AT: ["43", "0", 7, 13],
  CH: ["41", "0", 9, 9],
  ES: ["34", "", 9, 9],
};
const phone: Fitter = (said: string, { region = "US" }) => {
  const [code, trunk, least, most] = countries[region] ?? ["1", "", 7, 12];
  const text = said.replace(/^\+?00(?=[1-9])/, "+").replaceAll(/[^\d+]/g, "");
  if (text.startsWith("+")) {
    const rest = text.slice(1).startsWith(code) ? text.slice(1 + code.length).replace(/^0/, "") : "";
    if (rest !== "")
      return rest.length >= least && rest.length <= most ? { value: `+${code}${rest}` } : undefined;
    return text.length >= 9 && text.length <= 16 ? { value: text } : undefined;
  }
  const rest = trunk !== "" && text.startsWith(trunk) ? text.slice(trunk.length) : trunk === "0" ? "" : text;
  return rest.length >= least && rest.length <= most ? { value: `+${code}${rest}` } : undefined;
};

/** Corrected while it was dictated. */
const mended =
  (fitter: Fitter): Fitter =>
  (...given) => {
    const fit = fitter(...given);
    return fit && { ...fit, doubt: "its last signs were corrected" };
  };

const digits: Fitter = (said: string, { lengthMin = 1, lengthMax = 40 }) =>
  said.length >= lengthMin && said.length <= lengthMax ? { value: said } : undefined;

const money: Fitter = ({ n, unit }, variable) => {
  const fit = inBounds(round(n), variable);
  return fit && unit !== undefined && variable.currency !== undefined && unit !== variable.currency
    ? { ...fit, doubt: "it is another currency" }
    : fit;
};

/** "Ten fifty" is 10.50; "two fifty" may be 250 as well. */
const price: Fitter = ({ n }, variable) => {
  const all = (n < 10 && round(n * 100) % 10 === 0 ? [round(n), round(n * 100)] : [round(n)]).filter(
    (each) => inBounds(each, variable)?.isOutside === false,
  );
  return all.length === 1 ? { value: all[0] as number, isBare: true } : { values: all, isBare: true };
};

const number: Fitter = (n, variable) => bare(inBounds(n, variable));

const HALVES: Readonly<Record<string, readonly [number, number]>> = {
  morning: [0, 12],
  noon: [11, 15],
  afternoon: [12, 18],
  evening: [16, 24],
  night: [17, 24],
};
const MORE = /\b(anything else|more|sonst|weiter)\b/i;

/** By kind of variable, by type of reading. */
export const fitters: Readonly<Record<string, Readonly<Record<string, Fitter>>>> = {
  number: {
    number,
    between: () => ({ values: [] }),
    colloquial: number,
    // "A week" of nights, "two hours" of minutes, where the variable counts such a unit.
    duration: ({ n, unit }, variable) => {
      if (variable.unit === undefined) return undefined;
      const value = convert(n, unit, variable.unit);
      return value === undefined ? undefined : inBounds(value, variable);
    },
    quantity: ({ n, unit }, variable) => (variable.unit === unit ? inBounds(n, variable) : undefined),
  },
  money: { money, number, between: () => ({ values: [] }), price },
  amount: { quantity: measured, number, between: () => ({ values: [] }) },
  duration: { duration: measured, number, between: () => ({ values: [] }) },
  date: {
    day: date,
    bareday: (spec, variable, now) => {
      const fit = date(spec, variable, now);
      return fit && { ...fit, isBare: true, isAlone: true };
    },
    daytime: ({ day }, variable, now) => date(day, variable, now),
    shift: ({ n, unit }, variable, now) => {
      if (typeof variable.near !== "string" || !["days", "nights", "weeks", "months"].includes(unit))
        return undefined;
      const day = shift(dayOf(variable.near), unit, n);
      const { min, max } = bounds(variable, now);
      return { value: isoOf(day), isOutside: !within(day, min, max) };
    },
    moment: ({ in: n }, variable, now) =>
      date({ k: "off", n: Math.floor((now.minute + n) / 1440) }, variable, now),
    vague: () => ({ values: [] }),
  },
  time: {
    time,
    barehour: (spec, variable, now) => bare(time(spec, variable, now)),
    daytime: (value, variable, now) => time(value.time, variable, now),
    shift: ({ n, unit }, variable) => {
      const by = convert(n, unit, "minutes");
      if (typeof variable.near !== "string" || by === undefined || Math.abs(by) > 720) return undefined;
      return { value: clockOf((minutesOf(variable.near) + by + 1440) % 1440) };
    },
    moment: ({ in: n }, variable, now) =>
      now.minute + n >= 1440
        ? undefined
        : time(
            { h: Math.floor(((now.minute + n) % 1440) / 60), m: (now.minute + n) % 60, is24: true },
            variable,
            now,
          ),
    // "In the evening", where eight in the morning or in the evening was asked.
    daypart: (part, { choices = [] }) => {
      const fit = choices.filter((each) =>
        (HALVES[part] ?? [24, 24]).every((limit, at) =>
          at === 0 ? minutesOf(String(each)) >= limit * 60 : minutesOf(String(each)) < limit * 60,
        ),
      );
      return fit.length === 1 ? { value: fit[0] as Value } : { values: [] };
    },
  },
  date_range: { days: dateRange },
  time_range: { hours: timeRange },
  digits: { digs: digits, mended: mended(digits) },
  code: { mix: codeOf, digs: codeOf, mended: mended(codeOf) },
  phone: { digs: phone, phone, mended: mended(phone) },
  boolean: {
    yesno: (value) => ({ value }),
    agreement: (value, { ask = "" }) => (value && MORE.test(ask) ? undefined : { value, isAlone: true }),
    // "That's all" where more is offered.
    enough: (_value, { ask = "" }) => (MORE.test(ask) ? { value: false } : undefined),
  },
  choice: {},
  name: {},
  email: {},
  text: {},
  list: {},
};

export const fitOf = ({ type, value }: Reading, variable: Variable, now: Now): Fit | undefined =>
  fitters[variable.type]?.[type]?.(value, variable, now);

export const isSame = (a: Value | undefined, b: Value | undefined): boolean => a === b;
