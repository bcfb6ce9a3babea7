// Times: times of the day, days with a time, shifts, and ranges of hours.

import type { DaySpec, TimeSpec } from "../calendar.ts";
import { at, before, distant, half, type Span, soon } from "../measures.ts";
import { always, itself, only, said } from "./meaning.ts";

const clockSay = (t: TimeSpec): readonly unknown[] | undefined =>
  t.m === 0 && t.h >= 1 && t.h <= 12 ? [t.h] : undefined;
/** Minutes of a twelve-hour clock that people say by the previous or the next hour. */
const sayByHour =
  (isSaid: (m: number) => boolean, slots: (h: number, m: number) => readonly unknown[]) =>
  ({ h, m, is24 }: TimeSpec): readonly unknown[] | undefined =>
    is24 !== true && h >= 1 && h <= 12 && isSaid(m) ? slots(h, m) : undefined;
const minute = (wanted: number) => (m: number) => m === wanted;
const isFive = (m: number): boolean => m % 5 === 0 && m % 15 !== 0;
const hourAfter = (h: number): number => (h % 12) + 1;
const sharp = (h: number): TimeSpec => ({ h, m: 0 });
const partOf = (hour: number): string => (hour === 0 || hour > 20 ? "night" : hour < 12 ? "morning" : "pm");
const isMidday = ({ h, m }: TimeSpec): boolean => m === 0 && h % 12 === 0;
const saidAt =
  (hour: number) =>
  (t: TimeSpec): readonly unknown[] | undefined =>
    t.is24 === true && t.h === hour && t.m === 0 ? [] : undefined;
const late = (part: string) => (t: TimeSpec) => half(t, part);
const figuresTime = (text: string): TimeSpec | undefined =>
  /^\d{3,4}$/.test(text) && Number(text.slice(0, -2)) < 25
    ? at(Number(text.slice(0, -2)), Number(text.slice(-2)), text.length === 4)
    : undefined;
const minutesAfter = (m: number, t: TimeSpec): TimeSpec | undefined => (m < 60 ? { ...t, m } : undefined);
const minutesBefore = (m: number, t: TimeSpec): TimeSpec | undefined => (m < 60 ? before(t, m) : undefined);

/** Undefined: there is no such time, like two in the evening. */
const dayAt = (day: DaySpec, time: TimeSpec | undefined) => time && { day, time };

export const times = {
  hour: { type: "hour", value: (h: number) => (h <= 24 ? h : undefined), say: (h: number) => [h] },
  hourFigures: {
    type: "hour",
    value: (h: string) => (h.length < 3 && Number(h) < 25 ? Number(h) : undefined),
  },
  hourZero: { type: "hour", value: always(0), say: said(0) },
  minute: {
    type: "min",
    value: (m: number) => (m > 9 && m < 60 ? m : undefined),
    say: (m: number) => (m > 9 ? [m] : undefined),
  },
  minuteBelowTen: { type: "min", say: (m: number) => (m > 0 && m < 10 ? [m] : undefined) },
  /** For languages in which minutes below ten are said like others. */
  minuteAny: { type: "min", value: only((m) => m > 0 && m < 60), say: itself((m) => m > 0) },
  minuteZero: { type: "min", value: always(0) },
  minuteFigures: {
    type: "min",
    value: (m: string) => (m.length === 2 && Number(m) < 60 ? Number(m) : undefined),
  },
  bareHour: {
    type: "barehour",
    value: (h: number) => at(h),
    say: (t: TimeSpec) => (t.m === 0 && t.is24 !== true ? [t.h] : undefined),
  },
  bareHourZero: { type: "barehour", value: (h: number) => at(h, 0, true) },
  /** "Nine thirty", for languages with twelve-hour clocks. */
  hourMinute: {
    type: "clock",
    value: (h: number, m: number) => at(h, m, h > 12),
    say: (t: TimeSpec) => (t.m > 0 && t.h >= 1 && t.h <= 12 ? [t.h, t.m] : undefined),
    cost: 0.05,
  },
  zeroHourMinute: { type: "clock", value: (h: number, m: number) => at(h, m, true) },
  clockFigures: {
    type: "clock",
    value: (h: string, m: string) =>
      m.length === 2 && h.length < 3
        ? at(Number(h), Number(m), h.length === 2 && (h[0] === "0" || Number(h) > 12))
        : undefined,
  },
  clockFigures24: {
    type: "clock",
    value: (h: string, m: string) =>
      m.length === 2 && h.length < 3 ? at(Number(h), Number(m), h.length === 2) : undefined,
  },
  /** "930" */
  clockFigure: { type: "clock", value: figuresTime, cost: 0.3 },
  clockHour: { type: "clock", value: (h: number) => at(h), say: clockSay },
  clockHour24: { type: "clock", value: (h: number) => at(h, 0, true) },
  /** "Neun Uhr", "neun Uhr dreißig": hours from 0 to 24. */
  clockWhole: {
    type: "clock",
    value: (h: number) => at(h),
    say: (t: TimeSpec) => (t.m === 0 ? [t.h] : undefined),
  },
  clockMinute: {
    type: "clock",
    value: (h: number, m: number) => at(h, m),
    say: (t: TimeSpec) => (t.m > 0 ? [t.h, t.m] : undefined),
  },
  halfPast: { type: "clock", value: (h: number) => at(h, 30), say: sayByHour(minute(30), (h) => [h]) },
  halfTo: {
    type: "clock",
    value: (h: number) => before(at(h), 30),
    say: sayByHour(minute(30), (h) => [hourAfter(h)]),
  },
  quarterPast: {
    type: "clock",
    value: (t: TimeSpec) => ({ ...t, m: 15 }),
    say: sayByHour(minute(15), (h) => [sharp(h)]),
  },
  quarterTo: {
    type: "clock",
    value: (t: TimeSpec) => before(t, 15),
    say: sayByHour(minute(45), (h) => [sharp(hourAfter(h))]),
  },
  quarterOf: { type: "clock", value: (h: number) => before(at(h), 45) },
  threeQuartersOf: { type: "clock", value: (h: number) => before(at(h), 15) },
  fivesPast: {
    type: "clock",
    value: (m: number, t: TimeSpec) => (m % 5 === 0 ? minutesAfter(m, t) : undefined),
    say: sayByHour(
      (m) => isFive(m) && m < 30,
      (h, m) => [m, sharp(h)],
    ),
  },
  fivesTo: {
    type: "clock",
    value: (m: number, t: TimeSpec) => (m % 5 === 0 ? minutesBefore(m, t) : undefined),
    say: sayByHour(
      (m) => isFive(m) && m > 30,
      (h, m) => [60 - m, sharp(hourAfter(h))],
    ),
  },
  /** "Las ocho menos diez". */
  clockLess: {
    type: "clock",
    value: (t: TimeSpec, m: number) => (m % 5 === 0 ? minutesBefore(m, t) : undefined),
    say: sayByHour(
      (m) => isFive(m) && m > 30,
      (h, m) => [sharp(hourAfter(h)), 60 - m],
    ),
  },
  minutesPast: { type: "clock", value: minutesAfter },
  minutesTo: { type: "clock", value: minutesBefore },
  minutesPastHalf: {
    type: "clock",
    value: (m: number, h: number) => (m < 30 ? { ...before(at(h), 30), m: 30 + m } : undefined),
    cost: -0.05,
  },
  minutesToHalf: {
    type: "clock",
    value: (m: number, h: number) => (m < 30 ? before(before(at(h), 30), m) : undefined),
    cost: -0.05,
  },
  base: { type: "base", value: (h: number) => at(h), say: (t: TimeSpec) => [t.h] },
  noon: { type: "clock", value: always(at(12, 0, true)), cost: -0.1, say: saidAt(12) },
  midnight: { type: "clock", value: always(at(0, 0, true)), cost: -0.1, say: saidAt(0) },
  clockItself: { type: "clock", cost: 0.01 },
  time: { type: "time", say: (t: TimeSpec) => (t.is24 === true && !isMidday(t) ? undefined : [t]) },
  time24: {
    type: "time",
    say: (t: TimeSpec) => (t.is24 !== true || t.h > 11 || t.h === 0 ? [t] : undefined),
  },
  timeItself: { type: "time" },
  timeHalf: {
    type: "time",
    value: half,
    cost: -0.05,
    say: (t: TimeSpec) =>
      t.is24 === true ? [{ h: t.h % 12 === 0 ? 12 : t.h % 12, m: t.m }, t.h < 12 ? "am" : "pm"] : undefined,
  },
  timePart: {
    type: "time",
    value: half,
    cost: -0.05,
    say: (t: TimeSpec) =>
      t.is24 === true && t.h > 0 && t.h < 12 ? [{ h: t.h, m: t.m }, "morning"] : undefined,
  },
  /** "Las ocho de la tarde": any hour, by its part of the day. */
  timeOfDay: {
    type: "time",
    value: half,
    cost: -0.05,
    say: (t: TimeSpec) =>
      t.is24 === true && t.h !== 12 && !isMidday(t)
        ? [{ h: t.h % 12 || 12, m: t.m }, partOf(t.h)]
        : undefined,
  },
  partTime: { type: "time", value: (part: string, t: TimeSpec) => half(t, part), cost: 0 },
  timeTonight: { type: "time", value: late("evening"), cost: -0.02 },
  notAtTime: { type: "daypart", value: always(true), cost: -0.1 },
  dayPart: { type: "daypart" },
  dayTime: { type: "daytime", value: (day: DaySpec, time: TimeSpec) => ({ day, time }) },
  timeDayPart: {
    type: "daytime",
    value: (t: TimeSpec, day: DaySpec, part: string) => dayAt(day, half(t, part)),
    cost: -0.05,
  },
  tonightTime: {
    type: "daytime",
    value: (t: TimeSpec) => dayAt({ k: "off", n: 0 }, half(t, "evening")),
    cost: -0.05,
  },
  later: { type: "shift", value: (d: Span) => distant(d) },
  earlier: { type: "shift", value: (d: Span) => distant(d, -1) },
  dayLater: { type: "shift", value: always({ k: "after", n: 1, unit: "days" }) },
  dayEarlier: { type: "shift", value: always({ k: "after", n: -1, unit: "days" }) },
  now: { type: "moment", value: always({ in: 0 }) },
  inDuration: { type: "moment", value: soon },
  hours: {
    type: "hours",
    value: (from: TimeSpec, to: TimeSpec) => ({ from, to }),
    cost: -0.1,
    say: ({ from, to }: { from: unknown; to: unknown }) => [from, to],
  },
  hoursBare: {
    type: "hours",
    value: (from: TimeSpec, to: TimeSpec) => ({ from, to }),
    cost: 0,
    say: ({ from, to }: { from: unknown; to: unknown }) => [from, to],
  },
  hoursHalfBare: { type: "hours", value: (from: TimeSpec, to: TimeSpec) => ({ from, to }), cost: -0.05 },
  /** "Nine to twelve in the morning". */
  hoursPart: {
    type: "hours",
    value: (...given: (string | TimeSpec)[]) => {
      const part = given.find((each) => typeof each === "string");
      const [from, to] = given.filter((each) => typeof each !== "string");
      const begins = part === undefined || from === undefined ? undefined : half(from, part);
      return begins && { from: begins, to };
    },
    cost: -0.2,
  },
};
