// Kinds of values: callers' words for days by other days, nights, sums of people, measures, spelled names and numbers.

import { expect, test } from "bun:test";
import { dayOf } from "../../../src/flow/grammar/calendar.ts";
import { hear } from "../../../src/flow/grammar/hearing.ts";
import { languageOf } from "../../../src/flow/grammar/languages/languages.ts";
import type { Slot } from "../../../src/flow/grammar/scene.ts";
import type { Variable } from "../../../src/flow/grammar/variables.ts";

/** Wednesday, the 2nd of December 2026, at ten. */
const now = { today: dayOf("2026-12-02"), minute: 600 };

/** `taken 2026-12-19`, `read_back …`; of each mentioned variable. */
const told = (
  code: string,
  words: string,
  variables: readonly (Partial<Variable> & Pick<Variable, "type">)[],
  region?: string,
) => {
  const slots = variables.map((variable, at): Slot => ({
    variable: { name: `v${at}`, ...variable },
    isAsked: at === 0,
  }));
  const { decisions } = hear(words, {
    slots,
    language: languageOf(code),
    now: { ...now, ...(region !== undefined && { region }) },
  });
  return decisions.map(({ verdict, value }) => `${verdict} ${String(value)}`).join(", ");
};

const date: Partial<Variable> & { type: "date" } = { type: "date", ask: "Which day?", min: "2026-12-02" };
const nights: Partial<Variable> & { type: "date_range" } = {
  type: "date_range",
  ask: "Which nights?",
  unit: "nights",
  min: "2026-12-02",
};

test.each([
  ["en", "the saturday before christmas", "taken 2026-12-19"],
  ["en", "the monday after easter", "taken 2027-03-29"],
  ["en", "the tuesday after the first of january", "taken 2027-01-05"],
  ["en", "monday first thing", "taken 2026-12-07"],
  ["en", "week from today", "taken 2026-12-09"],
  ["de", "am samstag vor heiligabend", "taken 2026-12-19"],
  ["de", "am montag nach neujahr", "taken 2027-01-04"],
  ["es", "el sábado antes de navidad", "taken 2026-12-19"],
])("a day in %s counts from another day: %s", (code, words, meant) => {
  expect(told(code, words, [date])).toBe(meant);
});

test("a weekday behind an earlier day is the next one after it", () => {
  expect(told("en", "no the monday after", [{ ...date, near: "2026-12-16" }])).toBe("taken 2026-12-21");
  expect(told("en", "the saturday before that", [{ ...date, near: "2026-12-16" }])).toBe("taken 2026-12-12");
});

test.each([
  ["en", "friday and saturday night", "2026-12-04/2026-12-06"],
  ["en", "one night, the second of july", "2027-07-02/2027-07-03"],
  ["de", "die nacht von freitag und samstag nacht", "2026-12-04/2026-12-06"],
  ["es", "las noches del viernes y del sábado", "2026-12-04/2026-12-06"],
])("nights in %s end on the morning after: %s", (code, words, range) => {
  expect(told(code, words, [nights])).toContain(range);
});

test("a night counts as a day when days are counted", () => {
  const days = { ...nights, unit: "days" };
  expect(told("en", "just the one day, the eleventh", [days])).toContain("2026-12-11/2026-12-11");
  expect(told("en", "one night only, the eleventh", [days])).toContain("2026-12-11/2026-12-11");
});

test("a range ends on the weekday after its first day", () => {
  expect(told("en", "from the eleventh to the monday after", [nights])).toBe("taken 2026-12-11/2026-12-14");
});

test("a day of birth takes a year of two figures", () => {
  const born: Partial<Variable> & { type: "date" } = {
    type: "date",
    ask: "Date of birth?",
    max: "2026-12-02",
  };
  expect(
    told("es", "quince de agosto del setenta y cuatro", [{ ...born, ask: "¿Fecha de nacimiento?" }]),
  ).toBe("taken 1974-08-15");
});

test("numbers count what the question names, and others of the same persons", () => {
  const adults = { type: "number", ask: "How many adults?" } as const;
  const children = { type: "number", ask: "How many children?" } as const;
  expect(told("en", "three adults and my two boys", [adults, children])).toBe("taken 3, taken 2");
  expect(told("en", "no kids", [children])).toBe("taken 0");
  expect(told("en", "two adults without kids", [adults, children])).toBe("taken 2, taken 0");
  expect(
    told("de", "zwei erwachsene und zwei buben", [
      { type: "number", ask: "Wie viele Erwachsene?" },
      { type: "number", ask: "Wie viele Kinder?" },
    ]),
  ).toBe("taken 2, taken 2");
});

test.each([
  ["en", "a kilo and a half", { type: "amount", unit: "kg", ask: "How many kilos?" }, "taken 1.5"],
  [
    "de",
    "eins zweiundachtzig",
    { type: "amount", unit: "cm", ask: "Wie groß, in Zentimetern?" },
    "taken 182",
  ],
  ["de", "noch keine", { type: "number", ask: "Wie viele Stunden?" }, "taken 0"],
  ["de", "zwei dutzend", { type: "number", ask: "Wie viele?" }, "taken 24"],
  ["en", "two thirds", { type: "number", ask: "Which share?" }, "taken 0.666667"],
  ["en", "a couple thousand", { type: "number", ask: "How much?" }, "taken 2000"],
  ["en", "three crore", { type: "number", ask: "How much?" }, "taken 30000000"],
  ["en", "four couples", { type: "number", ask: "How many guests?" }, "taken 8"],
  ["en", "four couples", { type: "number", ask: "How many couples?" }, "taken 4"],
  ["de", "fünfzehn k", { type: "number", ask: "Wie viel?" }, "taken 15000"],
  ["de", "zwei drittel", { type: "number", ask: "Welcher Anteil?" }, "taken 0.666667"],
  ["es", "doce kilos y medio", { type: "amount", unit: "kg", ask: "¿Cuántos kilos?" }, "taken 12.5"],
  ["es", "la ciento doce", { type: "number", ask: "¿Qué número?" }, "taken 112"],
] as const)("a number in %s is meant by %s", (code, words, variable, meant) => {
  expect(told(code, words, [variable])).toBe(meant);
});

test("numbers that Ofcom reserves for examples are taken", () => {
  const phone = { type: "phone", region: "GB", ask: "Your number?" } as const;
  expect(told("en", "oh one six three two, nine six oh, two one seven", [phone])).toBe("taken +441632960217");
});

test.each([
  ["en", "Maria, K-O-W-A-L-C-Z-Y-K", "Maria Kowalczyk"],
  ["en", "Maria Kovalchik, that's K-O-W-A-L-C-Z-Y-K", "Maria Kowalczyk"],
  ["en", "it's Philippa Merriweather, P H I L I double P A", "Philippa Merriweather"],
  ["en", "my name is Siobhan, spelled S I O B H A N", "Siobhan"],
  ["en", "Smith, S as in sugar, M I T H", "Smith"],
  ["de", "Maria Meier, m e i e r", "Maria Meier"],
  ["es", "Lucía Garay, ge a erre a i griega", "Lucía Garay"],
  ["es", "Pilar Ortega Ruiz", "Pilar Ortega Ruiz"],
])("a name in %s keeps the part that was not spelled: %s", (code, words, name) => {
  expect(told(code, words, [{ type: "name", ask: "Name?" }])).toBe(`taken ${name}`);
});

test("a thing to leave out is a no, unless the question says so", () => {
  expect(told("en", "without sugar", [{ type: "boolean", ask: "With sugar?" }])).toBe("taken false");
  expect(told("en", "without sugar", [{ type: "boolean", ask: "So without sugar?" }])).toBe("taken true");
  expect(told("es", "sin chocolate", [{ type: "boolean", ask: "¿Con chocolate?" }])).toBe("taken false");
});

test("a Spanish reason after an answer leaves it unchanged", () => {
  const people = { type: "number", ask: "¿Cuántas personas?" } as const;
  expect(told("es", "cinco, perdón, siete que vienen mis suegros", [people])).toBe("taken 7");
});

const guests: Partial<Variable> & { type: "number" } = {
  type: "number",
  ask: "For how many people?",
  integer: true,
  synonyms: ["people"],
};

test.each([
  ["en", "a room for two from friday for three nights", "taken 2026-12-04/2026-12-07, read_back 2"],
  ["en", "friday to sunday, for two", "taken 2026-12-04/2026-12-06, read_back 2"],
  ["de", "ein zimmer für zwei von freitag bis sonntag", "read_back 2026-12-04/2026-12-06, read_back 2"],
  ["en", "for two nights from friday", "taken 2026-12-04/2026-12-06"],
  ["en", "friday to sunday, a room for two dogs", "taken 2026-12-04/2026-12-06"],
])("a number without a noun in %s counts people when nothing else is counted: %s", (code, words, meant) => {
  expect(told(code, words, [nights, guests])).toBe(meant);
});

const since = { type: "date", ask: "Since when?", max: "2026-12-02" } as const;
const lasting = { type: "duration", unit: "days", ask: "How long has it been leaking?" } as const;
const years = { type: "duration", unit: "years", ask: "How long have you had it?" } as const;
const age = { type: "number", integer: true, max: 120, ask: "How old is the patient?" } as const;
const alter = { ...age, ask: "Wie alt ist der Patient?" } as const;
const who = { type: "name", ask: "Your name?", near: "Kate Meier" } as const;

test.each([
  ["en", "the plumber comes Thursday, so the day after", date, "taken 2026-12-04"],
  ["en", "I'm back on the twentieth, so two days later", date, "taken 2026-12-22"],
  ["en", "not tomorrow, the day after", date, "taken 2026-12-04"],
  ["en", "my sister flies in on Sunday so the Monday following", date, "taken 2026-12-07"],
  ["en", "two days before Christmas", date, "taken 2026-12-23"],
  ["en", "two hours later", date, ""],
  ["de", "der Maler kommt Montag, also am Tag danach", date, "taken 2026-12-08"],
  ["de", "am Montag vor Weihnachten", date, "taken 2026-12-21"],
  ["en", "since last night", since, "taken 2026-12-01"],
  ["en", "for three days now", since, "read_back 2026-11-29"],
  ["de", "seit gestern Abend", since, "taken 2026-12-01"],
  ["en", "since Monday morning", lasting, "taken 2"],
  ["en", "three days ago", lasting, "read_back 3"],
  ["en", "on Monday", lasting, ""],
  ["de", "seit Montag", lasting, "taken 2"],
  ["en", "since 2010", years, "read_back 17"],
  ["de", "vor zwanzig Jahren gekauft", years, "read_back 20"],
  ["en", "he's just turned four", age, "taken 4"],
  ["en", "she's eight and a half", age, "taken 8"],
  ["en", "mid-eighties", age, "read_back 85"],
  ["de", "er ist gerade vier geworden", alter, "taken 4"],
  ["de", "Mitte achtzig", alter, "read_back 85"],
  ["en", "almost, but Meyer with a y", who, "read_back Kate Meyer"],
  ["en", "Sarah Connor with a k", { type: "name" } as const, "read_back Sarah Connor"],
] as const)("%s: %p counts from the earlier words, for %o %p", (code, words, variable, meant) => {
  expect(told(code, words, [variable])).toBe(meant);
});
