// German calendar: how dates and times are said in German.

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

const weekdayNames = "sonntag montag dienstag mittwoch donnerstag freitag samstag".split(" ");

export const weekdays: ReadonlyMap<string, number> = new Map([
  ...weekdayNames.flatMap(
    (name, day) =>
      [
        [name, day],
        [`${name}s`, day],
        [`${name}abend`, day],
      ] as const,
  ),
  ["sonnabend", 6],
]);

const monthNames = "januar februar märz april mai juni juli august september oktober november dezember".split(
  " ",
);
/** "Am einundzwanzigsten elften". */
const monthOrdinals =
  "ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften zwölften".split(" ");

export const months: ReadonlyMap<string, number> = new Map([
  ...monthNames.map((name, index) => [name, index + 1] as const),
  ...monthOrdinals.map((name, index) => [name, index + 1] as const),
  ["jänner", 1],
  ["feber", 2],
  ["juno", 6],
  ["julei", 7],
]);

export const units: ReadonlyMap<string, Unit> = new Map([
  ["tag", "day"],
  ["tage", "day"],
  ["tagen", "day"],
  ["nächte", "day"],
  ["nächten", "day"],
  ["woche", "week"],
  ["wochen", "week"],
  ["monat", "month"],
  ["monate", "month"],
  ["monaten", "month"],
  ["jahr", "year"],
  ["jahre", "year"],
  ["jahren", "year"],
  ["stunde", "hour"],
  ["stunden", "hour"],
  ["minute", "minute"],
  ["nacht", "day"],
  ["min", "minute"],
  ["std", "hour"],
  ["h", "hour"],
  ["minuten", "minute"],
]);

export const times: readonly Pattern<ClockReading>[] = [
  { form: "{clock}", read: ({ clock: c }) => clockReading(c?.hour, c?.minute ?? 0, c?.exact) },
  { form: "{clock} uhr", read: ({ clock: c }) => clockReading(c?.hour, c?.minute ?? 0, c?.exact) },
  { form: "{hour}", bare: true, read: ({ hour }) => (hour === 0 ? undefined : clockReading(hour, 0)) },
  { form: "{hour} uhr", read: ({ hour }) => clockReading(hour, 0) },
  { form: "ein uhr", read: () => clockReading(1, 0) },
  { form: "punkt {hour} uhr?", read: ({ hour }) => clockReading(hour, 0) },
  {
    form: "{hour} {minute}",
    bare: true,
    read: ({ hour, minute = 0 }) => (minute >= 10 && hour !== 24 ? clockReading(hour, minute) : undefined),
  },
  { form: "{hour} uhr {minute}", read: ({ hour, minute = 0 }) => clockReading(hour, minute) },
  { form: "ein uhr {minute}", read: ({ minute = 0 }) => clockReading(1, minute) },
  { form: "{hour} uhr und {minute} minuten", read: ({ hour, minute = 0 }) => clockReading(hour, minute) },
  { form: "halb {hour}", read: ({ hour }) => minutesBefore(hour, 30) },
  { form: "viertel nach {hour}", read: ({ hour }) => clockReading(hour, 15) },
  { form: "viertel vor {hour}", read: ({ hour }) => minutesBefore(hour, 15) },
  { form: "viertel {hour}", read: ({ hour }) => minutesBefore(hour, 45) },
  { form: "3 viertel {hour}", read: ({ hour }) => minutesBefore(hour, 15) },
  { form: "dreiviertel {hour}", read: ({ hour }) => minutesBefore(hour, 15) },
  { form: "{minute} minuten? nach {hour}", read: ({ hour, minute = 0 }) => clockReading(hour, minute) },
  { form: "{minute} minuten? vor {hour}", read: ({ hour, minute }) => minutesBefore(hour, minute) },
  {
    form: "{minute} minuten? vor halb {hour}",
    read: ({ hour, minute = 0 }) => minutesBefore(hour, 30 + minute),
  },
  {
    form: "{minute} minuten? nach halb {hour}",
    read: ({ hour, minute = 0 }) => minutesBefore(hour, 30 - minute),
  },
  { form: "kurz nach {hour}", read: ({ hour }) => clockReading(hour, 5) },
  { form: "mittags", read: () => clockReading(12, 0, true), bare: true },
  { form: "mittag", read: () => clockReading(12, 0, true) },
  { form: "12 uhr? mittags", read: () => clockReading(12, 0, true) },
  { form: "mitternacht|mitternachts", read: () => clockReading(0, 0) },
  { form: "12 uhr? nachts", read: () => clockReading(0, 0) },
  { form: "in {n} {unit}", read: (slots) => fromNow(slots) },
  { form: "in etwa|ungefähr|circa {n} {unit}", read: (slots) => fromNow(slots) },
  { form: "in einer|einem {unit}", read: (slots) => fromNow(slots) },
  { form: "in einer viertelstunde", read: () => ({ type: "fromNow", minutes: 15 }) },
  { form: "in einer dreiviertelstunde", read: () => ({ type: "fromNow", minutes: 45 }) },
  {
    form: "in einer halben {unit}",
    read: ({ unit }) => (unit === "hour" ? { type: "fromNow", minutes: 30 } : undefined),
  },
  {
    form: "in anderthalb|eineinhalb {unit}",
    read: ({ unit }) => (unit === "hour" ? { type: "fromNow", minutes: 90 } : undefined),
  },
  { form: "jetzt gleich?", read: () => ({ type: "fromNow", minutes: 0 }) },
  { form: "sofort", read: () => ({ type: "fromNow", minutes: 0 }) },
];

export const dayParts: readonly DayPart[] = [
  { phrases: ["morgens", "am morgen", "früh", "in der früh", "frühmorgens"], from: 0, to: 12 },
  { phrases: ["vormittags", "am vormittag", "vormittag"], from: 6, to: 13 },
  { phrases: ["mittags", "am mittag"], from: 11, to: 16 },
  { phrases: ["nachmittags", "am nachmittag", "nachmittag"], from: 12, to: 20 },
  { phrases: ["abends", "am abend", "abend"], from: 16, to: 24 },
  { phrases: ["nachts", "in der nacht"], from: 18, to: 6 },
];

const thisWeekday = (weekday: number): DateReading => ({ type: "weekday", weekday, weeks: 0 });
const weekdayNextWeek = (weekday: number): DateReading => ({ type: "weekdayOfWeek", weekday, weeks: 1 });

const holidays: readonly Pattern<DateReading>[] = [
  holiday("heiligabend", 12, 24),
  holiday("heilig abend", 12, 24),
  holiday("weihnachten", 12, 25),
  holiday("silvester", 12, 31),
  holiday("neujahr", 1, 1),
  holiday("nikolaus", 12, 6),
  holiday("tag der deutschen einheit", 10, 3),
];

export const dates: readonly Pattern<DateReading>[] = [
  dayOffset("heute", 0),
  dayOffset("morgen", 1),
  dayOffset("übermorgen", 2),
  dayOffset("gestern", -1),
  dayOffset("vorgestern", -2),
  dayOffset("heute in einer woche", 7),
  dayOffset("heute in 14 tagen", 14),
  dayOffset("heute in 8 tagen", 7),
  { form: "heute in {n} {unit}", read: (slots) => offsetFromToday(slots) },
  dayOffset("morgen in einer woche", 8),
  dayOffset("in 8 tagen", 7),
  { form: "in {n} {unit}", read: (slots) => offsetFromToday(slots) },
  { form: "in einer|einem {unit}", read: (slots) => offsetFromToday(slots) },
  { form: "heute vor {n} {unit}", read: (slots) => offsetFromToday(slots, -1) },
  { form: "heute vor einer|einem {unit}", read: (slots) => offsetFromToday(slots, -1) },
  { form: "vor {n} {unit}", read: (slots) => offsetFromToday(slots, -1) },
  { form: "vor einer|einem {unit}", read: (slots) => offsetFromToday(slots, -1) },
  onWeekday("{weekday}", thisWeekday),
  onWeekday("diesen|dieser|kommenden|kommender|den|am {weekday}", thisWeekday),
  onWeekday("am kommenden {weekday}", thisWeekday),
  onWeekday("nächsten|nächster|nächste {weekday}", (weekday) => ({ type: "nextWeekday", weekday })),
  onWeekday("am nächsten {weekday}", (weekday) => ({ type: "nextWeekday", weekday })),
  onWeekday("letzten|letzter|vergangenen {weekday}", (weekday) => ({ type: "lastWeekday", weekday })),
  onWeekday("{weekday} nächste|nächster|kommende woche", weekdayNextWeek),
  onWeekday("nächste|kommende woche am? {weekday}", weekdayNextWeek),
  onWeekday("{weekday} diese woche", (weekday) => ({ type: "weekdayOfWeek", weekday, weeks: 0 })),
  onWeekday("diese woche am? {weekday}", (weekday) => ({ type: "weekdayOfWeek", weekday, weeks: 0 })),
  onWeekday("{weekday} in einer woche", (weekday) => ({ type: "weekday", weekday, weeks: 1 })),
  onWeekday("am? übernächsten {weekday}", (weekday) => ({ type: "weekday", weekday, weeks: 1 })),
  { form: "{ordinal}", bare: true, read: dayOf },
  { form: "am|der|den|dem|vom|zum {day}", bare: true, read: dayOf },
  { form: "{weekday} der|den|dem {day}", read: dayOf },
  { form: "{weekday} {ordinal}", read: dayOf },
  { form: "der|den|dem|am? {day} {month}", read: dayOf },
  { form: "der|den|dem|am? {day} {month} {year}", read: dayOf },
  { form: "{weekday} der|den|dem? {day} {month}", read: dayOf },
  { form: "{weekday} der|den|dem? {day} {month} {year}", read: dayOf },
  { form: "am|den {weekday} der|den|dem {day}", read: dayOf },
  { form: "am|den {weekday} der|den|dem? {day} {month}", read: dayOf },
  { form: "am|den {weekday} der|den|dem? {day} {month} {year}", read: dayOf },
  { form: "der|den|dem|am? {ordinal} {weekday} im {month}", read: (slots) => nthWeekday(slots, slots.day) },
  {
    form: "der|den|dem|am? {ordinal} {weekday} im {month} {year}",
    read: (slots) => nthWeekday(slots, slots.day),
  },
  {
    form: "der|den|dem|am? {ordinal} {weekday} des? nächsten|kommenden monats",
    read: (slots) => nthWeekday(slots, slots.day, 1),
  },
  {
    form: "der|den|dem|am? {ordinal} {weekday} im nächsten|kommenden monat",
    read: (slots) => nthWeekday(slots, slots.day, 1),
  },
  {
    form: "der|den|dem|am? {ordinal} {weekday} des|dieses monats",
    read: (slots) => nthWeekday(slots, slots.day, 0),
  },
  // A first friday may be of this month or of the next.
  { form: "der|den|dem|am? {ordinal} {weekday}", read: (slots) => nthWeekday(slots, slots.day) },
  {
    form: "der|den|dem|am? vorletzte|vorletzter|vorletzten {weekday} im {month}",
    read: (slots) => nthWeekday(slots, -2),
  },
  {
    form: "der|den|dem|am? letzte|letzter|letzten {weekday} im nächsten|kommenden monat",
    read: (slots) => nthWeekday(slots, -1, 1),
  },
  {
    form: "der|den|dem|am? letzte|letzter|letzten {weekday} im {month}",
    read: (slots) => nthWeekday(slots, -1),
  },
  {
    form: "der|den|dem|am? letzte|letzter|letzten {weekday} im {month} {year}",
    read: (slots) => nthWeekday(slots, -1),
  },
  {
    form: "der|den|dem|am? letzte|letzter|letzten {weekday} des|dieses monats",
    read: (slots) => nthWeekday(slots, -1, 0),
  },
  {
    form: "der|den|dem|am? letzte|letzter|letzten {weekday} des? nächsten|kommenden monats",
    read: (slots) => nthWeekday(slots, -1, 1),
  },
  {
    form: "der|den|dem|am? {ordinal} des? nächsten|kommenden monats|monat",
    read: (slots) => dayOfMonth(slots, 1),
  },
  { form: "der|den|dem|am? {ordinal} dieses|diesen monats|monat", read: (slots) => dayOfMonth(slots, 0) },
  {
    form: "der|den|dem|am? letzte|letzter|letzten tag des|dieses monats",
    read: () => ({ type: "dayOfMonth", day: -1, months: 0 }),
  },
  ...holidays,
  ...holidays.map(ofYear),
];
