// German speaker: spoken and written forms of each kind of value.

import { expect, test } from "bun:test";
import { languageOf } from "../../../src/flow/locale/languages.ts";

const { speaker: speak, wordings } = languageOf("de-AT");
const today = "2026-11-20";

test.each([
  ["19:30", "19:30 Uhr"],
  ["18:00", "18 Uhr"],
  ["00:00", "Mitternacht"],
  ["12:00", "12 Uhr"],
  ["00:05", "0:05 Uhr"],
  ["24:00", "24:00"],
])("the time %s is said as %s", (value, said) => expect(speak.time(value)).toBe(said));

test.each([
  [90, "minutes", "1 Stunde und 30 Minuten"],
  [2, "nights", "2 Nächte"],
  [1.5, "l", "1,5 Liter"],
] as const)("%f %s are said as %s", (value, unit, said) => expect(speak.measure(value, unit)).toBe(said));

test.each([
  ["2026-11-21", "Samstag, 21. November"],
  ["2027-03-13", "Samstag, 13. März 2027"],
  ["1981-06-05", "5. Juni 1981"],
  ["2026-02-30", "2026-02-30"],
])("the day %s is said as %s", (value, said) => expect(speak.date(value, today)).toBe(said));

test.each([
  [12, "EUR", "12 Euro"],
  [1, "EUR", "ein Euro"],
  [12.5, "EUR", "12 Euro und 50 Cent"],
  [0.01, "GBP", "ein Penny"],
  [-3.2, "CHF", "minus 3 Franken und 20 Rappen"],
  [12345.678, "USD", "12.345 Dollar und 68 Cent"],
  [7, "XAU", "7 XAU"],
])("%f %s is said as %s", (value, currency, said) => expect(speak.money(value, currency)).toBe(said));

test("numbers have German separators", () => {
  expect([4, 2026, 12_345, -0.5].map((value) => speak.number(value))).toEqual([
    "4",
    "2026",
    "12.345",
    "-0,5",
  ]);
  expect([speak.ordinal(3), speak.ordinal(21), speak.ordinal(1.5)]).toEqual(["3.", "21.", "1,5"]);
});

test("dictated text comes in groups, addresses with their signs", () => {
  expect(speak.digits("123456")).toBe("1 2 3, 4 5 6");
  expect(speak.phone("+4930123456", "DE")).toBe("0 3 0, 1 2, 3 4, 5 6");
  expect(speak.spell("k7 b")).toBe("K, 7, B");
  expect(speak.email("ada.l@example.com")).toBe("ada Punkt l at example Punkt com");
});

test("lists, yes and no are spoken in German", () => {
  expect(speak.list(["Tee", "Kaffee", "Wasser"], "or")).toBe("Tee, Kaffee oder Wasser");
  expect(speak.list(["Tee", "Kaffee"], "and")).toBe("Tee und Kaffee");
  expect([speak.boolean(true), speak.boolean(false)]).toEqual(["ja", "nein"]);
  expect(wordings.either(["8 Uhr", "20 Uhr"], speak)).toBe("8 Uhr oder 20 Uhr?");
});
