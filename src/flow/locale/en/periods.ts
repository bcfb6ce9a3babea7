// English periods: how weeks, weekends and months are said.

import type { Pattern } from "../language-pack.ts";
import { partsOfMonth, type PeriodReading } from "../periods.ts";
import { daysOff, namedMonth, partOfMonth, partOfNamedMonth, period, weekOfNamedMonth } from "../readings.ts";

export const periods: readonly Pattern<PeriodReading>[] = [
  period("this week", "week", 0),
  period("next|coming week", "week", 1),
  period("the week after next", "week", 2),
  period("this|the|coming weekend", "weekend", 0),
  period("this coming weekend", "weekend", 0),
  period("weekend", "weekend", 0),
  period("next weekend", "weekend", 1),
  period("the? weekend after next", "weekend", 2),
  period("this|the month", "month", 0),
  period("next|coming month", "month", 1),
  period("the month after next", "month", 2),
  namedMonth("in|during? {month}"),
  daysOff("over christmas"),
  weekOfNamedMonth("the? {ordinal} week of|in {month}"),
  partOfNamedMonth("the? beginning|start of {month}", partsOfMonth.beginning),
  partOfNamedMonth("in? early {month}", partsOfMonth.beginning),
  partOfNamedMonth("the? middle of {month}", partsOfMonth.middle),
  partOfNamedMonth("in? mid {month}", partsOfMonth.middle),
  partOfNamedMonth("the? end of {month}", partsOfMonth.end),
  partOfNamedMonth("in? late {month}", partsOfMonth.end),
  partOfNamedMonth("the? last week of|in {month}", partsOfMonth.end),
  partOfMonth("the? beginning|start of next month", partsOfMonth.beginning, 1),
  partOfMonth("early next month", partsOfMonth.beginning, 1),
  partOfMonth("the? middle of next month", partsOfMonth.middle, 1),
  partOfMonth("mid next month", partsOfMonth.middle, 1),
  partOfMonth("the? end of next month", partsOfMonth.end, 1),
  partOfMonth("late next month", partsOfMonth.end, 1),
];
