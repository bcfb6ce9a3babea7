// Days: their meanings, and ranges of them.

import type { DaySpec } from "../calendar.ts";
import { away, distant, long, md, type Span, span } from "../measures.ts";
import { always, only } from "./meaning.ts";

type Md = Extract<DaySpec, { k: "md" }>;
type Of = (day: DaySpec) => readonly unknown[] | undefined;

const isMd = (day: DaySpec): day is Md => day.k === "md";
const off = (n: number): DaySpec => ({ k: "off", n });
const saidOff =
  (n: number): Of =>
  (day) =>
    day.k === "off" && day.n === n ? [] : undefined;
const saidNth: Of = (day) => (isMd(day) && day.m === undefined && day.wd === undefined ? [day.d] : undefined);
const monthDay = ({ d, m }: Md): DaySpec => ({ k: "md", d, ...(m !== undefined && { m }) });
const withYear = (day: Md, y: number): DaySpec | undefined =>
  day.m === undefined ? undefined : { ...day, y };
const weekday = (wd: number): DaySpec => ({ k: "wd", wd });
const adjacentWeekday = (wd: number, dir: 1 | -1, base?: DaySpec): DaySpec => ({
  k: "beside",
  wd,
  dir,
  ...(base !== undefined && { base }),
});
const weekdayPlus = (wd: number, plus: number): DaySpec => ({ k: "wd", wd, plus });
const dayBefore = (base: DaySpec): DaySpec => distant({ n: 1, unit: "days" }, -1, base);
const isMonthDay = (day: DaySpec): day is Md =>
  isMd(day) && day.m !== undefined && day.y === undefined && day.wd === undefined;
const onWeekday = (wd: number, day: DaySpec | undefined): DaySpec | undefined =>
  day && ({ ...day, wd } as DaySpec);
const number = (text: string): number => Number(text);
const numeric = (d: string, m: string, y?: string): DaySpec | undefined =>
  md(number(d), number(m), y === undefined ? {} : { y: number(y) });

export const days = {
  year: {
    type: "year",
    value: (y: string) => (/^(19|20)\d\d$/.test(y) ? number(y) : undefined),
    say: (y: number) => [String(y)],
  },
  yearThousand: {
    type: "year",
    value: (n?: number) => 2000 + (n ?? 0),
    say: (y: number) => (y === 2000 ? [undefined] : y > 2000 && y < 2100 ? [y - 2000] : undefined),
  },
  yearHundred: {
    type: "year",
    value: (n?: number) => 1900 + (n ?? 0),
    say: (y: number) => (y > 1900 && y < 1910 ? [y - 1900] : undefined),
  },
  yearNumber: { type: "year", value: only((y) => y > 1900 && y < 2100), say: (y: number) => [y] },
  yearPair: {
    type: "year",
    value: (a: number, b: number) => ((a === 19 || a === 18 || a === 20) && b > 9 ? a * 100 + b : undefined),
    say: (y: number) => (y > 1909 && y < 2100 && y % 100 > 9 ? [Math.floor(y / 100), y % 100] : undefined),
  },
  shortYear: { type: "shortyear", value: (n: number) => (n > 20 ? n : undefined) },
  shortYearFigures: { type: "shortyear", value: (y: string) => (/^\d\d$/.test(y) ? number(y) : undefined) },
  shortYearZero: { type: "shortyear" },
  nth: { type: "nth", value: (n: number) => (n <= 31 ? n : undefined), say: (n: number) => [n] },
  dayNumber: { type: "dayno", say: (n: number) => [n] },
  dayNumberSmall: { type: "dayno", value: (n: number) => (n <= 31 ? n : undefined), cost: 0.05 },
  /** For languages that count days by cardinals: "el cinco de mayo". */
  dayNumberPlain: {
    type: "dayno",
    value: only((n) => n > 0 && n <= 31),
    say: (n: number) => [n],
  },
  dayNumberFigures: {
    type: "dayno",
    value: (d: string) => (d.length < 3 && number(d) <= 31 && number(d) > 0 ? number(d) : undefined),
    cost: 0.05,
  },
  dayMonth: {
    type: "monthday",
    value: (d: number, m: number) => md(d, m),
    say: (day: DaySpec) => (isMonthDay(day) ? [day.d, day.m] : undefined),
  },
  monthDay: {
    type: "monthday",
    value: (m: number, d: number) => md(d, m),
    say: (day: DaySpec) => (isMonthDay(day) ? [day.m, day.d] : undefined),
  },
  /** "5/6": the region decides which number is the month. */
  numericEither: {
    type: "monthday",
    value: (a: string, b: string) =>
      number(a) > 12 || a === b
        ? numeric(a, b)
        : number(b) > 12
          ? numeric(b, a)
          : numeric(a, b) && { ...numeric(a, b), isEither: true },
  },
  numericDay: { type: "monthday", value: (d: string, m: string) => numeric(d, m) },
  /** "The first of next month", "of the month". */
  dayOfMonth: { type: "day", value: (d: number, mo: number) => (mo === 0 ? md(d) : { k: "md", d, mo }) },
  lastDayOfMonth: {
    type: "day",
    value: (m: number, y?: number) =>
      dayBefore({ k: "md", d: 1, m: (m % 12) + 1, ...(y !== undefined && { y: m === 12 ? y + 1 : y }) }),
  },
  lastDayOfThisMonth: { type: "day", value: (mo: number) => dayBefore({ k: "md", d: 1, mo: mo + 1 }) },
  /** "Mid december, the fifteenth". */
  monthNth: { type: "day", value: (m: number, d: number) => md(d, m), cost: -0.05 },
  numericDayYear: { type: "day", value: numeric },
  isoDay: {
    type: "day",
    value: (y: string, m: string, d: string) => (y.length === 4 ? numeric(d, m, y) : undefined),
  },
  numericYear: {
    type: "day",
    value: (a: string, b: string, y: string) =>
      number(a) > 12 || a === b
        ? numeric(a, b, y)
        : number(b) > 12
          ? numeric(b, a, y)
          : numeric(a, b) && { ...numeric(a, b, y), isEither: true },
  },
  monthDayItself: { type: "day", say: (day: DaySpec) => [day] },
  monthDayYear: {
    type: "day",
    value: withYear,
    say: (day: DaySpec) =>
      isMd(day) && day.y !== undefined && day.wd === undefined ? [monthDay(day), day.y] : undefined,
  },
  monthDayOfYear: { type: "day", value: (day: Md, yo: number) => ({ ...day, yo }), cost: -0.05 },
  monthDayShortYear: { type: "day", value: withYear, cost: 0.05 },
  nthDay: { type: "day", value: (d: number) => md(d), cost: 0.05, say: saidNth },
  bareNthDay: { type: "bareday", value: (d: number) => md(d), say: saidNth },
  weekdayNth: {
    type: "day",
    value: (wd: number, d: number) => onWeekday(wd, md(d)),
    say: (day: DaySpec) =>
      isMd(day) && day.wd !== undefined && day.m === undefined ? [day.wd, day.d] : undefined,
  },
  weekdayMonthDay: {
    type: "day",
    value: (wd: number, day: DaySpec) => ({ ...day, wd }),
    say: (day: DaySpec) =>
      isMd(day) && day.wd !== undefined && day.y === undefined ? [day.wd, monthDay(day)] : undefined,
  },
  dayThenNth: {
    type: "day",
    value: (day: DaySpec, d: number) =>
      day.k === "wd" ? onWeekday(day.wd, md(d)) : day.k === "nth" ? md(d, day.m) : undefined,
    cost: -0.1,
  },
  monthDayWeekday: { type: "day", value: (day: DaySpec, wd: number) => ({ ...day, wd }), cost: 0.02 },
  today: { type: "day", value: always(off(0)), say: saidOff(0) },
  tomorrow: { type: "day", value: always(off(1)), say: saidOff(1) },
  dayAfterTomorrow: { type: "day", value: always(off(2)), cost: -0.05, say: saidOff(2) },
  yesterday: { type: "day", value: always(off(-1)), say: saidOff(-1) },
  dayBeforeYesterday: { type: "day", value: always(off(-2)), cost: -0.05 },
  weekday: {
    type: "day",
    value: weekday,
    say: (day: DaySpec) =>
      day.k === "wd" && day.plus === undefined && day.dir === undefined && day.isNext !== true
        ? [day.wd]
        : undefined,
  },
  weekdayHabit: { type: "day", value: (wd: number) => ({ k: "wd", wd, isHabit: true }), cost: 0.3 },
  weekdayNext: {
    type: "day",
    value: (wd: number) => ({ k: "wd", wd, isNext: true }),
    say: (day: DaySpec) => (day.k === "wd" && day.isNext === true ? [day.wd] : undefined),
  },
  weekdayNextWeek: { type: "day", value: (wd: number) => ({ k: "next", wd }), cost: -0.02 },
  weekdayLast: { type: "day", value: (wd: number) => ({ k: "wd", wd, dir: -1 }) },
  /** "Two weeks on Monday", "Friday in two weeks". */
  weeksOnWeekday: {
    type: "day",
    value: ({ n, unit }: Span, wd: number) => (unit === "weeks" ? weekdayPlus(wd, n) : undefined),
    cost: -0.02,
  },
  weekdayInWeeks: {
    type: "day",
    value: (wd: number, { n, unit }: Span) => (unit === "weeks" ? { k: "in", wd, n } : undefined),
    cost: -0.02,
  },
  weekdayPlusOne: { type: "day", value: (wd: number) => weekdayPlus(wd, 1) },
  inOneWeek: { type: "day", value: always(off(7)), cost: -0.05 },
  inOneWeekTomorrow: { type: "day", value: always(off(8)), cost: -0.05 },
  inTwoWeeks: { type: "day", value: always(off(14)), cost: -0.05 },
  dayIn: {
    type: "day",
    value: (d: Span) => away(d),
    cost: -0.02,
    say: (day: DaySpec) => (day.k === "unit" ? [{ n: day.n, unit: day.unit }] : undefined),
  },
  dayAgo: { type: "day", value: (d: Span) => away(d, -1), cost: -0.02 },
  dayAfter: { type: "nextday", value: (base: DaySpec) => distant({ n: 1, unit: "days" }, 1, base) },
  /** "Two days after Easter". */
  daysAfter: { type: "nextday", value: (d: Span, base: DaySpec) => distant(d, 1, base) },
  daysBefore: { type: "nextday", value: (d: Span, base: DaySpec) => distant(d, -1, base) },
  dayBefore: { type: "nextday", value: dayBefore },
  weekdayAfter: {
    type: "day",
    value: (wd: number, base?: DaySpec) => adjacentWeekday(wd, 1, base),
    cost: -0.1,
  },
  weekdayBefore: {
    type: "day",
    value: (wd: number, base?: DaySpec) => adjacentWeekday(wd, -1, base),
    cost: -0.1,
  },
  nthWeekday: {
    type: "day",
    value: (nth: number, wd: number, m: number) => (nth < 6 ? { k: "nth", nth, wd, m } : undefined),
  },
  lastWeekday: { type: "day", value: (wd: number, m: number) => ({ k: "nth", nth: -1, wd, m }) },
  dayItself: { type: "day", value: (day: DaySpec) => day, cost: 0.01 },
  feast: { type: "day", value: (n: number) => ({ k: "easter", n }), cost: -0.1 },
  /** `fixed` words carry day and month: 2412. */
  fixedFeast: { type: "monthday", value: (dm: number) => md(Math.floor(dm / 100), dm % 100), cost: -0.05 },
  /** "The last monday of may": nth, weekday and month in four figures, nine for the last. */
  weekdayFeast: {
    type: "day",
    value: (code: number) => ({
      k: "nth",
      nth: code >= 9000 ? -1 : Math.floor(code / 1000),
      wd: Math.floor(code / 100) % 10,
      m: code % 100,
    }),
    cost: -0.1,
  },
  vague: { type: "vague" },
  /** "Friday and Saturday night": till the morning after. */
  nightsBoth: {
    type: "days",
    value: (from: DaySpec, to: DaySpec) => ({ ...span(from, to), isNights: true }),
    cost: -0.05,
  },
  days: {
    type: "days",
    value: span,
    cost: -0.1,
    say: ({ from, to }: { from: unknown; to?: unknown }) => (to === undefined ? undefined : [from, to]),
  },
  dayToNth: { type: "days", value: (from: DaySpec, d: number) => span(from, md(d)), cost: -0.05 },
  nthToDay: {
    type: "days",
    value: (d: number, to: DaySpec) => (isMd(to) ? span(md(d), to) : undefined),
    cost: -0.1,
  },
  nthToNth: { type: "days", value: (a: number, b: number) => ({ from: md(a), to: md(b) }), cost: 0 },
  nthToNthMonth: {
    type: "days",
    value: (a: number, b: number, m: number) => ({ from: md(a, m), to: md(b, m) }),
    cost: -0.2,
  },
  monthNthToNth: {
    type: "days",
    value: (m: number, a: number, b: number) => ({ from: md(a, m), to: md(b, m) }),
    cost: -0.1,
  },
  daysLong: {
    type: "days",
    value: long,
    say: ({ from, to, n, unit }: { from: unknown; to?: unknown; n?: unknown; unit?: string }) =>
      to === undefined ? [from, { n, unit }] : undefined,
  },
  longDays: { type: "days", value: (d: Span, from: DaySpec) => long(from, d) },
  /** "One night, the second of July". */
  longThen: { type: "days", value: (d: Span, from: DaySpec) => long(from, d), cost: 0.15 },
};
