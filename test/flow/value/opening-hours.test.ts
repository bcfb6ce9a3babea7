// Opening hours: weeks, nights, holidays, and texts that are no times.

import { describe, expect, test } from "bun:test";
import {
  isDay,
  isOpenAt,
  type OpeningHours,
  type TimeSpan,
  timeSpanOf,
  weekdaysOf,
} from "../../../src/flow/value/opening-hours.ts";

const span = (text: string) => {
  const found = timeSpanOf(text);
  if (found === undefined) throw new Error(`'${text}' is no time`);
  return found;
};

const bar: OpeningHours = {
  week: new Map<number, readonly TimeSpan[]>([
    ...[1, 2, 3, 4, 5].map((day) => [day, [span("09:00-12:30"), span("13:30-17:00")]] as const),
    [6, [span("22:00-02:00")]] as const,
  ]),
  days: new Map([
    ["12-25", []],
    ["2026-12-24", [span("10:00-24:00")]],
    ["2027-12-25", [span("11:00-12:00")]],
  ]),
};

test.each([
  ["2026-11-20", "09:00", true],
  ["2026-11-20", "08:59", false],
  ["2026-11-20", "12:30", false],
  ["2026-11-20", "13:30", true],
  ["2026-11-20", "17:00", false],
  ["2026-11-21", "21:59", false],
  ["2026-11-21", "23:59", true],
  ["2026-11-22", "01:59", true],
  ["2026-11-22", "02:00", false],
  ["2026-12-24", "23:59", true],
  ["2026-12-25", "00:00", false],
  ["2026-12-25", "10:00", false],
  ["2027-12-25", "11:30", true],
  ["2026-02-30", "10:00", false],
  ["soon", "10:00", false],
  ["2026-11-20", "ten", false],
])("on %s at %s it is open: %p", (date, time, isOpen) => {
  expect(isOpenAt(bar, date, time)).toBe(isOpen);
});

describe("the written form", () => {
  test("weekdays are single or ranges, also across Sunday", () => {
    expect(weekdaysOf("mon-fri")).toEqual([1, 2, 3, 4, 5]);
    expect(weekdaysOf("Sat-mon")).toEqual([6, 7, 1]);
    expect(weekdaysOf("sun")).toEqual([7]);
    for (const text of ["", "monday", "mon-", "mon-tue-wed", "1"]) expect(weekdaysOf(text)).toBeUndefined();
  });

  test("times have two ends on one day, or on the next one", () => {
    expect(span("22:00 - 02:00")).toEqual({ fromMinute: 1_320, toMinute: 1_560 });
    for (const text of ["", "9-17", "09:00", "09:00-09:00", "24:00-01:00", "09:60-10:00", "09:00-24:01"])
      expect([text, timeSpanOf(text)]).toEqual([text, undefined]);
  });

  test("days belong to one year or to all", () => {
    expect(["12-25", "02-29", "2026-12-25"].map(isDay)).toEqual([true, true, true]);
    expect(["25-12", "2026-02-29", "Christmas", "1-1"].map(isDay)).toEqual([false, false, false, false]);
  });
});
