// English days, times, and ranges of them.

import { type Rule, words } from "../../rules.ts";
import { at, away, before, half, isMd, lasting, long, md, off, soon, span } from "../../measures.ts";

export const days: readonly Rule[] = [
  ...words(
    "weekday",
    "monday|mon=1 tuesday|tue|tues=2 wednesday|wed=3 thursday|thu|thur|thurs=4 friday|fri=5 saturday|sat=6 sunday|sun=0",
  ),
  ...words("weekdays", "mondays=1 tuesdays=2 wednesdays=3 thursdays=4 fridays=5 saturdays=6 sundays=0"),
  ...words(
    "month",
    "january|jan=1 february|feb=2 march|mar=3 april|apr=4 may=5 june|jun=6 july|jul=7 august|aug=8 september|sept|sep=9 october|oct=10 november|nov=11 december|dec=12",
  ),
  {
    type: "year",
    form: "{figures}",
    value: (y) => (/^(19|20)\d\d$/.test(y) ? Number(y) : undefined),
    say: (y) => [String(y)],
  },
  { type: "year", form: "two thousand [and] {small}", value: (n) => 2000 + n },
  { type: "year", form: "two thousand", value: () => 2000 },
  {
    type: "year",
    form: "{teen} {small}",
    value: (a, b) => ((a === 19 || a === 18) && b > 9 ? a * 100 + b : undefined),
  },
  { type: "year", form: "nineteen (oh|hundred) {unit}", value: (n) => 1900 + n },
  { type: "year", form: "nineteen hundred [and] {small}", value: (n) => 1900 + n },
  { type: "year", form: "{ten} {small}", value: (a, b) => (a === 20 && b > 9 ? 2000 + b : undefined) },
  { type: "shortyear", form: "{small}", value: (n) => (n > 20 ? n : undefined) },
  { type: "shortyear", form: "{figures}", value: (y) => (/^\d\d$/.test(y) ? Number(y) : undefined) },
  { type: "shortyear", form: "oh {unit}" },
  { type: "nth", form: "{ordinal}", value: (n) => (n <= 31 ? n : undefined), say: (n) => [n] },
  { type: "dayno", form: "{nth}", say: (n) => [n] },
  { type: "dayno", form: "{small}", value: (n) => (n <= 31 ? n : undefined), cost: 0.05 },
  {
    type: "dayno",
    form: "{figures}",
    value: (d) => (d.length < 3 && Number(d) <= 31 && Number(d) > 0 ? Number(d) : undefined),
    cost: 0.05,
  },
  { type: "monthday", form: "[the] {nth} of {month}", value: (d, m) => md(d, m) },
  { type: "monthday", form: "[the] {dayno} {month}", value: (d, m) => md(d, m) },
  {
    type: "monthday",
    form: "{month} [the] {dayno}",
    value: (m, d) => md(d, m),
    say: (v) => (isMd(v) && v.m && !v.y && v.wd === undefined ? [v.m, v.d] : undefined),
  },
  {
    type: "monthday",
    form: "{figures} / {figures}",
    value: (a, b) =>
      Number(a) > 12 ? md(Number(a), Number(b)) : Number(b) > 12 ? md(Number(b), Number(a)) : undefined,
  },
  {
    type: "monthday",
    form: "{figures} / {figures}",
    value: (a, b) => (a === b ? md(Number(a), Number(b)) : undefined),
  },
  { type: "monthday", form: "[the] {nth} of the {nth}", value: (d, m) => md(d, m), cost: 0.1 },
  { type: "monthday", form: "the {nth} of (this|the) month", value: (d) => md(d), cost: 0 },
  {
    type: "day",
    form: "{figures} - {figures} - {figures}",
    value: (y, m, d) => (y.length === 4 ? md(Number(d), Number(m), { y: Number(y) }) : undefined),
  },
  {
    type: "day",
    form: "{figures} / {figures} / {figures}",
    value: (a, b, y) =>
      Number(a) > 12
        ? md(Number(a), Number(b), { y: Number(y) })
        : Number(b) > 12 || a === b
          ? md(Number(b), Number(a), { y: Number(y) })
          : undefined,
  },
  { type: "day", form: "{monthday}", say: (v) => [v] },
  {
    type: "day",
    form: "{monthday} {year}",
    value: (v, y) => (v.m ? { ...v, y } : undefined),
    say: (v) => (isMd(v) && v.y && v.wd === undefined ? [{ k: "md", d: v.d, m: v.m }, v.y] : undefined),
  },
  { type: "day", form: "{monthday} [in] {year}", value: (v, y) => (v.m ? { ...v, y } : undefined) },
  {
    type: "day",
    form: "{monthday} {shortyear}",
    value: (v, y) => (v.m ? { ...v, y } : undefined),
    cost: 0.05,
  },
  { type: "day", form: "{monthday} next year", value: (v) => ({ k: "after", base: v, n: 0 }), cost: 0.1 },
  { type: "day", form: "the {nth}", value: (d) => md(d), cost: 0.05 },
  { type: "day", form: "on {nth}", value: (d) => md(d), cost: 0.1 },
  { type: "bareday", form: "{nth}", value: (d) => md(d) },
  { type: "day", form: "{weekday} [the] {nth}", value: (wd, d) => md(d, undefined, { wd }) },
  {
    type: "day",
    form: "{weekday} {figures}",
    value: (wd, d) => (d.length < 3 ? md(Number(d), undefined, { wd }) : undefined),
    cost: 0.1,
  },
  {
    type: "day",
    form: "{weekday} {monthday}",
    value: (wd, v) => ({ ...v, wd }),
    say: (v) => (isMd(v) && v.wd !== undefined && !v.y ? [v.wd, { k: "md", d: v.d, m: v.m }] : undefined),
  },
  { type: "day", form: "{monthday} [a|that 's a] {weekday}", value: (v, wd) => ({ ...v, wd }), cost: 0.02 },
  { type: "day", form: "{weekday} {monthday} {year}", value: (wd, v, y) => ({ ...v, wd, y }) },
  { type: "day", form: "today", value: off(0), say: (v) => (v.k === "off" && v.n === 0 ? [] : undefined) },
  {
    type: "day",
    form: "(tonight|this evening|this morning|this afternoon|still today|later today|today)",
    value: off(0),
    cost: 0.02,
  },
  {
    type: "day",
    form: "(tomorrow|tomorow|tommorow|tommorrow|tmrw|tmr)",
    value: off(1),
    say: (v) => (v.k === "off" && v.n === 1 ? [] : undefined),
  },
  { type: "day", form: "([the] day after tomorrow|overmorrow)", value: off(2), cost: -0.05 },
  { type: "day", form: "(yesterday|last night|yesterday evening)", value: off(-1) },
  { type: "day", form: "([the] day before yesterday|the night before last)", value: off(-2), cost: -0.05 },
  {
    type: "day",
    form: "{weekday}",
    value: (wd) => ({ k: "wd", wd }),
    say: (v) => (v.k === "wd" && !v.plus && !v.dir ? [v.wd] : undefined),
  },
  { type: "day", form: "{weekdays}", value: (wd) => ({ k: "wd", wd, isHabit: true }), cost: 0.3 },
  {
    type: "day",
    form: "(this|this coming|this upcoming|the coming|coming) {weekday}",
    value: (wd) => ({ k: "wd", wd }),
  },
  { type: "day", form: "(the next|next) {weekday}", value: (wd) => ({ k: "wd", wd, isNext: true }) },
  {
    type: "day",
    form: "{weekday} (next week|of next week)",
    value: (wd) => ({ k: "next", wd }),
    cost: -0.02,
  },
  { type: "day", form: "next week [on] {weekday}", value: (wd) => ({ k: "next", wd }), cost: -0.02 },
  { type: "day", form: "{weekday} (this week|of this week)", value: (wd) => ({ k: "wd", wd }) },
  {
    type: "day",
    form: "(last|this past|this last|past) {weekday}",
    value: (wd) => ({ k: "wd", wd, dir: -1 }),
  },
  { type: "day", form: "{weekday} (just gone|last week|gone)", value: (wd) => ({ k: "wd", wd, dir: -1 }) },
  { type: "day", form: "{weekday} week", value: (wd) => ({ k: "wd", wd, plus: 1 }) },
  {
    type: "day",
    form: "({weekday} fortnight|a fortnight on {weekday})",
    value: (a, b) => ({ k: "wd", wd: a ?? b, plus: 2 }),
  },
  { type: "day", form: "a week (on|from|this) {weekday}", value: (wd) => ({ k: "wd", wd, plus: 1 }) },
  {
    type: "day",
    form: "(a week after next {weekday}|the {weekday} after next|{weekday} after next)",
    value: (a, b, c) => ({ k: "wd", wd: a ?? b ?? c, plus: 1 }),
  },
  { type: "day", form: "(a week from (today|now)|today week|in a week 's time|a week today)", value: off(7) },
  { type: "day", form: "(a week from tomorrow|tomorrow week|a week tomorrow)", value: off(8) },
  { type: "day", form: "{n} weeks (today|from today|from now)", value: (n) => ({ k: "off", n: 7 * n }) },
  { type: "day", form: "{n} weeks (on|from) {weekday}", value: (n, wd) => ({ k: "wd", wd, plus: n }) },
  { type: "day", form: "in {duration} [time|'s time|from now]", value: away, cost: -0.02 },
  { type: "day", form: "{duration} (from now|from today)", value: away },
  { type: "day", form: "{duration} ago", value: (d) => away(d, -1) },
  { type: "day", form: "the day after {day}", value: (base) => ({ k: "after", base, n: 1 }) },
  { type: "day", form: "(the day before|the eve of) {day}", value: (base) => ({ k: "after", base, n: -1 }) },
  {
    type: "day",
    form: "{duration} after {day}",
    value: (d, base) =>
      d.unit === "days" || d.unit === "weeks"
        ? { k: "after", base, n: d.n * (d.unit === "weeks" ? 7 : 1) }
        : undefined,
  },
  {
    type: "day",
    form: "the {weekday} after {day}",
    value: (wd, base) =>
      base.k === "easter" ? { k: "easter", n: base.n + ((wd + 7 - ((base.n + 7) % 7)) % 7 || 7) } : undefined,
  },
  {
    type: "day",
    form: "the {weekday} before {day}",
    value: (wd, base) =>
      base.k === "easter" ? { k: "easter", n: base.n - ((((base.n + 7) % 7) - wd + 7) % 7 || 7) } : undefined,
  },
  {
    type: "day",
    form: "the {ordinal} {weekday} (in|of) {month}",
    value: (nth, wd, m) => (nth < 6 ? { k: "nth", nth, wd, m } : undefined),
  },
  {
    type: "day",
    form: "the last {weekday} (in|of) {month}",
    value: (wd, m) => ({ k: "nth", nth: -1, wd, m }),
  },
  { type: "day", form: "{day} {part}", cost: 0.01 },
  { type: "day", form: "(the|on the) {part} of {day}", value: (_p, day) => day },
  { type: "day", form: "(on|for|this|first thing|first thing on) {day}", cost: 0 },
  ...words(
    "feast",
    "easter|easter_sunday=0 good_friday=-2 easter_monday=1 ash_wednesday=-46 palm_sunday=-7 maundy_thursday=-3 shrove_tuesday=-47 pentecost|whit_sunday=49 whit_monday=50 ascension_day=39",
  ),
  { type: "day", form: "{feast}", value: (n) => ({ k: "easter", n }), cost: -0.1 },
  ...[
    "christmas_eve=24.12",
    "christmas|christmas_day=25.12",
    "boxing_day=26.12",
    "new_year's_eve|new_years_eve|new_year_'s_eve=31.12",
    "new_year's_day|new_years_day|new_year_'s_day=1.1",
    "valentine's_day|valentine_'s_day|valentines_day=14.2",
    "halloween=31.10",
  ].flatMap((entry) => {
    const [names = "", date = ""] = entry.split("=");
    const [d, m] = date.split(".").map(Number);
    return names.split("|").map((name): Rule => ({
      type: "day",
      form: name.replaceAll("_", " "),
      value: () => md(d as number, m),
      cost: -0.05,
    }));
  }),
  ...["{weekday} before", "{weekday} after", "black {weekday}", "bank holiday [{weekday}]"].map(
    (form): Rule => ({ type: "vague", form }),
  ),
  { type: "vague", form: "(next|this|the|last|that) (week|month|weekend|year)" },
  { type: "vague", form: "(in|during|this|next|early|late|mid|end of|beginning of|sometime in) {month}" },
  { type: "vague", form: "(around|about|towards|near|close to) {day}", cost: -0.15 },
  { type: "vague", form: "{month}", cost: 0.2 },
  { type: "vague", form: "{month} [of] {year}", cost: -0.2 },
  { type: "vague", form: "(the|this|next|at the) weekend" },
];

export const times: readonly Rule[] = [
  ...words(
    "part",
    "morning=morning afternoon=afternoon evening=evening night=night noon=noon lunchtime|lunch_time=noon",
  ),
  ...words("ampm", "am|a_m=am pm|p_m=pm"),
  { type: "hour", form: "{small}", value: (h) => (h <= 24 ? h : undefined), say: (h) => [h] },
  { type: "hour", form: "{figures}", value: (h) => (h.length < 3 && Number(h) < 25 ? Number(h) : undefined) },
  {
    type: "min",
    form: "{small}",
    value: (m) => (m > 9 && m < 60 ? m : undefined),
    say: (m) => (m > 9 ? [m] : undefined),
  },
  { type: "min", form: "(oh|zero|o) {unit}", say: (m) => (m > 0 && m < 10 ? [m] : undefined) },
  { type: "min", form: "(hundred|oh oh|zero zero)", value: () => 0 },
  {
    type: "min",
    form: "{figures}",
    value: (m) => (m.length === 2 && Number(m) < 60 ? Number(m) : undefined),
  },
  { type: "barehour", form: "{hour}", value: (h) => at(h) },
  { type: "barehour", form: "oh {unit}", value: (h) => at(h, 0, true) },
  {
    type: "clock",
    form: "{hour} {min}",
    value: (h, m) => at(h, m, h > 12),
    say: (t) => (t.m > 0 && t.h >= 1 && t.h <= 12 ? [t.h, t.m] : undefined),
    cost: 0.05,
  },
  { type: "clock", form: "(oh|zero) {unit} {min}", value: (h, m) => at(h, m, true) },
  {
    type: "clock",
    form: "{figures} (:|.) {figures}",
    value: (h, m) =>
      m.length === 2 && h.length < 3
        ? at(Number(h), Number(m), h.length === 2 && (h[0] === "0" || Number(h) > 12))
        : undefined,
  },
  {
    type: "clock",
    form: "{figures}",
    value: (t) =>
      /^\d{3,4}$/.test(t) && Number(t.slice(0, -2)) < 25
        ? at(Number(t.slice(0, -2)), Number(t.slice(-2)), t.length === 4)
        : undefined,
    cost: 0.3,
  },
  {
    type: "clock",
    form: "{hour} (oclock|o clock|sharp|on the dot|ish)",
    value: (h) => at(h),
    say: (t) => (t.m === 0 && t.h >= 1 && t.h <= 12 ? [t.h] : undefined),
  },
  { type: "clock", form: "{hour} hundred [hours]", value: (h) => at(h, 0, true) },
  { type: "clock", form: "{hour} hours", value: (h) => (h > 12 ? at(h, 0, true) : undefined) },
  { type: "clock", form: "(half [an hour] (past|after)|half) {hour}", value: (h) => at(h, 30) },
  { type: "clock", form: "[a] quarter (past|after) {base}", value: (t) => ({ ...t, m: 15 }) },
  { type: "clock", form: "[a] quarter (to|of|before) {base}", value: (t) => before(t, 15) },
  {
    type: "clock",
    form: "{small} (past|after) {base}",
    value: (m, t) => (m < 60 && m % 5 === 0 ? { ...t, m } : undefined),
  },
  {
    type: "clock",
    form: "{small} (minutes|minute) (past|after) {base}",
    value: (m, t) => (m < 60 ? { ...t, m } : undefined),
  },
  {
    type: "clock",
    form: "{small} (to|before) {base}",
    value: (m, t) => (m < 60 && m % 5 === 0 ? before(t, m) : undefined),
  },
  {
    type: "clock",
    form: "{small} (minutes|minute) (to|before) {base}",
    value: (m, t) => (m < 60 ? before(t, m) : undefined),
  },
  { type: "base", form: "{hour} [oclock]", value: (h) => at(h) },
  { type: "base", form: "(noon|midday)", value: () => at(12, 0, true) },
  { type: "base", form: "midnight", value: () => at(0, 0, true) },
  {
    type: "clock",
    form: "([twelve] noon|midday|[twelve] midday|lunchtime|high noon|twelve oclock noon)",
    value: () => at(12, 0, true),
    cost: -0.1,
  },
  { type: "clock", form: "([twelve] midnight|twelve at night)", value: () => at(0, 0, true), cost: -0.1 },
  { type: "clock", form: "{clock} (sharp|on the dot|ish|hours|or so|oclock)", cost: 0.01 },
  { type: "time", form: "{clock}", say: (t) => (!t.is24 ? [t] : undefined) },
  { type: "time", form: "(at|around|about|at about|at around) {clock}" },
  { type: "time", form: "(at|around|about|at about|at around) {barehour}", cost: 0.05 },
  { type: "time", form: "{barehour} (ish|or so)", cost: 0.05 },
  {
    type: "time",
    form: "{clock} {ampm}",
    value: half,
    cost: -0.05,
    say: (t) =>
      t.is24 ? [{ h: t.h % 12 === 0 ? 12 : t.h % 12, m: t.m }, t.h < 12 ? "am" : "pm"] : undefined,
  },
  { type: "time", form: "{barehour} {ampm}", value: half, cost: -0.05 },
  { type: "time", form: "(at|around|about) {time}", cost: 0 },
  { type: "time", form: "{time} (in the|at|this|of the|on the) {part}", value: half, cost: -0.05 },
  { type: "time", form: "{barehour} (in the|at|this|of the) {part}", value: half, cost: -0.05 },
  { type: "time", form: "{time} (tonight|late tonight)", value: (t) => half(t, "evening") },
  { type: "time", form: "{barehour} tonight", value: (t) => half(t, "evening"), cost: -0.02 },
  { type: "time", form: "tonight [at] {barehour}", value: (t) => half(t, "evening"), cost: -0.02 },
  { type: "time", form: "[in the|this] {part} [at|around] {clock}", value: (p, t) => half(t, p), cost: 0 },
  { type: "time", form: "(in the|this) {part} [at|around] {barehour}", value: (p, t) => half(t, p), cost: 0 },
  { type: "time", form: "{part} (at|around) {barehour}", value: (p, t) => half(t, p), cost: 0 },
  {
    type: "daypart",
    form: "(by|before|after|until|till|from|not before) ({clock}|{barehour})",
    value: () => true,
    cost: -0.1,
  },
  { type: "daypart", form: "([in] the|this|during the|some time in the|sometime in the) {part}" },
  // "Friday morning at nine", "nine on friday morning": the part of the day belongs to both.
  { type: "daytime", form: "{day} {time}", value: (day, time) => ({ day, time }) },
  { type: "daytime", form: "{time} {day}", value: (time, day) => ({ day, time }) },
  { type: "daytime", form: "{barehour} on {day}", value: (time, day) => ({ day, time }), cost: 0.4 },
  {
    type: "daytime",
    form: "{day} {part} [at|around|about] {clock}",
    value: (day, p, t) => ({ day, time: half(t, p) }),
    cost: -0.05,
  },
  {
    type: "daytime",
    form: "{day} {part} [at|around|about] {barehour}",
    value: (day, p, t) => ({ day, time: half(t, p) }),
    cost: -0.05,
  },
  {
    type: "daytime",
    form: "(tonight|this evening) [at|around|about] {barehour}",
    value: (t) => ({ day: { k: "off", n: 0 }, time: half(t, "evening") }),
    cost: -0.05,
  },
  {
    type: "daytime",
    form: "(tonight|this evening) {time}",
    value: (t) => ({ day: { k: "off", n: 0 }, time: half(t, "evening") }),
    cost: -0.05,
  },
  {
    type: "daytime",
    form: "{time} (tonight|this evening)",
    value: (t) => ({ day: { k: "off", n: 0 }, time: half(t, "evening") }),
    cost: -0.05,
  },
  {
    type: "daytime",
    form: "{clock} [on] {day} {part}",
    value: (t, day, p) => ({ day, time: half(t, p) }),
    cost: -0.05,
  },
  {
    type: "daytime",
    form: "{barehour} [on] {day} {part}",
    value: (t, day, p) => ({ day, time: half(t, p) }),
    cost: -0.05,
  },
  { type: "shift", form: "{duration} (later|after that|after)", value: (d) => d },
  {
    type: "shift",
    form: "{duration} (earlier|sooner|before that|before)",
    value: (d) => ({ ...d, n: -d.n }),
  },
  {
    type: "shift",
    form: "(the day after|the next day|the following day) [that]",
    value: () => ({ n: 1, unit: "days" }),
  },
  { type: "shift", form: "the day before [that]", value: () => ({ n: -1, unit: "days" }) },
  { type: "moment", form: "(now|right now|right away|straight away|immediately)", value: () => ({ in: 0 }) },
  { type: "moment", form: "in {duration} [time|'s time]", value: (d) => soon(d) },
  { type: "moment", form: "{duration} from now", value: (d) => soon(d) },
];

const until = "(to|until|till|til|through|through to|up to|-|thru)";
const both = "between";
export const ranges: readonly Rule[] = [
  {
    type: "days",
    form: `[from|between] {day} ${until} {day}`,
    value: span,
    cost: -0.1,
    say: ({ from, to }) => [from, to],
  },
  { type: "days", form: `${both} {day} and {day}`, value: span, cost: -0.1 },
  {
    type: "days",
    form: `[from|between] {day} ${until} {nth}`,
    value: (from, d) => span(from, md(d)),
    cost: -0.05,
  },
  { type: "days", form: `${both} {day} and {nth}`, value: (from, d) => span(from, md(d)), cost: -0.05 },
  {
    type: "days",
    form: `[from|between] [the] {nth} ${until} [the] {nth} [of] {month}`,
    value: (a, b, m) => ({ from: md(a, m), to: md(b, m) }),
    cost: -0.2,
  },
  {
    type: "days",
    form: `${both} [the] {nth} and [the] {nth} [of] {month}`,
    value: (a, b, m) => ({ from: md(a, m), to: md(b, m) }),
    cost: -0.2,
  },
  {
    type: "days",
    form: `[from|between] {nth} ${until} {day}`,
    value: (a, to) => (isMd(to) ? span(md(a), to) : undefined),
    cost: -0.1,
  },
  {
    type: "days",
    form: `${both} {nth} and {day}`,
    value: (a, to) => (isMd(to) ? span(md(a), to) : undefined),
    cost: -0.1,
  },
  {
    type: "days",
    form: `[from] {month} [the] {dayno} ${until} [the] {dayno}`,
    value: (m, a, b) => ({ from: md(a, m), to: md(b, m) }),
    cost: -0.1,
  },
  {
    type: "days",
    form: `[from] {dayno} ${until} {dayno} [of] {month}`,
    value: (a, b, m) => ({ from: md(a, m), to: md(b, m) }),
    cost: -0.1,
  },
  {
    type: "days",
    form: "[from|starting|starting on] {day} [for] {duration}",
    value: (from, d) => long(from, d),
  },
  {
    type: "days",
    form: "{duration} (from|starting|starting on|beginning|as of|from the) {day}",
    value: (d, from) => long(from, d),
  },
  {
    type: "days",
    form: "{day} (and|and then|,) [we|we 'll|i] [leave|leaving|returning|back] [on] {day}",
    value: (from, to) => span(from, to),
    cost: 0.2,
  },
  {
    type: "days",
    form: "[i|we] (arriving|arrive|coming|checking in|check in) [on] {day} [and] (leaving|leave|departing|going|checking out|check out) [on] {day}",
    value: span,
    cost: -0.1,
  },
  {
    type: "hours",
    form: `[from|between] {time} ${until} {time}`,
    value: (from, to) => ({ from, to }),
    cost: -0.1,
    say: ({ from, to }) => [from, to],
  },
  { type: "hours", form: `${both} {time} and {time}`, value: (from, to) => ({ from, to }), cost: -0.1 },
  {
    type: "hours",
    form: `[from|between] {barehour} ${until} {barehour}`,
    value: (from, to) => ({ from, to }),
    cost: 0,
  },
  { type: "hours", form: `${both} {barehour} and {barehour}`, value: (from, to) => ({ from, to }), cost: 0 },
  {
    type: "hours",
    form: `[from|between] {barehour} ${until} {time}`,
    value: (from, to) => ({ from, to }),
    cost: -0.05,
  },
  { type: "hours", form: `${both} {barehour} and {time}`, value: (from, to) => ({ from, to }), cost: -0.05 },
  {
    type: "hours",
    form: `[from|between] {time} ${until} {barehour}`,
    value: (from, to) => ({ from, to }),
    cost: -0.05,
  },
  { type: "hours", form: `${both} {time} and {barehour}`, value: (from, to) => ({ from, to }), cost: -0.05 },
  { type: "hours", form: "{time} [for] {duration}", value: lasting },
  { type: "hours", form: "{barehour} for {duration}", value: lasting },
  { type: "hours", form: "(all day|the whole day)", value: () => undefined },
];
