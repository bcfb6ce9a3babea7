// Zoned time: days that begin earlier, clock changes, and names of zones that do not exist.

import { expect, test } from "bun:test";
import { isTimezone, zonedTimeOf } from "../../../src/flow/value/zoned-time.ts";

const at = (iso: string, timezone: string): string => {
  const { date, time, hour, weekday } = zonedTimeOf(Date.parse(iso), timezone);
  return `${date} ${time} ${hour} ${weekday}`;
};

test.each([
  ["2026-11-20T11:30:00Z", "UTC", "2026-11-20 11:30 11 5"],
  ["2026-11-20T11:30:59.999Z", "Europe/Paris", "2026-11-20 12:30 12 5"],
  ["2026-11-20T23:30:00Z", "Europe/Paris", "2026-11-21 00:30 0 6"],
  ["2026-11-23T02:00:00Z", "America/New_York", "2026-11-22 21:00 21 7"],
  ["2026-11-20T11:30:00Z", "Asia/Kathmandu", "2026-11-20 17:15 17 5"],
  ["2026-11-20T11:30:00Z", "Pacific/Kiritimati", "2026-11-21 01:30 1 6"],
  // Clocks in Europe change on 29 March and 25 October.
  ["2026-03-29T00:59:00Z", "Europe/Paris", "2026-03-29 01:59 1 7"],
  ["2026-03-29T01:00:00Z", "Europe/Paris", "2026-03-29 03:00 3 7"],
  ["2026-10-25T00:30:00Z", "Europe/Paris", "2026-10-25 02:30 2 7"],
  ["2026-10-25T01:30:00Z", "Europe/Paris", "2026-10-25 02:30 2 7"],
  ["2028-02-29T00:00:00Z", "UTC", "2028-02-29 00:00 0 2"],
])("%s in %s", (iso, timezone, expected) => {
  expect(at(iso, timezone)).toBe(expected);
  // The second result comes from the cache.
  expect(at(iso, timezone)).toBe(expected);
});

test("an unknown timezone counts as UTC, and is recognised as unknown", () => {
  expect(at("2026-11-20T11:30:00Z", "Mars/Olympus")).toBe("2026-11-20 11:30 11 5");
  expect(["UTC", "Europe/Berlin", "Mars/Olympus", "", "Europe"].map(isTimezone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("extreme times are converted", () => {
  for (const ms of [Number.NaN, Infinity, -Infinity, -1, 0, 8.64e15, 1e300]) {
    expect(zonedTimeOf(ms, "Europe/Paris").date).toMatch(/^\d{4,6}-\d\d-\d\d$/);
  }
});

test("many zones do not fill the memory", () => {
  for (let at = 0; at < 5_000; at += 1) zonedTimeOf(0, `Nowhere/${at}`);
  expect(at("2026-11-20T11:30:00Z", "Europe/Paris")).toBe("2026-11-20 12:30 12 5");
});
