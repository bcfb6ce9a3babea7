// English speaker: spoken and written forms of each kind of value.

import { expect, test } from "bun:test";
import { speakEnglish as speak } from "../../../src/flow/locale/en/names.ts";

const today = "2026-11-20";

test.each([
  ["19:30", "7:30 p.m."],
  ["18:00", "6 p.m."],
  ["00:00", "midnight"],
  ["12:00", "noon"],
  ["00:05", "12:05 a.m."],
  ["12:05", "12:05 p.m."],
  ["24:00", "24:00"],
])("the time %s is said as %s", (value, said) => expect(speak.time(value)).toBe(said));

test.each([
  ["2026-11-21", "Saturday, November 21st"],
  ["2026-12-02", "Wednesday, December 2nd"],
  ["2027-03-13", "Saturday, March 13th, 2027"],
  ["2025-12-02", "Tuesday, December 2nd, 2025"],
  ["1981-06-05", "June 5th, 1981"],
  ["2026-02-30", "2026-02-30"],
])("the day %s is said as %s", (value, said) => expect(speak.date(value, today)).toBe(said));

test.each([
  [12, "USD", "12 dollars"],
  [1, "EUR", "1 euro"],
  [12.5, "EUR", "12 euros and 50 cents"],
  [0.01, "GBP", "1 penny"],
  [-3.2, "USD", "minus 3 dollars and 20 cents"],
  [12345.678, "USD", "12,345 dollars and 68 cents"],
  [7, "XAU", "7 XAU"],
])("%f %s is said as %s", (value, currency, said) => expect(speak.money(value, currency)).toBe(said));

test.each([
  [4, "4"],
  [2026, "2026"],
  [12_345, "12,345"],
  [-0.5, "-0.5"],
  [1 / 3, "0.333333"],
])("the number %f is said as %s", (value, said) => expect(speak.number(value)).toBe(said));

test.each([
  [90, "minutes", "1 hour and 30 minutes"],
  [1.5, "hours", "1 hour and 30 minutes"],
  [60, "minutes", "1 hour"],
  [45, "minutes", "45 minutes"],
  [1, "nights", "1 night"],
  [14, "nights", "14 nights"],
  [0.5, "kg", "0.5 kilograms"],
] as const)("%f %s are said as %s", (value, unit, said) => expect(speak.measure(value, unit)).toBe(said));

test("ordinals are spoken", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map((value) => speak.ordinal(value))).toEqual(
    "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th".split(" "),
  );
});

test("dictated text comes in groups", () => {
  expect(speak.digits("123456")).toBe("1 2 3, 4 5 6");
  expect(speak.digits("1234567")).toBe("1 2 3, 4 5 6 7");
  expect(speak.phone("unknown", "FR")).toBe("unknown");
  expect(speak.spell("k7 b")).toBe("K, 7, B");
  expect(speak.email("ada.l@example.com")).toBe("ada dot l at example dot com");
});

test('lists are spoken with "and"', () => {
  expect(speak.list([], "and")).toBe("");
  expect(speak.list(["tea"], "or")).toBe("tea");
  expect(speak.list(["tea", "coffee", "water"], "or")).toBe("tea, coffee or water");
});

test.each([
  ["+33140123456", "FR", "0 1, 4 0, 1 2, 3 4, 5 6"],
  ["+12125550123", "US", "2 1 2, 5 5 5, 0 1 2 3"],
  ["+442079460999", "GB", "0 2 0, 7 9 4 6, 0 9 9 9"],
  ["+447911123456", "GB", "0 7 9 1 1, 1 2 3, 4 5 6"],
  ["+16045552671", "CA", "6 0 4, 5 5 5, 2 6 7 1"],
  ["+4917612345678", "DE", "0 1 7 6, 1 2, 3 4, 5 6, 7 8"],
  ["+436641234567", "AT", "0 6 6 4, 1 2 3, 4 5, 6 7"],
  ["+41446681800", "CH", "0 4 4, 6 6 8, 1 8, 0 0"],
  ["+31612345678", "NL", "0 6, 1 2, 3 4, 5 6, 7 8"],
  ["+34612345678", "ES", "6 1 2, 3 4, 5 6, 7 8"],
  ["+393471234567", "IT", "3 4 7, 1 2 3, 4 5 6 7"],
  ["+442079460999", "FR", "plus 4 4, 2 0, 7 9 4 6, 0 9 9 9"],
  ["+33140123456", "??", "plus 3 3, 1, 4 0, 1 2, 3 4, 5 6"],
  ["+33140123456", undefined, "plus 3 3, 1, 4 0, 1 2, 3 4, 5 6"],
])("a phone number %s is spoken in %s as dialled there: %s", (value, region, said) => {
  expect(speak.phone(value, region)).toBe(said);
});
