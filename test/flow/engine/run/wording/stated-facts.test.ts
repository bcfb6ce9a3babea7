// Facts in a model's lines: the unsupported statements of each line, in English and in German.

import { describe, expect, test } from "bun:test";
import { unstatedIn } from "../../../../../src/flow/engine/run/wording/stated-facts.ts";

const booked = {
  language: "en",
  facts: [
    "Your table for 4 is booked for Friday, November 27 at 8 p.m.",
    "The deposit is 25 pounds.",
    "We cannot offer parking.",
    "Ms. Okafor will greet you.",
  ],
  mustSay: [],
  told: ["Confirm the booking. You are Mara of Harbour. At most 30 words."],
};

describe("a line within the facts", () => {
  test.each([
    "Great, your table for four is booked for Friday at 8 p.m.",
    "Your table is booked, and Ms. Okafor will greet you.",
    "You're all set for Friday, the 27th of November!",
    "The deposit is twenty-five pounds.",
    "Please note that we cannot offer parking.",
    "I'm Mara, and your table is booked.",
    "One of us will greet you.",
    "Good evening, your table is booked.",
    "That is done.",
  ])("%s", (line) => expect(unstatedIn(line, booked)).toBeUndefined());
});

describe("a line beyond the facts", () => {
  test.each([
    ["Your table for five is booked.", "a number"],
    ["Your table for 4 is booked for the 28th.", "a number"],
    ["Your table is booked for 8:30 p.m.", "a number"],
    ["You have 30 minutes.", "a number"],
    ["Your code is AB12.", "a number"],
    ["Your table is booked for Saturday at 8 p.m.", "a time, sum or measure"],
    ["Your table is booked for Friday at 8 a.m.", "a time, sum or measure"],
    ["Your table is booked for tomorrow.", "a time, sum or measure"],
    ["Your table is booked for midday.", "a time, sum or measure"],
    ["The deposit is 25 euros.", "a time, sum or measure"],
    ["The deposit is €25.", "a time, sum or measure"],
    ["The deposit is 25%.", "a time, sum or measure"],
    ["The deposit is free.", "a time, sum or measure"],
    ["Ms. Miller will greet you.", "a name"],
    ["Sarah will greet you.", "a name"],
    ["Your table at the Ritz is booked.", "a name"],
    ["See you at harbour.com.", "an address"],
    ["Write to us at info@harbour.", "an address"],
    ["Your table for 4 isn't booked.", "a denial"],
    ["We can offer parking.", "a denial"],
    ["There is no deposit.", "a denial"],
    ["Ms. Okafor will never greet you.", "a denial"],
    ["That is not a problem.", "a denial"],
    ["", "nothing was said"],
    ["So. ".repeat(200), "it is too long"],
  ] as const)("%s", (line, why) => expect(unstatedIn(line, booked)).toBe(why));
});

test("required words are in the line in one piece, their numbers in words or digits", () => {
  const must = { ...booked, mustSay: ["table for 4", "within one working day"] };
  expect(
    unstatedIn("Your table for four is booked, and we call within 1 working day.", must),
  ).toBeUndefined();
  expect(unstatedIn("Your table for four is booked.", must)).toBe("something that must be said is missing");
  expect(unstatedIn("Within a day we call, and your table for four is booked.", must)).toBe(
    "something that must be said is missing",
  );
});

test("the instruction's words give it names, but no numbers", () => {
  expect(unstatedIn("Mara has 30 words.", booked)).toBe("a number");
});

test("a language without checks is spoken as written", () => {
  expect(unstatedIn("Votre table est réservée.", { ...booked, language: "fr" })).toBe(
    "no check for this language",
  );
});

const gebucht = {
  language: "de",
  facts: [
    "Ihr Tisch für 4 ist für Freitag, den 27. November um 20 Uhr reserviert.",
    "Wir haben keine Parkplätze.",
  ],
  mustSay: [],
  told: [],
};

test.each([
  ["Wunderbar, Ihr Tisch für vier ist für Freitag um 20 Uhr reserviert.", undefined],
  ["Vielen Dank! Ihr Tisch ist reserviert.", undefined],
  ["Leider haben wir keine Parkplätze.", undefined],
  ["Ihr Tisch für fünf ist reserviert.", "a number"],
  ["Ihr Tisch ist für Samstag reserviert.", "a time, sum or measure"],
  ["Frau Müller hat Ihren Tisch reserviert.", "a name"],
  ["Ihr Tisch ist nicht reserviert.", "a denial"],
  ["Wir haben Parkplätze.", "a denial"],
] as const)("in German: %s", (line, why) => expect(unstatedIn(line, gebucht)).toBe(why));
