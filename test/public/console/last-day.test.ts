// Last day of an embed: its readable form, and the moment at which it is over.

import { expect, test } from "bun:test";
import { endOfDay, lastDayOf } from "../../../public/console/settings/last-day.ts";

test("last day: an entry is valid until the midnight after it, and shows the typed day", () => {
  for (const day of ["2026-12-03", "2027-03-28", "2026-10-25", "2028-02-29", "2026-12-31"]) {
    const end = endOfDay(day) ?? 0;
    expect([day, new Date(end * 1_000).getHours(), lastDayOf(end)]).toEqual([day, 0, day]);
    // A program may have set the end at noon of that day.
    expect(lastDayOf(end - 12 * 60 * 60)).toBe(day);
  }
});

test("last day: an invalid day gives no end, and no end gives no day", () => {
  for (const text of ["", "2026-02-30", "2026-13-01", "tomorrow", "2026-1-2"])
    expect([text, endOfDay(text)]).toEqual([text, undefined]);
  expect(lastDayOf(undefined)).toBe("");
});
