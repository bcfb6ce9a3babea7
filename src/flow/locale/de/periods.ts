// German periods: how weeks, weekends and months are said.

import type { Pattern } from "../language-pack.ts";
import type { PeriodReading } from "../periods.ts";
import { namedMonth, period } from "../readings.ts";

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
];
