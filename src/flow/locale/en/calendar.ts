// English calendar: how dates and times are said in English.

import type { ClockReading, DateReading, DayPart, Pattern, Unit } from "../language-pack.ts";
import {
  offsetFromToday,
  minutesBefore,
  clockReading,
  dayOf,
  dayOfMonth,
  holiday,
  ofYear,
  fromNow,
  dayOffset,
  nthWeekday,
  onWeekday,
} from "../readings.ts";

export const weekdays: ReadonlyMap<string, number> = new Map(
  "sunday monday tuesday wednesday thursday friday saturday"
    .split(" ")
    .flatMap(
      (name, day) =>
        [
          [name, day],
          [`${name}s`, day],
          [`${name}'s`, day],
          [name.slice(0, 3), day],
        ] as const,
    )
    .concat([
      ["tues", 2],
      ["weds", 3],
      ["thurs", 4],
      ["thur", 4],
    ])
    .filter(([name]) => name !== "sun" && name !== "sat" && name !== "wed" && name !== "mon"),
);

export const months: ReadonlyMap<string, number> = new Map(
  "january february march april may june july august september october november december"
    .split(" ")
    .flatMap(
      (name, index) =>
        [
          [name, index + 1],
          [name.slice(0, 3), index + 1],
        ] as const,
    )
    .concat([["sept", 9]]),
);

export const units: ReadonlyMap<string, Unit> = new Map([
  ["day", "day"],
  ["days", "day"],
  ["night", "day"],
  ["nights", "day"],
  ["week", "week"],
  ["weeks", "week"],
  ["month", "month"],
  ["months", "month"],
  ["year", "year"],
  ["years", "year"],
  ["hour", "hour"],
  ["hours", "hour"],
  ["minute", "minute"],
  ["minutes", "minute"],
  ["hr", "hour"],
  ["mins", "minute"],
  ["min", "minute"],
  ["h", "hour"],
  ["hrs", "hour"],
]);

export const times: readonly Pattern<ClockReading>[] = [
  { form: "{clock}", read: ({ clock: c }) => clockReading(c?.hour, c?.minute ?? 0, c?.exact) },
  { form: "{clock} o'clock|hours", read: ({ clock: c }) => clockReading(c?.hour, c?.minute ?? 0, c?.exact) },
  { form: "{hour}", bare: true, read: ({ hour }) => (hour === 0 ? undefined : clockReading(hour, 0)) },
  { form: "{hour} o'clock", read: ({ hour }) => clockReading(hour, 0) },
  { form: "{hour} sharp", read: ({ hour }) => clockReading(hour, 0) },
  {
    form: "{hour} {minute}",
    bare: true,
    read: ({ hour, minute = 0 }) => (minute >= 10 && hour !== 24 ? clockReading(hour, minute) : undefined),
  },
  {
    form: "{hour} o'clock {minute}",
    read: ({ hour, minute = 0 }) => (minute >= 10 ? clockReading(hour, minute) : undefined),
  },
  {
    form: "{hour} oh|o {minute}",
    bare: true,
    read: ({ hour, minute = 0 }) => (minute >= 1 && minute < 10 ? clockReading(hour, minute) : undefined),
  },
  {
    form: "oh|o|0 {hour} {minute}",
    bare: true,
    read: ({ hour = 99, minute = 0 }) =>
      hour < 10 && minute >= 10 ? clockReading(hour, minute, true) : undefined,
  },
  { form: "{hour} hundred hours?", read: ({ hour }) => clockReading(hour, 0, true) },
  { form: "half past {hour}", read: ({ hour }) => clockReading(hour, 30) },
  { form: "half {hour}", read: ({ hour }) => clockReading(hour, 30) },
  { form: "a? quarter past|after {hour}", read: ({ hour }) => clockReading(hour, 15) },
  { form: "a? quarter to|of|before|til|till {hour}", read: ({ hour }) => minutesBefore(hour, 15) },
  { form: "{minute} minutes? past|after {hour}", read: ({ hour, minute = 0 }) => clockReading(hour, minute) },
  {
    form: "{minute} minutes to|before|til|till {hour}",
    read: ({ hour, minute }) => minutesBefore(hour, minute),
  },
  // "Eight to nine" is an hour, not eight minutes before one.
  {
    form: "{minute} to|before|til|till {hour}",
    read: ({ hour, minute = 0 }) => (minute % 5 === 0 ? minutesBefore(hour, minute) : undefined),
  },
  { form: "noon|midday|noontime|noonish", read: () => clockReading(12, 0, true) },
  { form: "12 noon|midday", read: () => clockReading(12, 0, true) },
  { form: "12 midnight", read: () => clockReading(0, 0) },
  { form: "midnight", read: () => clockReading(0, 0) },
  { form: "in {n} {unit}", read: (slots) => fromNow(slots) },
  { form: "in about|around {n} {unit}", read: (slots) => fromNow(slots) },
  { form: "in an|a {unit}", read: (slots) => fromNow(slots) },
  { form: "an|a {unit} from now", read: (slots) => fromNow(slots) },
  {
    form: "half an {unit} from now",
    read: ({ unit }) => (unit === "hour" ? { type: "fromNow", minutes: 30 } : undefined),
  },
  {
    form: "in half an {unit}",
    read: ({ unit }) => (unit === "hour" ? { type: "fromNow", minutes: 30 } : undefined),
  },
  {
    form: "in an {unit} and a half",
    read: (slots) => (slots.unit === "hour" ? fromNow(slots, 30) : undefined),
  },
  { form: "{n} {unit} from now", read: (slots) => fromNow(slots) },
  { form: "right now", read: () => ({ type: "fromNow", minutes: 0 }) },
  { form: "immediately|straightaway", read: () => ({ type: "fromNow", minutes: 0 }) },
  { form: "now", bare: true, read: () => ({ type: "fromNow", minutes: 0 }) },
  { form: "half past noon|midday", read: () => clockReading(12, 30, true) },
  { form: "half past midnight", read: () => clockReading(0, 30) },
  { form: "a? quarter past|after noon|midday", read: () => clockReading(12, 15, true) },
  { form: "a? quarter past|after midnight", read: () => clockReading(0, 15) },
  { form: "a? quarter to|of|before noon|midday", read: () => clockReading(11, 45, true) },
  { form: "a? quarter to|of|before midnight", read: () => clockReading(23, 45) },
  {
    form: "{minute} minutes? past|after noon|midday",
    read: ({ minute = 0 }) => clockReading(12, minute, true),
  },
  { form: "{minute} minutes? past|after midnight", read: ({ minute = 0 }) => clockReading(0, minute) },
  { form: "{minute} minutes? to|before noon|midday", read: ({ minute }) => minutesBefore(12, minute, true) },
  { form: "{minute} minutes? to|before midnight", read: ({ minute }) => minutesBefore(24, minute) },
];

/** "Twelve thirty in the morning" and "three in the morning" both count as morning. */
export const dayParts: readonly DayPart[] = [
  { phrases: ["am", "a m", "a.m."], from: 0, to: 12, onlyAfter: true },
  { phrases: ["pm", "p m", "p.m."], from: 12, to: 24, onlyAfter: true },
  { phrases: ["morning", "in the morning", "this morning", "early in the morning"], from: 0, to: 12 },
  { phrases: ["afternoon", "in the afternoon", "this afternoon"], from: 12, to: 21 },
  { phrases: ["evening", "in the evening", "this evening", "tonight"], from: 15, to: 24 },
  { phrases: ["night", "at night"], from: 17, to: 5 },
];

const holidays: readonly Pattern<DateReading>[] = [
  holiday("christmas eve", 12, 24),
  holiday("christmas day?", 12, 25),
  holiday("boxing day", 12, 26),
  holiday("new year's|years eve", 12, 31),
  holiday("new year's|years day?", 1, 1),
  holiday("halloween", 10, 31),
  holiday("valentine's day?", 2, 14),
];

export const dates: readonly Pattern<DateReading>[] = [
  dayOffset("today", 0),
  dayOffset("tonight", 0),
  dayOffset("this morning|afternoon|evening", 0),
  dayOffset("tomorrow", 1),
  dayOffset("the? day after tomorrow", 2),
  dayOffset("yesterday", -1),
  dayOffset("the? day before yesterday", -2),
  dayOffset("a? week from today|now", 7),
  dayOffset("a week today", 7),
  dayOffset("today week", 7),
  dayOffset("a? week from tomorrow", 8),
  dayOffset("tomorrow week", 8),
  dayOffset("a? week tomorrow", 8),
  dayOffset("in a fortnight", 14),
  dayOffset("in a fortnight's time", 14),
  dayOffset("a? fortnight from today|now", 14),
  { form: "in {n} {unit}", read: (slots) => offsetFromToday(slots) },
  { form: "in {n} {unit} time", read: (slots) => offsetFromToday(slots) },
  { form: "in a {unit}", read: (slots) => offsetFromToday(slots) },
  { form: "in a couple of {unit}", read: (slots) => offsetFromToday({ ...slots, n: 2 }) },
  { form: "{n} {unit} from now|today", read: (slots) => offsetFromToday(slots) },
  { form: "a {unit} from now|today", read: (slots) => offsetFromToday(slots) },
  { form: "{n} {unit} ago today", read: (slots) => offsetFromToday(slots, -1) },
  { form: "a {unit} ago today", read: (slots) => offsetFromToday(slots, -1) },
  { form: "{n} {unit} ago", read: (slots) => offsetFromToday(slots, -1) },
  { form: "a {unit} ago", read: (slots) => offsetFromToday(slots, -1) },
  onWeekday("{weekday}", (weekday) => ({ type: "weekday", weekday, weeks: 0 })),
  onWeekday("this|coming {weekday}", (weekday) => ({ type: "weekday", weekday, weeks: 0 })),
  onWeekday("this coming {weekday}", (weekday) => ({ type: "weekday", weekday, weeks: 0 })),
  {
    form: "{n} {weekday} from now|today",
    read: ({ n = 1, weekday }) =>
      weekday === undefined ? undefined : { type: "weekday", weekday, weeks: n - 1 },
  },
  onWeekday("next {weekday}", (weekday) => ({ type: "nextWeekday", weekday })),
  onWeekday("last {weekday}", (weekday) => ({ type: "lastWeekday", weekday })),
  onWeekday("{weekday} last", (weekday) => ({ type: "lastWeekday", weekday })),
  onWeekday("{weekday} next week", (weekday) => ({ type: "weekdayOfWeek", weekday, weeks: 1 })),
  onWeekday("next week {weekday}", (weekday) => ({ type: "weekdayOfWeek", weekday, weeks: 1 })),
  onWeekday("next week on {weekday}", (weekday) => ({ type: "weekdayOfWeek", weekday, weeks: 1 })),
  onWeekday("next week from {weekday}", (weekday) => ({ type: "weekdayOfWeek", weekday, weeks: 1 })),
  onWeekday("this week on|from {weekday}", (weekday) => ({ type: "weekdayOfWeek", weekday, weeks: 0 })),
  onWeekday("{weekday} this week", (weekday) => ({ type: "weekdayOfWeek", weekday, weeks: 0 })),
  onWeekday("{weekday} week", (weekday) => ({ type: "weekday", weekday, weeks: 1 })),
  onWeekday("a? week on|from {weekday}", (weekday) => ({ type: "weekday", weekday, weeks: 1 })),
  {
    form: "{n} {unit} from|on {weekday}",
    read: ({ n = 1, unit, weekday }) =>
      unit !== "week" || weekday === undefined ? undefined : { type: "weekday", weekday, weeks: n },
  },
  onWeekday("the? {weekday} after next", (weekday) => ({ type: "weekday", weekday, weeks: 1 })),
  { form: "{ordinal}", bare: true, read: dayOf },
  { form: "the {ordinal}", bare: true, read: dayOf },
  // "Friday seven" is as much of "Friday, seven o'clock".
  { form: "{weekday} {ordinal}", read: dayOf },
  { form: "{weekday} the {day}", read: dayOf },
  { form: "the? {day} of? {month}", read: dayOf },
  { form: "the? {day} of? {month} of|in? {year}", read: dayOf },
  { form: "{weekday} the? {day} of? {month}", read: dayOf },
  { form: "{weekday} the? {day} of? {month} {year}", read: dayOf },
  { form: "{month} the? {day}", read: dayOf },
  { form: "{month} the? {day} {year}", read: dayOf },
  { form: "{month} the? {day} of|in {year}", read: dayOf },
  { form: "{weekday} {month} the? {day}", read: dayOf },
  { form: "{weekday} {month} the? {day} {year}", read: dayOf },
  { form: "the? {ordinal} {weekday} of|in {month}", read: (slots) => nthWeekday(slots, slots.day) },
  { form: "the? {ordinal} {weekday} of|in {month} {year}", read: (slots) => nthWeekday(slots, slots.day) },
  { form: "the? {ordinal} {weekday} of|in next month", read: (slots) => nthWeekday(slots, slots.day, 1) },
  { form: "the? {ordinal} {weekday} of|in this|the month", read: (slots) => nthWeekday(slots, slots.day, 0) },
  // A first friday may be of this month or of the next.
  { form: "the? {ordinal} {weekday}", read: (slots) => nthWeekday(slots, slots.day) },
  {
    form: "the? {ordinal} to|from last {weekday} of|in {month}",
    read: (slots) => nthWeekday(slots, slots.day === undefined ? undefined : -slots.day),
  },
  { form: "the? last {weekday} of|in {month}", read: (slots) => nthWeekday(slots, -1) },
  { form: "the? last {weekday} of|in {month} {year}", read: (slots) => nthWeekday(slots, -1) },
  { form: "the? last {weekday} of|in next month", read: (slots) => nthWeekday(slots, -1, 1) },
  { form: "the? last {weekday} of|in this|the month", read: (slots) => nthWeekday(slots, -1, 0) },
  { form: "the? {ordinal} of? next month", read: (slots) => dayOfMonth(slots, 1) },
  { form: "the? {ordinal} day of {month}", read: dayOf },
  { form: "the? {ordinal} of? this month", read: (slots) => dayOfMonth(slots, 0) },
  holiday("the? last day of the year", 12, 31),
  { form: "the? last day of the|this month", read: () => ({ type: "dayOfMonth", day: -1, months: 0 }) },
  { form: "the? last day of next month", read: () => ({ type: "dayOfMonth", day: -1, months: 1 }) },
  ...holidays,
  ...holidays.map(ofYear),
];
