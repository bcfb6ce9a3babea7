// English periods: how weeks, weekends and months are said.

import type { Pattern } from "../language-pack.ts";
import type { PeriodReading } from "../periods.ts";
import { namedMonth, period } from "../readings.ts";

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
];
