// German calendar: forms of days, times, and ranges of them.

import type { Forms } from "../../forms.ts";

export const calendar: Forms = {
  yearThousand: "zwei tausend [und] [{small}]",
  yearHundred: "neunzehn hundert [und] [{small}]",
  yearPair: "{teen} {small} ~0.1",
  dayMonth: `[<the>] {dayno} {month}
    {nth} {nth} ~0.05`,
  numericDay: "{figures} . {figures} [.]",
  dayOfMonth: "[<the>|am] {nth} {ofmonth}",
  lastDayOfThisMonth: "(der letzte|am letzten|den letzten) tag {ofmonth}",
  lastDayOfMonth: "(der letzte|den letzten|am letzten|letzter) [tag] [im|des] {month} [{year}]",
  monthNth: "[erst] (mitte|anfang|ende|im) {month} [sagen wir] [<the>|am] {nth}",
  monthDayWeekday: "{monthday} [das ist|ist|ist das|das müsste] [ein|einem|einen|dem] {weekday} [sein]",
  dayThenNth: "{day} (also|sprich|das ist|das wäre|also das ist) [am|der|den|dem] {nth}",
  numericDayYear: "{figures} . {figures} . {figures}",
  nthDay: "(<the>|am) {nth}",
  weekdayNth: "{weekday} [<the>] {nth}",
  weekdayMonthDay: "{weekday} [<the>] {monthday}",
  today: `heute
    heute (noch|nacht)`,
  tomorrow: "(morgen|morgn)",
  dayAfterTomorrow: "(übermorgen|uebermorgen) ~0",
  yesterday: "(gestern|letzte nacht)",
  dayBeforeYesterday: "vorgestern ~0",
  weekday: `(diesen|dieser|kommenden|kommender|nächsten|nächster|den nächsten|den kommenden) {weekday}
    {weekday} diese woche`,
  weekdayNextWeek: `{weekday} nächste woche
    nächste woche [am] {weekday}`,
  weekdayLast: "(letzten|letzter|vergangenen|vorigen) {weekday}",
  weekdayInWeeks: "{weekday} in {duration}",
  weekdayPlusOne: `[den] übernächsten {weekday}
    {weekday} in (einer woche|acht tagen)`,
  inOneWeek: "(heute in einer woche|heute in acht tagen|in acht tagen)",
  inTwoWeeks: "(in vierzehn tagen|heute in vierzehn tagen|heute in zwei wochen)",
  inOneWeekTomorrow: "morgen in einer woche",
  dayIn: "[heute] in {duration}",
  dayAgo: "[heute] vor {duration}",
  dayAfter: "(der|den|am) tag nach {day}",
  dayBefore: "(der|den|am) tag vor {day}",
  daysAfter: "{duration} nach {day}",
  daysBefore: "{duration} vor {day}",
  weekdayAfter: `[<the>|am] {weekday} nach {day}
    [<the>|am] {weekday} (danach|drauf|darauf) ~0.1`,
  weekdayBefore: `[<the>|am] {weekday} vor {day}
    [<the>|am] {weekday} davor ~0.1`,
  nightsBoth: `(die|in der|in den) (nacht|nächte) (auf|zum|vom|von|am) {day} und [(auf|zum|vom|von|am)] {day}
    {day} und {day} nacht`,
  longThen: "{duration} [nur] [das wäre|das ist|am|und zwar] {day}",
  nthWeekday: "(der|am|den) {ordinal} {weekday} im {month}",
  lastWeekday: "(der letzte|der letzten|am letzten|den letzten|letzter) {weekday} (im|des|von) {month}",
  dayItself: "(am|für|zum|auf|den|der|diesen) {day} ~0\n{day} (in der|am) {part}",
  vague: `{weekday} vor
    {weekday} nach
    (nächstes|dieses|im) jahr
    (anfang|mitte|ende) {month}
    [die|in der] (erste|zweite|dritte|vierte|letzte|ersten|zweiten|dritten|vierten|letzten) {month} woche ~-0.1
    (um|gegen|rund um) {day} ~-0.1
    (frühestens|spätestens|frühstens) [am] {day} ~-0.1`,
  weekOf: "[irgendwann] [die|in der] [ganze] {which} woche",
  weekendOf: `[am|das] {which} wochenende
    am wochenende`,
  weekOfMonth: "[in] (der|die) {ordinal} {month} woche\n    [in] (der|die) {ordinal} woche im {month}",
  monthOf: "[im|irgendwann im] {which} monat",
  monthNamed: "(im|diesen|irgendwann im) {month} [{year}]",
  hourZero: "null",
  minuteBelowTen: "null {unit}",
  minuteZero: "null null",
  clockWhole: "{hour} uhr",
  clockMinute: `{hour} uhr {min}
    {hour} uhr {small} minuten
    {hour} {min} ~0.1`,
  clockFigures24: "{figures} (:|.) {figures} [uhr]",
  clockFigure: "{figures} uhr ~0",
  halfTo: "halb {hour}",
  quarterPast: "viertel nach {base}",
  quarterTo: "viertel vor {base}",
  quarterOf: "viertel {hour}",
  threeQuartersOf: "(dreiviertel|drei viertel) {hour} ~-0.1",
  minutesPast: "{small} [minuten] nach {base}",
  minutesTo: "{small} [minuten] vor {base}",
  minutesPastHalf: "{small} [minuten] nach halb {hour}",
  minutesToHalf: "{small} [minuten] vor halb {hour}",
  base: "{hour} [uhr]",
  noon: "(mittag|mittags|zwölf uhr mittags) ~0",
  midnight: "mitternacht",
  time24: "{clock}",
  timeItself: `<around> {time}
    (<around>|um circa|um etwa) {barehour} ~0.05`,
  timePart: `{time} {parts}
    {time} (in der|am|des) {part}
    {barehour} (in der|am) {part}
    {barehour} {parts}`,
  timeTonight: "{time} heute abend ~-0.05",
  partTime: `{parts} {time}
    (am|in der) {part} {time} ~-0.05`,
  notAtTime: "(bis|vor|nach|ab|nicht vor) ({clock}|{barehour})",
  dayPart: "[am|in der|zu] {part} ~0.1",
  timeDayPart: "{time} {day} [am] {part}",
  longer: "{duration} (länger|mehr)",
  shorter: "{duration} (kürzer|weniger)",
  oneLonger: "noch (ein|eine|einen) {span} [länger|mehr]",
  later: "{duration} (später|danach)",
  earlier: "{duration} (früher|vorher|davor)",
  dayLater: "((am|den|der) tag (danach|drauf|darauf)|am nächsten tag)",
  dayEarlier: "(am|den|der) tag (davor|vorher)",
  now: "(jetzt|sofort|jetzt gleich)",
  inDuration: "in {duration}",
  days: `anreise [am|ist] {day} [und] abreise [am|ist] {day}
    {day} anreise [und] {day} abreise
    (ab|von) {day} [und] (zurück|bis zurück) [am] {day}
    [wir] [kommen|reisen an|ankunft] [am] {day} [und] (reisen|fahren|abreise|gehen|wieder weg) [am] {day} [ab|wieder]`,
  hoursPart: `[<from>] {barehour} <until> {barehour} [uhr] {parts}
    [<from>] {barehour} <until> {barehour} [uhr] (am|in der) {part}
    [<from>] {barehour} [uhr] {parts} <until> {barehour} [uhr]
    {parts} [<from>] {barehour} <until> [um] {barehour} [uhr]
    {parts} [<from>] {barehour} <until> {time}
    (am|in der) {part} [<from>] {barehour} <until> [um] {barehour} [uhr]`,
  nthToNth: "[<from>] {nth} <until> {nth}",
  longDays: "{duration} (ab|ab dem|von|vom) {day}",
};
