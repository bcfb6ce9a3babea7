// Likely values: likely answers for a variable, as values of the grammar, so that the rules phrase them.

import { getCountryCallingCode, isSupportedCountry, Metadata } from "libphonenumber-js/min";
import { type DaySpec, daysOf, timesOf, within } from "../../grammar/calendar.ts";
import { boundsOf, timeBounds } from "../../grammar/fitting.ts";
import { Several } from "./sayer.ts";
import { amountUnits, durationUnits, type MeasureUnit, sizeOf } from "../../value/measure-unit.ts";
import type { ValueRule } from "../understand/understanding.ts";

/** Values of a type of the rules. */
export type Values = readonly [type: string, values: readonly unknown[]];

export interface Likely {
  /** Hardly ambiguous values. */
  readonly clear: readonly Values[];
  /** Ambiguous values ("seven"), which count only at their own question. */
  readonly bare: readonly Values[];
}

/** The largest number: larger ones are recognised better digit by digit. */
const numberMax = 9_999;
/** Sums with hundredths, and numbers with a decimal, are expected up to here. */
const partedMax = 100;
/** Larger sums are mostly even. */
const [evenFrom, evenStep] = [1_000, 50];
/** Days ahead that people name by weekday and date. */
const nearDays = 60;
const yearDays = 366;
const yearsMax = 110;
/** "In 30 days" */
const spanMax = 30;
const nightsMax = 21;

const none: Likely = { clear: [], bare: [] };

const from = (first: number, last: number, step = 1): readonly number[] =>
  Array.from({ length: Math.max(0, Math.floor((last - first) / step) + 1) }, (_, at) => first + at * step);

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

const wholes = ({ min = 0, max = numberMax }: Bounds): readonly number[] =>
  from(Math.ceil(min), Math.min(numberMax, Math.floor(max)));

const round = (value: number): number => Math.round(value * 100) / 100;

/** Numbers with one decimal, if there are few. */
const decimals = ({ min = 0, max = numberMax }: Bounds): readonly number[] =>
  from(Math.ceil(Math.max(0, min) * 10), Math.floor(Math.min(partedMax, max) * 10))
    .map((tenths) => tenths / 10)
    .filter((value) => !Number.isInteger(value));

const monthDays: readonly DaySpec[] = from(1, 31).map((d) => ({ k: "md", d }));

/** `today` as days since 1970. */
export function likelyValues(wanted: ValueRule, today: number): Likely {
  switch (wanted.kind) {
    case "number":
      return {
        clear: [],
        bare: [["number", [...wholes(wanted), ...(wanted.integer ? [] : decimals(wanted))]]],
      };
    case "money":
      return sums(wanted);
    case "duration":
    case "amount":
      return { clear: measures(wanted), bare: [["number", wholes(wanted)]] };
    case "date":
      return {
        clear: [["day", days(wanted, today)]],
        // A day of birth is never only "the twelfth".
        bare: wanted.max === undefined || wanted.min !== undefined ? [["day", monthDays]] : [],
      };
    case "time":
      return {
        clear: [["time", clocks(wanted)]],
        bare: [["barehour", clocks(wanted).filter(({ m, is24 }) => m === 0 && is24 !== true)]],
      };
    case "date_range":
      return stays(wanted, today);
    case "time_range":
      return hours(wanted);
    default:
      return none;
  }
}

function sums({ currency, ...bounds }: Extract<ValueRule, { kind: "money" }>): Likely {
  const whole = wholes(bounds).filter((value) => value <= evenFrom || value % evenStep === 0);
  const { min = 0, max = numberMax } = bounds;
  const parted = from(5, Math.min(partedMax, max) * 100, 5)
    .filter((hundredths) => hundredths % 100 > 0 && hundredths >= min * 100)
    .concat(min < 1 ? from(1, 99).filter((hundredths) => hundredths % 5 > 0) : []);
  const all = [...whole, ...parted.map((hundredths) => round(hundredths / 100))];
  return { clear: [["money", all.map((n) => ({ n, unit: currency }))]], bare: [["number", whole]] };
}

/** Units in a grammar: those nearest in size. */
const unitsMax = 4;
/** Numbers of a larger unit, and of a smaller one: "seven hundred grams". */
const [largerMax, smallerMax] = [24, 999];

function measures(wanted: Extract<ValueRule, { kind: "duration" | "amount" }>): readonly Values[] {
  const { unit, integer, min = 0, max = Infinity } = wanted;
  const distance = (other: MeasureUnit): number => Math.abs(Math.log(sizeOf(other).size / sizeOf(unit).size));
  const measureUnits = units
    .filter((other) => sizeOf(other).dimension === sizeOf(unit).dimension)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, unitsMax);
  const fits = (n: number, other: MeasureUnit): boolean => {
    const value = (n * sizeOf(other).size) / sizeOf(unit).size;
    return value >= min && value <= max && (!integer || Number.isInteger(round(value)));
  };
  const quantities = measureUnits.flatMap((other) => {
    const most = sizeOf(other).size > sizeOf(unit).size ? largerMax : smallerMax;
    const halves = from(1, Math.min(most, partedMax)).map((n) => n - 0.5);
    return [...from(1, most), ...halves]
      .filter((n) => fits(n, other))
      .map((n) => ({ n, unit: other as string }));
  });
  return [[wanted.kind === "duration" ? "duration" : "quantity", quantities]];
}

const units: readonly MeasureUnit[] = [...durationUnits, ...amountUnits];

interface Moments {
  readonly min?: string;
  readonly max?: string;
}

/** Days within the bounds, in people's usual forms. */
function days(moments: Moments, today: number): readonly DaySpec[] {
  const bounds = boundsOf(moments, { today, minute: 0 });
  const fits = (spec: DaySpec): boolean =>
    daysOf(spec, bounds).some((day) => within(day, bounds.min, bounds.max));
  const isPast = bounds.max !== undefined && bounds.max <= today;
  const named = [
    ...from(-1, 2).map((n): DaySpec => ({ k: "off", n })),
    ...from(0, 6).flatMap((wd): DaySpec[] =>
      isPast
        ? [{ k: "wd", wd }]
        : [
            { k: "wd", wd },
            { k: "wd", wd, isNext: true },
          ],
    ),
    ...from(1, spanMax).flatMap((n) =>
      ["days", "weeks", "months"].map((unit): DaySpec => ({ k: "unit", unit, n })),
    ),
  ];
  const first = Math.max(bounds.min ?? -Infinity, isPast ? (bounds.max ?? today) - yearDays + 1 : today);
  const last = Math.min(bounds.max ?? Infinity, first + yearDays - 1);
  const dated = from(first, last).map(dayParts);
  const years = yearsWithin(bounds);
  return [
    ...named.filter(fits),
    ...dated.map(({ d, m }): DaySpec => ({ k: "md", d, m })),
    ...dated.slice(0, isPast ? 0 : nearDays).flatMap(({ d, m, wd }): DaySpec[] => [
      { k: "md", d, m, wd },
      { k: "md", d, wd },
    ]),
    // For coming days people say the year only if it may be another one.
    ...(years === undefined
      ? []
      : dated.map(({ d, m }) => ({ k: "md", d, m, y: years }) as unknown as DaySpec)),
  ];
}

function yearsWithin({ today, min, max }: ReturnType<typeof boundsOf>) {
  const isFar = min === undefined || min < today || (max !== undefined && max > today + yearDays);
  if (!isFar) return undefined;
  const year = dayParts(today).y;
  const first = min === undefined ? year - yearsMax : dayParts(min).y;
  return new Several(from(first, max === undefined ? year + 2 : dayParts(max).y).slice(-yearsMax));
}

function dayParts(day: number) {
  const date = new Date(day * 86_400_000);
  return { y: date.getUTCFullYear(), m: date.getUTCMonth() + 1, d: date.getUTCDate(), wd: date.getUTCDay() };
}

interface Clock {
  readonly h: number;
  readonly m: number;
  readonly is24?: boolean;
}

/** Times within the bounds: on a twelve-hour dial, and with the half of the day. */
function clocks(moments: Moments): readonly Clock[] {
  const bounds = { today: 0, now: 0, ...timeBounds(moments) };
  const all = from(0, 24 * 60 - 1).map((minute) => ({ h: Math.floor(minute / 60), m: minute % 60 }));
  return [
    ...all.filter(({ h }) => h >= 1 && h <= 12),
    ...all.map((clock) => ({ ...clock, is24: true })),
  ].filter((clock) => timesOf(clock, bounds).some((minute) => within(minute, bounds.min, bounds.max)));
}

function stays(wanted: Moments, today: number): Likely {
  const ends = new Several(
    [...days(wanted, today), ...monthDays].filter(
      (spec) =>
        spec.k === "off" ||
        spec.k === "wd" ||
        (spec.k === "md" && spec.y === undefined && spec.wd === undefined),
    ),
  );
  const lengths = (["nights", "days", "weeks"] as const).map((unit) => ({
    from: ends,
    n: new Several(from(1, nightsMax)),
    unit,
  }));
  return { clear: [["days", [{ from: ends, to: ends }, ...lengths]]], bare: [["day", [ends]]] };
}

function hours(wanted: Moments): Likely {
  const all = clocks(wanted).filter(({ m }) => m % 15 === 0);
  const [ends, plain] = [
    new Several(all),
    new Several(all.filter(({ m, is24 }) => m === 0 && is24 !== true)),
  ];
  return {
    clear: [
      [
        "hours",
        [
          { from: ends, to: ends },
          { from: plain, to: plain },
        ],
      ],
    ],
    bare: [
      ["time", [ends]],
      ["barehour", [plain]],
    ],
  };
}

/** This many digits are hardly anything but a phone number. */
const clearDigitsMin = 9;
/** Lengths of phone numbers in a grammar, the commonest first; more make recognition worse. */
const phoneLengthsMax = 3;

/** Numbers as dialled within a country (ISO 3166), and its calling code. `prefix`: digits dialled before them. */
export function numberingOf(region: string) {
  if (!isSupportedCountry(region)) return { national: [], code: "", prefix: "" };
  const metadata = new Metadata();
  metadata.selectNumberingPlan(region);
  const plan = metadata.numberingPlan;
  const lengths = plan?.possibleLengths() ?? [];
  const usual = lengths.filter((length) => length >= clearDigitsMin);
  const national = usual.length > 0 ? usual.slice(0, phoneLengthsMax) : lengths.slice(-phoneLengthsMax);
  const code: string = getCountryCallingCode(region);
  const prefix = plan === undefined ? "" : prefixOf(plan);
  // In North America the national prefix is the country's code, and is not said.
  return { national, code, prefix: prefix === code ? "" : prefix };
}

/** Prefix of national numbers. The package's types leave this method out. */
function prefixOf(plan: object): string {
  const method: unknown = Reflect.get(plan, "nationalPrefix");
  const prefix: unknown = typeof method === "function" ? Reflect.apply(method, plan, []) : undefined;
  return typeof prefix === "string" && /^[0-9]+$/.test(prefix) ? prefix : "";
}
