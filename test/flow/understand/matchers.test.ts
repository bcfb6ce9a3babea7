// What people say for an answer, type by type: what is understood, what is not, and how much of it was explained.

import { describe, expect, test } from "bun:test";
import type { Handler, Option } from "../../../src/flow/document.ts";
import { booleanPhrases, matchBoolean } from "../../../src/flow/understand/boolean.ts";
import { choicePhrases, matchChoice } from "../../../src/flow/understand/choice.ts";
import { matchDigits } from "../../../src/flow/understand/digits.ts";
import { matchNumber, numberPhrases } from "../../../src/flow/understand/number.ts";
import { builtInPhrases, matchHandler } from "../../../src/flow/understand/phrases.ts";

/** One text a cell, separated by |. */
const list = (texts: string): readonly string[] => texts.split("|").map((text) => text.trim());

describe("yes and no", () => {
  const yes =
    "yes | Yes. | yeah | yep | sure | of course | correct | that's correct | That’s right! | right | okay | OK | ok then |" +
    "absolutely | I do | go ahead | um, yes | yes, yes | well yes please | that is correct, thank you | uh huh | all right | alright";
  const no =
    "no | No! | nope | nah | wrong | that's wrong | not really | not at all | I don't think so | no thanks | not right |" +
    "that is not correct | no, that's not right | of course not | absolutely not | dont | no way | it isn't | no, it is wrong";
  for (const text of list(yes)) {
    test(`"${text}" is a yes`, () => expect(matchBoolean(text)).toMatchObject({ value: true }));
  }
  for (const text of list(no)) {
    test(`"${text}" is a no`, () => expect(matchBoolean(text)).toMatchObject({ value: false }));
  }
  for (const text of list("| maybe | yes and no | the weather in Paris | note | yesterday | nothing")) {
    test(`"${text}" is neither`, () => expect(matchBoolean(text)).toBeUndefined());
  }
  test("other words lower the coverage", () => {
    expect(matchBoolean("yes the weather in paris is lovely today")?.coverage).toBeLessThan(0.5);
  });
  test("every phrase that is listened for is understood in full", () => {
    for (const phrase of booleanPhrases)
      expect([phrase, matchBoolean(phrase)?.coverage]).toEqual([phrase, 1]);
  });
});

describe("digits", () => {
  const four: readonly (readonly [string, string])[] = [
    ["one two three four", "1234"],
    ["oh one oh two", "0102"],
    ["zero nine nought o", "0900"],
    ["double five one two", "5512"],
    ["triple seven 1", "7771"],
    ["double 5 double 6", "5566"],
    ["twelve thirty four", "1234"],
    ["nineteen eighty four", "1984"],
    ["twenty twenty", "2020"],
    ["1234", "1234"],
    ["12-34", "1234"],
    ["my number is 1 2 3 4, thank you", "1234"],
    ["um one, two, uh, three and four", "1234"],
  ];
  for (const [text, digits] of four) {
    test(`"${text}" is ${digits}`, () =>
      expect(matchDigits(text, [4])).toEqual({ value: digits, coverage: 1 }));
  }
  for (const text of list("| one two three | one two three four five | four digits | hello | double one")) {
    test(`"${text}" is no four digits`, () => expect(matchDigits(text, [4])).toBeUndefined());
  }
  test("one of several lengths is enough", () => {
    expect(matchDigits("12345", [4, 5, 6])?.value).toBe("12345");
    expect(matchDigits("123", [4, 5, 6])).toBeUndefined();
  });
});

describe("numbers", () => {
  const guests = { min: 1, max: 12, units: ["people", "guests"] };
  const known: readonly (readonly [string, number])[] = [
    ["four", 4],
    ["4", 4],
    ["for four people", 4],
    ["we are just two", 2],
    ["a table for twelve guests please", 12],
    ["no, four", 4],
    ["four, four", 4],
  ];
  for (const [text, value] of known) {
    test(`"${text}" is ${value}`, () => expect(matchNumber(text, guests)?.value).toBe(value));
  }
  for (const text of list("| zero | thirteen | 400 | four or five | people | someone")) {
    test(`"${text}" is no number of guests`, () => expect(matchNumber(text, guests)).toBeUndefined());
  }
  test("compound numbers are one number", () => {
    expect(matchNumber("twenty one", { min: 0, max: 99, units: [] })).toEqual({ value: 21, coverage: 1 });
  });
  test("every phrase that is listened for is understood in full", () => {
    for (const phrase of numberPhrases(guests)) expect(matchNumber(phrase, guests)?.coverage).toBe(1);
  });
});

describe("choices", () => {
  const options: readonly Option[] = [
    { id: "sales", label: "sales", synonyms: ["buy", "new order"], dtmf: "3" },
    { id: "tech", label: "technical support", synonyms: ["support", "it is broken"], dtmf: "4" },
    { id: "number", label: "a number", synonyms: ["number"] },
  ];
  const meant: Record<string, string> = {
    sales:
      "sales | Sales, please! | I would like to buy something | a new order | three | option three | number three |" +
      "first | the first one | the first | no, sales | sales, sales | actually sales",
    tech: "technical support | support please | my it is broken thing | four | 4 | the second one | second option",
    number: "number | a number | I want a number | the third one",
  };
  for (const [id, texts] of Object.entries(meant)) {
    for (const text of list(texts)) {
      test(`"${text}" is ${id}`, () => expect(matchChoice(text, options)?.value).toBe(id));
    }
  }
  const nobody =
    "| sales or support | not sales | I don't want to buy | that three there | what about the first of March | five | order | billing";
  for (const text of list(nobody)) {
    test(`"${text}" is none of them`, () => expect(matchChoice(text, options)).toBeUndefined());
  }
  test("a name comes before a place", () => {
    const counted: readonly Option[] = [
      { id: "a", label: "two", synonyms: [] },
      { id: "b", label: "bee", synonyms: [] },
    ];
    expect(matchChoice("two", counted)?.value).toBe("a");
    expect(matchChoice("number two", counted)?.value).toBe("b");
  });
  test("every phrase that is listened for is understood in full", () => {
    for (const phrase of choicePhrases(options)) expect(matchChoice(phrase, options)?.coverage).toBe(1);
  });
});

describe("handlers", () => {
  const handlers: readonly Handler[] = [...builtInPhrases].map(([name, phrases]) => ({
    name,
    phrases,
    say: [],
    repeats: name === "repeat",
  }));
  const called: Record<string, string> = {
    repeat: "repeat, please | could you say that again | again | pardon",
    help: "help | help me please | what can I say?",
    goodbye: "goodbye | good bye | ok bye bye",
    operator: "operator | I want to talk to someone",
  };
  for (const [name, texts] of Object.entries(called)) {
    for (const text of list(texts)) {
      test(`"${text}" calls ${name}`, () => {
        const found = matchHandler(text, handlers);
        expect(found?.value.name).toBe(name);
        expect(found?.coverage).toBeGreaterThanOrEqual(0.7);
      });
    }
  }
  for (const text of list("help with my broken phone | stop talking about my order | tomorrow")) {
    test(`"${text}" calls nobody`, () => {
      expect(matchHandler(text, handlers)?.coverage ?? 0).toBeLessThan(0.7);
    });
  }
});
