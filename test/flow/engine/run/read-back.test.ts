// Read-backs and refusals of values: nouns and names beside the values, bounds, and varied words.

import { describe, expect, test } from "bun:test";
import { Talk } from "./talk.ts";

const asking = (variables: string, names: string, language = "en") => `voice_flow: 1
id: t
language: ${language}
timezone: UTC
variables:
${variables.trim().replaceAll(/^/gm, "  ")}
defaults: {give_up: lost, max_attempts: 9, confirm: explicit}
start: first
nodes:
  first: {ask: ${names}, next: lost}
  lost: {say: Bye., end: lost}
`;

/** Replies of the agent to each of these sentences in turn. */
function replies(yaml: string, ...said: readonly string[]): readonly string[] {
  const talk = new Talk(yaml);
  talk.start();
  return said.map((words) => (words === "" ? talk.silence() : talk.user(words)));
}

const family = asking(
  `adults: {type: number, integer: true, synonyms: [adults], ask: How many adults?}
kids: {type: number, integer: true, synonyms: [kids, children], ask: And children?}`,
  "[adults, kids]",
);
const familie = asking(
  `erwachsene: {type: number, integer: true, synonyms: [Erwachsene], ask: Wie viele Erwachsene?}
kinder: {type: number, integer: true, synonyms: [kinder], ask: Und Kinder?}`,
  "[erwachsene, kinder]",
  "de",
);
const stay = asking(
  `arrival: {type: date, synonyms: [check-in], ask: From when?}
departure: {type: date, synonyms: [check-out], ask: Until when?}`,
  "[arrival, departure]",
);

describe("a value is read back by its name", () => {
  test.each([
    ["two adults and three kids", "2 adults and 3 kids, is that right?"],
    ["one adult and one child", "1 adult and 1 kid, is that right?"],
    ["two adults and maybe three noisy kids, i guess", "2 adults and 3 kids, is that right?"],
    ["adults one, kids one", "1 adult and 1 kid, is that right?"],
  ])("%s", (said, heard) => expect(replies(family, said)).toEqual([heard]));

  test.each([
    ["zwei Erwachsene und drei Kinder", "2 Erwachsene und 3 Kinder, ist das richtig?"],
    ["Erwachsene eins, Kinder eins", "1 Erwachsener und 1 Kind, ist das richtig?"],
  ])("%s", (said, heard) => expect(replies(familie, said)).toEqual([heard]));

  test("two dates are told apart", () =>
    expect(replies(stay, "check-in on monday and check-out on wednesday")).toEqual([
      "check-in Monday, November 23rd and check-out Wednesday, November 25th, is that right?",
    ]));

  test("one day of two is named, too", () =>
    expect(replies(stay, "until sunday")).toEqual(["check-out Sunday, November 22nd, is that right?"]));

  test.each([
    ["{type: number, ask: How many of your young guests?}", "four", "4 guests, is that right?"],
    ["{type: number, ask: Which floor?, synonyms: [floor]}", "four", "4, is that right?"],
    ["{type: number, ask: How old?, synonyms: [years]}", "four", "4 years, is that right?"],
    ["{type: number, ask: How much is it?}", "four", "4, is that right?"],
    ["{type: boolean, ask: Any fever?, synonyms: [fever]}", "no", "fever: no, is that right?"],
    ["{type: boolean, ask: Any fever?}", "no", "Any fever: no, is that right?"],
    ["{type: number, sensitive: true, ask: How many children?}", "two", "2 children, is that right?"],
  ])("%s", (variable, said, heard) =>
    expect(replies(asking(`it: ${variable}`, "it"), said)).toEqual([heard]),
  );

  test.each([
    ["{type: number, ask: Wie viele Nächte?}", "eins", "1 Nacht, ist das richtig?"],
    ["{type: number, ask: Wie viele Nächte?}", "zwei", "2 Nächte, ist das richtig?"],
    ["{type: number, ask: Wie viele Laternen?}", "eins", "1, ist das richtig?"],
    ["{type: number, ask: Wie viele Laternen?}", "zwei", "2 Laternen, ist das richtig?"],
  ])("%s: %s", (variable, said, heard) =>
    expect(replies(asking(`it: ${variable}`, "it", "de"), said)).toEqual([heard]),
  );

  test("a sensitive value stays masked in the record", () => {
    const talk = new Talk(asking("it: {type: number, sensitive: true, ask: How many children?}", "it"));
    talk.start();
    talk.user("two");
    const logged = talk.latest.flatMap((effect) => (effect.type === "say" ? [effect.logged] : []));
    expect(logged).toEqual(["•••, is that right?"]);
  });
});

describe("a forbidden answer gets the bounds, in other words each time", () => {
  test("a number gets its bounds", () => {
    const yaml = asking("it: {type: number, integer: true, min: 1, max: 12, ask: How many?}", "it");
    expect(replies(yaml, "forty", "fifty", "60", "2.5")).toEqual([
      "You said 40. I can take 1 to 12. How many?",
      "Sorry, 50 is not possible. It can be 1 to 12. How many?",
      "I need 1 to 12, and I heard 60. How many?",
      "I need a whole number, 1 to 12, and I heard 2.5. How many?",
    ]);
  });

  test.each([
    [
      "{type: money, currency: USD, min: 10, ask: How much?}",
      "en",
      "5 dollars",
      "You said 5 dollars. I can take 10 dollars or more. How much?",
    ],
    [
      `{type: date, min: "2026-11-20", max: "2026-12-31", ask: When?}`,
      "en",
      "march 3rd",
      "You said Wednesday, March 3rd, 2027. I can take Friday, November 20th to Thursday, December 31st. When?",
    ],
    [
      `{type: time, max: "17:00", ask: When?}`,
      "en",
      "8 p.m.",
      "You said 8 p.m. I can take 5 p.m. or earlier. When?",
    ],
    [
      `{type: time, min: "17:00", ask: Wann?}`,
      "de",
      "acht Uhr morgens",
      "Sie sagten 8 Uhr. Möglich ist 17 Uhr oder später. Wann?",
    ],
    [
      "{type: number, max: 8, ask: Wie viele?}",
      "de",
      "vierzig",
      "Sie sagten 40. Möglich ist 8 oder weniger. Wie viele?",
    ],
  ])("%s %s", (variable, language, said, heard) =>
    expect(replies(asking(`it: ${variable}`, "it", language), said)).toEqual([heard]),
  );

  test("a caller who presses keys counts as silent", () => {
    const talk = new Talk(asking("it: {type: number, integer: true, min: 1, max: 12, ask: How many?}", "it"));
    talk.start();
    expect(talk.press("0")).toBe("Sorry, 0 is not possible. It can be 1 to 12. How many?");
  });
});

test("repeated failures get different words", () => {
  for (const language of ["en", "de"]) {
    const yaml = asking("it: {type: number, ask: Wie viele?}", "it", language);
    for (const said of ["", "bananas"]) expect(new Set(replies(yaml, said, said, said)).size).toBe(3);
  }
});
