// Fit: readings of the chart for a variable: which types serve it, in which unit, between which bounds.

import {
  clockOf,
  daysOf,
  type DaySpec,
  isOfDays,
  isoOf,
  minutesOf,
  type PeriodSpec,
  periodsOf,
  timesOf,
  within,
} from "./calendar.ts";
import { maskMark } from "../value/postcodes.ts";
import { intervalText } from "../value/interval.ts";
import { beginsPhone, phoneOf } from "../value/phone-number.ts";
import type { Reading } from "./chart.ts";
import { boundsOf, convert, type Fitter, placeOf, rounded, timeBounds } from "./fitting.ts";
import { dateRange, isWaking, timeRange } from "./spans.ts";
import { away, type Span } from "./measures.ts";
import type { Fit, Now, Value, Variable } from "./variables.ts";

/** A patient of eight and a half is eight years old. */
const inBounds = (given: number, { min, max, integer, topic }: Variable): Fit => {
  const value = topic === "age" && integer === true ? Math.floor(given) : given;
  return {
    value,
    isOutside:
      (integer === true && !Number.isInteger(value)) ||
      !within(value, min as number | undefined, max as number | undefined),
  };
};
const doubted = (fit: Fit | undefined, doubt: string): Fit | undefined => fit && { doubt, ...fit };
const bare = (fit: Fit | undefined): Fit | undefined => fit && { ...fit, isBare: true };
const measured: Fitter = ({ n, unit }, variable) => {
  const value = convert(n, unit, variable.unit ?? unit);
  const fit = value === undefined ? undefined : inBounds(value, variable);
  const isLoose = n === 0.5 && unit === "days" && variable.unit !== "days";
  return fit && isLoose ? { ...fit, doubt: "half a day may be a few hours" } : fit;
};

const DAYS_OF_MONTH = 30.4375;

/** "Since Monday": the time that has passed since then. */
const elapsed: Fitter = (spec: DaySpec, variable, { today, minute }) => {
  const { unit = "days" } = variable;
  const [day = Infinity] = daysOf(spec, { today, now: minute, max: today });
  if (day > today || !isOfDays(unit)) return undefined;
  const months = (today - day) / DAYS_OF_MONTH;
  const exact = convert(today - day, "days", unit) ?? convert(months, "months", unit) ?? 0;
  const value = Math.round(exact);
  const isExact = value === exact && value > 0;
  return { ...inBounds(value, variable), ...(!isExact && { doubt: "it was counted from a day" }) };
};

/** "Three days ago", "yesterday", if the question asks for a length of time. */
const ago: Fitter = (spec: DaySpec, variable, now) =>
  (spec.k === "unit" || spec.k === "off") && spec.n < 0
    ? doubted(elapsed(spec, variable, now), "it was said as a day")
    : undefined;

/** "For three days", if the question asks for a day of the past. */
const daysAgo: Fitter = (length: Span, variable, now) => {
  const { max = Infinity, today } = boundsOf(variable, now);
  const spec = max > today || variable.topic === "birth" ? undefined : away(length, -1);
  return spec && doubted(date(spec, variable, now), "it was said as a length of time");
};

const date: Fitter = (spec: DaySpec, variable, now) => {
  const bounds = boundsOf(variable, now);
  const days = daysOf(spec, bounds);
  if (days.length === 0) return undefined;
  const isBirthday = bounds.max !== undefined && bounds.max <= now.today && variable.topic === "birth";
  if (isBirthday && variable.near === undefined && !(spec.k === "md" && spec.y !== undefined))
    return { values: [] };
  const fit = days.filter((day) => within(day, bounds.min, bounds.max));
  const list = (fit.length > 0 ? fit : days).map(isoOf);
  return {
    ...(list.length === 1 ? { value: list[0] as string } : { values: list }),
    isOutside: fit.length === 0,
    ...(spec.k === "wd" && spec.isHabit && { doubt: "it may be every week" }),
  };
};

const time: Fitter = (spec, variable, now) => {
  const limits = timeBounds(variable);
  const times = timesOf(spec, {
    today: now.today,
    now: now.minute,
    ...limits,
    ...(typeof variable.near === "string" && { near: minutesOf(variable.near) }),
  });
  const isOutside = times.every((each) => !within(each, limits.min, limits.max));
  const list = times.map(clockOf);
  if (list.length === 1) return { value: list[0] as string, isOutside };
  const [day, other] = times.filter(isWaking).map(clockOf);
  return day !== undefined && other === undefined
    ? { value: day, isOutside, doubt: "it may be at night" }
    : { values: list, isOutside };
};

/** "Next week": one of a few days, or a day within that time. */
const period: Fitter = (spec: PeriodSpec, variable, now) => {
  const spans = periodsOf(spec, boundsOf(variable, now));
  const all = spans.flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, at) => isoOf(from + at)),
  );
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return { values: [] };
  if (all.length === 1) return { value: first, doubt: "it is the only day of that time" };
  if (all.length === 2) return { values: all };
  return { values: [], part: intervalText({ from: first, to: last }) };
};

/** "In the evening": the allowed hours of it. */
const hoursOf = (part: unknown, variable: Variable): Fit => {
  const [from, to] = HALVES[String(part)] ?? [];
  const { min, max } = timeBounds(variable);
  if (from === undefined || to === undefined) return { values: [] };
  const first = Math.max(from * 60, min ?? 0);
  const last = Math.min(to * 60, max ?? 1440);
  return first >= last
    ? { values: [] }
    : {
        values: [],
        part: intervalText({ from: clockOf(first), to: last === 1440 ? "23:59" : clockOf(last) }),
      };
};

const codeOf: Fitter = (code: string, { mask = "" }) =>
  mask
    .split(maskMark)
    .map((each) => maskedBy(each, code))
    .find((each) => each !== undefined);

function maskedBy(mask: string, code: string): Fit | undefined {
  const wanted = mask.replace(/[^A9*]/g, "");
  const text = code.toUpperCase();
  if (text.length !== wanted.length) return undefined;
  const read: string[] = [];
  for (const [at, sign] of wanted.split("").entries()) {
    const char = text[at] as string;
    const readChar = sign === "9" && char === "O" ? "0" : char;
    if (sign === "A" ? !/\p{L}/u.test(readChar) : sign === "9" ? !/\d/.test(readChar) : false)
      return undefined;
    read.push(readChar);
  }
  let at = 0;
  return { value: mask.replace(/[A9*]/g, () => read[at++] as string) };
}

/**
 * Phone number as people dial it in a country. The agent asks for the rest of a number's beginning, and reports a
 * number that rings nowhere.
 */
const phone: Fitter = (phoneText: string, { region = "", known = "", near }) => {
  const signs = (text: string): string => text.replace(/^\+?00(?=[1-9])/, "+").replaceAll(/[^\d+]/g, "");
  // A caller may say the whole number as well as its rest.
  const [alone, whole] = [signs(phoneText), signs(known + phoneText)];
  const value = phoneOf(whole, region) ?? (known === "" ? undefined : phoneOf(alone, region));
  if (value !== undefined) return { value };
  return near === undefined && beginsPhone(whole, region)
    ? { values: [], part: whole }
    : { value: whole, isOutside: true };
};

/** Minimum length of a part: a single sign may mean anything ("not before nine"). */
const PART_MIN = 2;
const signsOf = (text: string): string => text.replaceAll(/[^\p{L}\d]/gu, "").toUpperCase();
const alike = (one: string, other: string): number =>
  one.split("").filter((sign, at) => sign === other[at]).length;

/** "No, three seven at the end": repeated signs replace the most similar ones of the read-back. */
const partly =
  (fitter: Fitter): Fitter =>
  (signs: string, variable, now) => {
    const fit = fitter(signs, variable, now);
    const [part, all] = [signsOf(signs), signsOf(String(variable.read ?? ""))];
    if (
      (fit?.value !== undefined && fit.isOutside !== true) ||
      part.length < PART_MIN ||
      part.length >= all.length
    )
      return fit;
    const [head, tail] = [all.slice(0, part.length), all.slice(-part.length)].map((each) =>
      alike(part, each),
    );
    if (head === 0 && tail === 0) return fit;
    const isHead = (head ?? 0) > (tail ?? 0);
    const whole = isHead ? part + all.slice(part.length) : all.slice(0, -part.length) + part;
    const { value } = fitter(variable.type === "phone" ? `+${whole}` : whole, variable, now) ?? {};
    if (value === undefined) return fit;
    return value === variable.read ? { value } : { value, doubt: "a part of it was said again" };
  };

/** Too few or too many digits are reported as such. */
const digits: Fitter = (figures: string, { lengthMin = 1, lengthMax = 40, whole }) => ({
  value: figures,
  isOutside: figures.length !== whole && !(figures.length >= lengthMin && figures.length <= lengthMax),
});

const money: Fitter = ({ n, unit }, variable) => {
  const fit = inBounds(rounded(n), variable);
  return fit && unit !== undefined && variable.currency !== undefined && unit !== variable.currency
    ? { ...fit, doubt: "it is another currency" }
    : fit;
};

/** "Ten fifty" is 10.50; "two fifty" may be 250 as well. */
const price: Fitter = ({ n }, variable) => {
  const all = (n < 10 && rounded(n * 100) % 10 === 0 ? [rounded(n), rounded(n * 100)] : [rounded(n)]).filter(
    (each) => inBounds(each, variable)?.isOutside === false,
  );
  return all.length === 1 ? { value: all[0] as number, isBare: true } : { values: all, isBare: true };
};

const number: Fitter = (n, variable) => bare(inBounds(n, variable));
/** "Minus twenty" is no sum of money. */
const positive: Fitter = (n, variable, now) =>
  n < 0 ? { values: [], isBare: true } : number(n, variable, now);
/** "One and a half" at minutes may mean hours. */
const whole: Fitter = (n, variable, now) =>
  Number.isInteger(n) || variable.unit === "hours" ? number(n, variable, now) : { values: [], isBare: true };
/** "One seventy two" at centimetres. */
const centimetres: Fitter = (n, variable) => (variable.unit === "cm" ? inBounds(n, variable) : undefined);

const HALVES: Readonly<Record<string, readonly [number, number]>> = {
  morning: [0, 12],
  noon: [11, 15],
  afternoon: [12, 18],
  evening: [16, 24],
  night: [17, 24],
};

/** Usual maxima of scores. */
const SCALES = new Set([3, 4, 5, 6, 7, 10, 100]);

/** Fitters by kind of variable and by type of reading. */
const fitters: Readonly<Record<string, Readonly<Record<string, Fitter>>>> = {
  number: {
    number,
    between: () => ({ values: [] }),
    outof: ({ n, of }, variable) =>
      SCALES.has(Number(variable.max)) && (of ?? variable.max) === variable.max
        ? inBounds(n, variable)
        : { values: [] },
    colloquial: number,
    none: number,
    decade: (n, variable) =>
      variable.topic === "age" ? doubted(inBounds(n, variable), "it may be a year more or less") : undefined,
    // "One five, not fifty"
    digs: (figures: string, variable, now) =>
      Number(figures) === variable.near && figures.length > 1
        ? number(variable.near, variable, now)
        : undefined,
    // "Nineteen fifty-eight", if the question asks for a year.
    year: (n: number, variable) =>
      variable.askedUnits?.includes("years") === true ? inBounds(n, variable) : undefined,
    // "5000 dollars", at a budget in dollars.
    money: ({ n, unit }, variable) =>
      unit !== undefined && variable.currency === unit ? inBounds(n, variable) : undefined,
    // "A week" at nights, "two hours" at minutes, if the variable counts such a unit.
    duration: ({ n, unit }, variable) => {
      if (variable.unit === undefined) return undefined;
      const value = convert(n, unit, variable.unit);
      return value === undefined ? undefined : inBounds(value, variable);
    },
    quantity: ({ n, unit }, variable) => (variable.unit === unit ? inBounds(n, variable) : undefined),
  },
  money: { money, number: positive, between: () => ({ values: [] }), price },
  amount: {
    quantity: measured,
    number,
    // "Eins zweiundachtzig", if the question asks for centimetres.
    colloquial: centimetres,
    metred: centimetres,
    between: () => ({ values: [] }),
  },
  duration: {
    duration: measured,
    elapsed,
    day: ago,
    stretch: ({ n, unit }, variable) => {
      const by = convert(n, unit, variable.unit ?? unit);
      return by === undefined || typeof variable.near !== "number"
        ? undefined
        : inBounds(variable.near + by, variable);
    },
    number: whole,
    between: () => ({ values: [] }),
  },
  date: {
    day: date,
    bareday: (spec, variable, now) => {
      const fit = date(spec, variable, now);
      return fit && { ...fit, isBare: true, isAlone: true };
    },
    daytime: ({ day }, variable, now) => date(day, variable, now),
    shift: (spec: DaySpec, variable, now) => date(spec, variable, now),
    vague: () => ({ values: [] }),
    since: date,
    until: date,
    elapsed: date,
    duration: daysAgo,
    period,
  },
  time: {
    time,
    // "p.m.", if the agent asked whether eight is in the morning or in the evening.
    ampm: (half, { choices = [] }) => {
      const fit = choices.filter((each) => String(each) < "12:00" === (half === "am"));
      return fit.length === 1 ? { value: fit[0] as Value } : undefined;
    },
    barehour: (spec, variable, now) => bare(time(spec, variable, now)),
    // "No, half past": within the hour that was said.
    pasthour: (m: number, { near }) => {
      if (typeof near !== "string") return undefined;
      const hours = minutesOf(near) / 60;
      const hour = m < 0 ? Math.round(hours - m / 60) : Math.floor(hours);
      return { value: clockOf((60 * hour + m + 1440) % 1440), doubt: "its hour was not said" };
    },
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
    // "In the evening", if the agent asked whether eight is in the morning or in the evening.
    daypart: (part, variable) => {
      const { choices = [] } = variable;
      const fit = choices.filter((each) =>
        (HALVES[part] ?? [24, 24]).every((limit, at) =>
          at === 0 ? minutesOf(String(each)) >= limit * 60 : minutesOf(String(each)) < limit * 60,
        ),
      );
      return fit.length === 1 ? { value: fit[0] as Value } : hoursOf(part, variable);
    },
  },
  date_range: dateRange,
  time_range: timeRange,
  digits: { digs: partly(digits) },
  code: { mix: partly(codeOf), digs: partly(codeOf) },
  phone: { digs: partly(phone), phone },
  boolean: {
    yesno: (value) => ({ value }),
    agreement: (value, { offersMore }) => (value && offersMore ? undefined : { value, isAlone: true }),
    // "That's all" at an offer of more.
    wish: (_value, { offersMore }) => (offersMore ? { value: true } : undefined),
    enough: (_value, { offersMore }) => (offersMore ? { value: false } : undefined),
  },
  choice: {},
  name: {},
  email: {},
  text: {},
  list: {},
};

/** Whether readings of that type can fit such a variable at all. */
export const serves = ({ type }: Reading, variable: Variable): boolean =>
  (type === "position" && variable.choices !== undefined) || fitters[variable.type]?.[type] !== undefined;

export const fitOf = ({ type, value }: Reading, variable: Variable, now: Now): Fit | undefined =>
  type === "position" && variable.choices !== undefined
    ? chosenOf(value, variable.choices)
    : fitters[variable.type]?.[type]?.(value, variable, now);

/** "The second one" of the offered values. */
function chosenOf(place: number | string, choices: readonly Value[]): Fit | undefined {
  const value = choices[placeOf(place, choices.length)];
  return value === undefined ? undefined : { value };
}

export const isSame = (a: Value | undefined, b: Value | undefined): boolean => a === b;
