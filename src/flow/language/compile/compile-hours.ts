// Compiler of opening hours: from the model to times by day.

import type { HoursEntries, HoursModel } from "../model/model.ts";
import { type OpeningHours, type TimeSpan, timeSpanOf, weekdaysOf } from "../../value/opening-hours.ts";

export function compileHours({ open, holidays, special }: HoursModel): OpeningHours {
  const week = new Map<number, readonly TimeSpan[]>();
  for (const { day, spans } of open) {
    for (const weekday of weekdaysOf(day) ?? []) {
      week.set(weekday, [...(week.get(weekday) ?? []), ...timesOf(spans)]);
    }
  }
  const days = new Map<string, readonly TimeSpan[]>(holidays.map(({ value }) => [value, []]));
  for (const { day, spans } of special) days.set(day, timesOf(spans));
  return { week, days };
}

function timesOf(spans: HoursEntries[number]["spans"]): readonly TimeSpan[] {
  return spans.flatMap(({ value }) => timeSpanOf(value) ?? []);
}
