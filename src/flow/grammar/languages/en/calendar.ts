// English calendar: forms of days, times, and ranges of them.

import type { Forms } from "../../forms.ts";

export const calendar: Forms = {
  yearPair: `{teen} {small}
    + {ten} {small}`,
  yearThousand: "two thousand [[and] {small}]\ntwenty oh {unit}",
  yearHundred: `nineteen (oh;hundred) {unit}
    nineteen hundred [and] {small}`,
  shortYearZero: "oh {unit}",
  monthDay: "{month} [the] {dayno}",
  dayMonth: `[the] {nth} of {month}
    [the] {dayno} {month}
    [the] {nth} of the {nth} ~0.1`,
  numericEither: "{figures} / {figures}",
  dayOfMonth: "[the] {nth} of {which} month",
  lastDayOfMonth: "the last [day] of {month} [[of] {year}]",
  lastDayOfThisMonth: "the last day of {which} month",
  monthNth: "(mid|early|late|in|end of|the end of) {month} [on] [the] {nth}",
  numericYear: "{figures} / {figures} / {figures}",
  numericDayYear: "{figures} . {figures} . {figures}",
  monthDayYear: "{monthday} (in|of|um|uh) {year}",
  nthDay: `the {nth}
    on {nth} ~0.1`,
  weekdayNth: "[next|this|on] {weekday} [the] {nth}",
  dayThenNth: "{day} (so|that 's|which is) [on] the {nth}",
  weekdayMonthDay: "{weekday} {monthday}",
  monthDayWeekday: "{monthday} [a|that 's a] {weekday}",
  today: `today
    (tonight|this evening|this morning|this afternoon|still today|later today) ~0.02`,
  tomorrow: `tomorrow
    (tomorow|tommorow|tommorrow|tmrw|tmr)`,
  dayAfterTomorrow: "([the] day after tomorrow;overmorrow)",
  yesterday: "(yesterday;last night|yesterday evening)",
  dayBeforeYesterday: "([the] day before yesterday|the night before last)",
  weekday: `(this|this coming|this upcoming|the coming|coming) {weekday}
    {weekday} (this week|of this week)`,
  weekdayNext: "(next;the next) {weekday}",
  weekdayNextWeek: `{weekday} (next week|of next week)
    next week [on] {weekday}`,
  weekdayLast: `(last|this past|this last|past) {weekday}
    {weekday} (just gone|last week|gone)`,
  weeksOnWeekday: "{duration} (on|from) {weekday}",
  weekdayInWeeks: "{weekday} in {duration} [time|'s time]",
  weekdayPlusOne: `{weekday} week
    a week (on|from|this) {weekday}
    a week after next {weekday}
    [the] {weekday} after next`,
  inOneWeek: "([a] week from (today|now)|today week|in a week 's time|a week today) ~0",
  inOneWeekTomorrow: "(a week from tomorrow|tomorrow week|a week tomorrow) ~0",
  dayIn: `in {duration}
    in {duration} (time|'s time|from now)
    {duration} (from now|from today) ~0
    today in {duration}`,
  dayAgo: "{duration} (ago|back) [today] ~0",
  dayAfter: "the day after {day}",
  daysAfter: "{duration} after {day}",
  daysBefore: "{duration} before {day}",
  dayBefore: "(the day before|the eve of) {day}",
  weekdayAfter: `the {weekday} (after|following) {day}
    the {weekday} (after [that]|following) ~-0.05
    the following {weekday}`,
  weekdayBefore: `the {weekday} before {day}
    the {weekday} before [that] ~-0.05`,
  nthWeekday: "[the] {ordinal} {weekday} (in|of) {month}",
  lastWeekday: "the last {weekday} (in|of) {month}",
  dayItself: `(on|for|this|first thing|first thing on) {day} ~0
    {day} (first thing|itself)`,
  vague: `{weekday} before
    {weekday} after
    black {weekday}
    bank holiday [{weekday}]
    (last|that) (week|month|weekend|year)
    (next|this|the) year
    (next|early|late|mid|end of|beginning of) {month}
    (around|about|towards|near|close to) {day} ~-0.15
    {ten} {ordinal} of {month} ~0.3
    (any|every) ({weekday}|{weekdays}) ~-0.1
    {day} at the (earliest|latest) ~-0.1
    at the (earliest|latest) {day} ~-0.1
    the end of (the|this) (month|week|year)`,
  weekOf: "[all of|all|sometime|some time] {which} week",
  weekendOf: "[at|on|for|over] {which} weekend",
  weekOfMonth: "[in] the {ordinal} week (of|in) {month}",
  monthOf: "[sometime] {which} month",
  monthNamed: `(in|during|this|sometime in) {month} [{year}]
    {month} of {year} ~-0.2`,
  longer: "{duration} (longer|more|extra)",
  shorter: "{duration} (shorter|less)",
  oneLonger: "(one more|another|an extra|an additional) {span}",
  minuteBelowTen: "(oh;zero|o) {unit}",
  minuteZero: "(hundred|oh oh|zero zero)",
  bareHourZero: "oh {unit}",
  hourMinute: "{hour} {min}",
  zeroHourMinute: "(oh|zero) {unit} {min}",
  clockFigures: "{figures} (:|.) {figures}",
  clockFigure: "{figures}",
  clockHour: "{hour} (oclock;o clock|sharp|on the dot|ish)",
  clockHour24: "{hour} hundred [hours]",
  halfPast: "(half past;half after|half an hour (past|after)|half) {hour}",
  quarterPast: "[a] quarter (past|after) {base}",
  quarterTo: "[a] quarter (to;of|before) {base}",
  fivesPast: "{small} (past;after) {base}",
  minutesPast: "{small} (minutes|minute) (past|after) {base}",
  fivesTo: "{small} (to;before) {base}",
  minutesTo: "{small} (minutes|minute) (to|before) {base}",
  base: `{hour}
    {hour} oclock`,
  noon: "(noon;twelve noon|midday|twelve midday|lunchtime|high noon|twelve oclock noon)",
  midnight: "(midnight;twelve midnight|twelve at night)",
  clockItself: "{clock} (sharp|on the dot|ish|hours|or so|oclock)",
  time: "{clock}",
  timeHalf: `{clock} {ampm}
    + {barehour} {ampm}
    {time} (in the|at|this|of the|on the) {part}
    {barehour} (in the|at|this|of the) {part}`,
  timeItself: `(at|around|about|at about|at around) {clock}
    (at|around|at about|at around) {barehour} ~0.05
    about {barehour} ~0.45
    {barehour} (ish|or so) ~0.05
    (at|around|about) {time}`,
  timeTonight: `{time} (tonight|late tonight) ~0
    {barehour} tonight
    tonight [at] {barehour}`,
  partTime: `[in the|this] {part} [at|around] {clock}
    (in the|this) {part} [at|around] {barehour}
    {part} (at|around) {barehour}`,
  notAtTime: "(by|before|after|until|till|from|not before) ({clock}|{barehour})",
  dayPart: "([in] the|this|during the|some time in the|sometime in the) {part}",
  timeDayPart: `{clock} [on] {day} {part}
    {barehour} [on] {day} {part}`,
  tonightTime: `(tonight|this evening) [at|around|about] {barehour}
    (tonight|this evening) {time}
    {time} (tonight|this evening)`,
  later: "{duration} (later|after that|after)",
  earlier: "{duration} (earlier|sooner|before that|before)",
  dayLater: "(the day after|the next day|the following day) [that]",
  dayEarlier: "the day before [that]",
  now: "(now|right now|right away|straight away|immediately)",
  inDuration: `in [about|around] {duration} [time|'s time]
    {duration} from now`,
  days: `+ between {day} and {day}
    {day} (and|and then|,) [we|we 'll|i] [leave|leaving|returning|back] [on] {day} ~0.2
    [i|we] <arrive> [on] {day} [and|and we 're|and we|then] <leave> [on] [the] {day}
    [from] {day} <leave> [on] [the] {day} ~0`,
  nightsBoth: `{day} [night] and {day} (night|nights)
    the nights of {day} and {day}`,
  longThen: `{duration} [only|just] [that 'd be|that 's|it 's|that would be|on] {day}`,
  hoursPart: `[<from>] {barehour} <until> {barehour} [oclock] (in the|this) {part}
    between {barehour} and {barehour} [oclock] (in the|this) {part}`,
  dayToNth: `between {day} and {nth}
    [from] {day} <end> {nth}`,
  nthToNthMonth: `[<from>] [the] {nth} <until> [the] {nth} [of] {month}
    between [the] {nth} and [the] {nth} [of] {month}
    [from] {dayno} <until> {dayno} [of] {month} ~-0.1`,
  nthToDay: "between {nth} and {day}",
  monthNthToNth: "[from] {month} [the] {dayno} <until> [the] {dayno}",
  daysLong: `(starting|starting on) {day} [for] {duration}
    [i|we] [<arrive>] [on] {day} [and] (stay|staying) [for] {duration}`,
  longDays: "{duration} (from|starting|starting on|beginning|as of|from the) {day}",
  hours: "+ between {time} and {time}",
  hoursBare: "+ between {barehour} and {barehour}",
  hoursHalfBare: `between {barehour} and {time}
    between {time} and {barehour}`,
};
