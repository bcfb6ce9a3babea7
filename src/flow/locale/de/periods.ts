// German periods: how weeks, weekends and months are said.

import type { Pattern } from "../language-pack.ts";
import { partsOfMonth, type PeriodReading, weekOfMonth } from "../periods.ts";
import { daysOff, namedMonth, partOfMonth, partOfNamedMonth, period, weekOfNamedMonth } from "../readings.ts";
import { months } from "./calendar.ts";

export const periods: readonly Pattern<PeriodReading>[] = [
  period("in? diese|dieser woche", "week", 0),
  period("in? nächste|nächster|nächsten|kommende|kommender|kommenden woche", "week", 1),
  period("in? der? übernächste|übernächster|übernächsten woche", "week", 2),
  period("das|dieses|diesem|am|übers|kommende|kommendes wochenende", "weekend", 0),
  period("am|das kommenden|kommende wochenende", "weekend", 0),
  period("wochenende", "weekend", 0),
  period("am? nächste|nächstes|nächsten wochenende", "weekend", 1),
  period("am? übernächste|übernächstes|übernächsten wochenende", "weekend", 2),
  period("in|im? diesen|dieses|diesem|des monat|monats", "month", 0),
  period("im|des? nächsten|nächster|nächstem|kommenden|kommendem monat|monats", "month", 1),
  period("im? übernächsten monat", "month", 2),
  namedMonth("im? {month}"),
  daysOff("über weihnachten"),
  weekOfNamedMonth("in? der|die? {ordinal} woche im {month}"),
  ...weeksNamedByMonth(),
  partOfNamedMonth("anfang {month}", partsOfMonth.beginning),
  partOfNamedMonth("mitte {month}", partsOfMonth.middle),
  partOfNamedMonth("ende {month}", partsOfMonth.end),
  partOfNamedMonth("in? der|die? letzte|letzten woche im {month}", partsOfMonth.end),
  partOfMonth("anfang nächsten|kommenden monats|monat", partsOfMonth.beginning, 1),
  partOfMonth("mitte nächsten|kommenden monats|monat", partsOfMonth.middle, 1),
  partOfMonth("ende nächsten|kommenden monats|monat", partsOfMonth.end, 1),
];

/** "Die erste Dezemberwoche". */
function weeksNamedByMonth(): readonly Pattern<PeriodReading>[] {
  return [...months].map(([name, month]) => ({
    form: `in? der|die? {ordinal} ${name}woche`,
    read({ day }) {
      const days = weekOfMonth(day);
      return days === undefined ? undefined : { type: "named", month, days };
    },
  }));
}
