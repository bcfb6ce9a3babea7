// Forms and meanings: the tables of a language, and their readings.

import { describe, expect, test } from "bun:test";
import { dayOf } from "../../../src/flow/grammar/calendar.ts";
import { rulesOf, wordsOf } from "../../../src/flow/grammar/forms.ts";
import { hear } from "../../../src/flow/grammar/hearing.ts";
import { languageOf } from "../../../src/flow/grammar/languages/languages.ts";
import { days } from "../../../src/flow/grammar/meanings/days.ts";
import { dictation } from "../../../src/flow/grammar/meanings/spelled.ts";
import { meanings } from "../../../src/flow/grammar/meanings/meanings.ts";
import { numbers } from "../../../src/flow/grammar/meanings/numbers.ts";
import { quantities } from "../../../src/flow/grammar/meanings/quantities.ts";
import { spans } from "../../../src/flow/grammar/meanings/ends.ts";
import { talk } from "../../../src/flow/grammar/meanings/talk.ts";
import { times } from "../../../src/flow/grammar/meanings/times.ts";
import type { Slot } from "../../../src/flow/grammar/scene.ts";
import type { Variable } from "../../../src/flow/grammar/variables.ts";

const decided = (words: string, variable: Omit<Variable, "name">, region?: string) =>
  hear(words, {
    slots: [{ variable: { name: "v", ...variable }, isAsked: true }],
    language: languageOf("en"),
    now: { today: dayOf("2027-03-10"), minute: 600, ...(region !== undefined && { region }) },
  }).decisions[0];

describe("meanings", () => {
  test("have names of their own", () => {
    const all = [numbers, quantities, dictation, days, times, talk, spans].flatMap((each) =>
      Object.keys(each),
    );
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
    expect(Object.keys(meanings)).toHaveLength(all.length);
  });
});

describe("words", () => {
  test("in one word have the sum of their values", () => {
    const rules = wordsOf({ unit: "ein=1 zwei=2", ten: "zwanzig=20", compound: "{unit}und{ten}" });
    const read = rules.filter(({ type }) => type === "compound").map(({ form, value }) => [form, value?.()]);
    expect(read).toEqual([
      ["einundzwanzig", 21],
      ["zweiundzwanzig", 22],
    ]);
  });

  test("cost their prefix", () => {
    const costs = wordsOf({ char: "be=B ~0.3 ce=C" }).map(({ form, cost }) => [form, cost]);
    expect(costs).toEqual([
      ["be", 0],
      ["ce", 0.3],
    ]);
  });
});

test("a form names its class of words and its cost, and the first is spoken", () => {
  const rules = rulesOf([{ tomorrow: "tomorrow\n<soon> ~0.2" }], { soon: "tmrw|next day" });
  expect(rules.map(({ form, cost, say }) => [form, cost, say !== undefined])).toEqual([
    ["tomorrow", 0, true],
    ["(tmrw|next day)", 0.2, false],
  ]);
});

describe("a day in figures", () => {
  test("begins with the month in regions that write it so", () => {
    expect(decided("5/6", { type: "date" }, "GB")?.value).toBe("2027-06-05");
    expect(decided("5/6", { type: "date" }, "US")?.value).toBe("2027-05-06");
  });

  test("leads to a question when its order is unknown", () => {
    expect(decided("5/6", { type: "date" })).toMatchObject({
      verdict: "asked",
      choices: ["2027-06-05", "2027-05-06"],
    });
  });
});

describe("dictated digits", () => {
  const digits = (words: string) => decided(words, { type: "digits", lengthMin: 3, lengthMax: 8 });

  test("are read back when another reading is equally likely", () => {
    expect(digits("seven hundred five")?.verdict).toBe("read_back");
    expect(digits("seven hundred and five")).toMatchObject({ verdict: "taken", value: "705" });
  });
});

test("an email address does not include its introduction", () => {
  const mail = (words: string) => decided(words, { type: "email" });
  expect(mail("send it to kim at example dot com")).toMatchObject({
    verdict: "taken",
    value: "kim@example.com",
  });
  expect(mail("no, kim at example dot com")?.value).toBe("kim@example.com");
});

test("a name is joined when its parts are dictated separately", () => {
  const name = (words: string) => decided(words, { type: "name" })?.value;
  expect(name("first name anna last name schmidt")).toBe("Anna Schmidt");
  expect(name("last name schmidt, first name anna")).toBe("Anna Schmidt");
});

test.each([
  ["the middle one", 3, 1],
  ["the middle one", 2, undefined],
  ["the second one", 3, 1],
  ["the last one", 3, 2],
] as const)("a choice takes %p of %d options by its place", (words, count, place) => {
  const options = ["hen", "cow", "pig"].slice(0, count).map((id) => ({ id, label: id }));
  const value = place === undefined ? undefined : options[place]?.id;
  expect(decided(words, { type: "choice", options })?.value).toBe(value);
});

test.each([
  ["the time should be eight", { at: "20:00" }],
  ["make the budget sixty", { budget: 60 }],
  ["make it six", { guests: 6 }],
  ["the day is saturday", { day: "2027-03-13" }],
])("a summary takes %p for the answer that it names", (words, expected) => {
  const pending = (name: string, variable: Omit<Variable, "name">): Slot => ({
    variable: { name, ...variable },
    isAsked: true,
  });
  const { decisions } = hear(words, {
    slots: [
      pending(" consent", { type: "boolean" }),
      pending("guests", { type: "number", min: 1, max: 20, near: 4 }),
      pending("day", { type: "date", near: "2027-03-12" }),
      pending("at", { type: "time", min: "11:00", max: "22:00", near: "19:00" }),
      pending("budget", { type: "money", currency: "USD", near: 50 }),
    ],
    language: languageOf("en"),
    now: { today: dayOf("2027-03-10"), minute: 600 },
  });
  expect(Object.fromEntries(decisions.map(({ name, value }) => [name, value]))).toEqual(expected);
});

describe("German grammar", () => {
  const verdict = (words: string, variable: Omit<Variable, "name">) => {
    const decision = hear(words, {
      slots: [{ variable: { name: "v", ...variable }, isAsked: true }],
      language: languageOf("de"),
      now: { today: dayOf("2027-03-10"), minute: 600 },
    }).decisions[0];
    return `${decision?.verdict} ${decision?.value}`;
  };

  test("takes a value with additional words behind it", () => {
    expect(verdict("am zwölften Juli da hab ich Urlaub", { type: "date" })).toBe("taken 2027-07-12");
    expect(verdict("um halb sieben abends nach dem Melken", { type: "time" })).toBe("taken 18:30");
  });

  test("takes no value that another sentence depends on", () => {
    expect(verdict("am Samstag ist uns ein Hund entlaufen", { type: "date" })).not.toStartWith("taken");
    expect(verdict("um sechs fährt der Bus", { type: "time", min: "12:00" })).not.toStartWith("taken");
  });

  test("hears clipped words in full, but no address as one", () => {
    expect(verdict("na net am Montag", { type: "date" })).toBe("asked undefined");
    expect(verdict("anna at gmx punkt net", { type: "email" })).toContain("anna@gmx.net");
  });

  test("reads back an option that ends a joined word", () => {
    const options = [
      { id: "dress", label: "Kleid" },
      { id: "suit", label: "Anzug" },
    ];
    expect(verdict("mein Hochzeitskleid", { type: "choice", options })).toBe("read_back dress");
  });

  test("reads a day and the following number as one, and a weekday as the next one of that date", () => {
    expect(verdict("am Freitag also am zwölften", { type: "date" })).toBe("taken 2027-03-12");
    expect(verdict("Freitag der dreizehnte August", { type: "date" })).toBe("taken 2027-08-13");
    expect(verdict("Montag der dreizehnte August", { type: "date" })).not.toStartWith("taken");
  });
});

describe("a bare number at a summary", () => {
  const changed = (near: readonly [time: string, guests: number]) =>
    hear("make it nine", {
      slots: [
        { variable: { name: "ok", type: "boolean" }, isAsked: true },
        { variable: { name: "at", type: "time", near: near[0] }, isAsked: false, isFilled: true },
        { variable: { name: "guests", type: "number", near: near[1] }, isAsked: false, isFilled: true },
      ],
      language: languageOf("en"),
      now: { today: dayOf("2027-03-10"), minute: 600 },
    }).decisions.map(({ name, verdict, value }) => `${name} ${verdict} ${String(value)}`);

  test("changes the nearest answer, with a question", () => {
    expect(changed(["20:00", 2])).toEqual(["at read_back 21:00"]);
    expect(changed(["14:00", 8])).toEqual(["guests read_back 9"]);
  });
});

test("a number is an answer when it also ends the name of an earlier one", () => {
  const line = (n: number): Variable => ({ name: `line${n}`, type: "number", min: 0, max: 12 });
  const { decisions } = hear("2", {
    slots: [
      { variable: line(3), isAsked: true },
      { variable: { ...line(2), near: 7 }, isAsked: false, isFilled: true },
    ],
    language: languageOf("en"),
    now: { today: dayOf("2027-03-10"), minute: 600 },
  });
  expect(decisions.map(({ name, value }) => [name, value])).toEqual([["line3", 2]]);
});

describe("a turn", () => {
  const people = { type: "number", min: 1, max: 200, integer: true, ask: "How many people?" } as const;
  const day = { type: "date", min: "2027-03-10", ask: "Which day?" } as const;
  const insured = { type: "boolean", ask: "Do you have vision insurance?" } as const;
  test.each([
    ["There are five of us at home but it'll only be me digging.", people, "read_back", 5],
    ["Could you do the first of October?", day, "read_back", "2027-10-01"],
    ["Are you open on the first of October?", day, "asked", undefined],
    ["Yes, it's through my husband's job, I've got the card right here.", insured, "read_back", true],
  ] as const)("%p is judged by its turning or asking word", (words, variable, verdict, value) => {
    expect(decided(words, variable)).toMatchObject({ verdict, ...(value !== undefined && { value }) });
  });
});

test("a yes at a read-back is no option of that name", () => {
  const options = [
    { id: "keep", label: "keep", synonyms: ["yes"] },
    { id: "cancel", label: "cancel" },
  ];
  const { decisions } = hear("yes, cancel", {
    slots: [
      { variable: { name: " consent", type: "boolean" }, isAsked: true },
      { variable: { name: "plan", type: "choice", options, near: "cancel" }, isAsked: true },
    ],
    language: languageOf("en"),
    now: { today: dayOf("2027-03-10"), minute: 600 },
  });
  const values = Object.fromEntries(decisions.map(({ name, value }) => [name, value]));
  expect(values[" consent"]).toBe(true);
  expect(values["plan"]).not.toBe("keep");
  // Without a read-back the word is the option.
  expect(decided("yes", { type: "choice", options })?.value).toBe("keep");
});
