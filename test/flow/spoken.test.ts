// Numbers, times and days in words, and texts with values in them.

import { expect, test } from "bun:test";
import { dateWords, digitWords, numberWords, ordinalWords, timeWords } from "../../src/flow/spoken.ts";
import { parseTemplate, render } from "../../src/flow/template.ts";

test("numbers are words up to ninety nine", () => {
  const words = [0, 7, 13, 20, 21, 99, 100, 1.5].map(numberWords);
  expect(words.join(" ")).toBe("zero seven thirteen twenty twenty one ninety nine 100 1.5");
});

test("digits are said one by one", () => expect(digitWords("0070")).toBe("zero, zero, seven, zero"));

test("ordinals are words", () => {
  const words = [1, 2, 3, 4, 5, 8, 9, 12, 20, 21, 30].map(ordinalWords);
  expect(words.join(" ")).toBe(
    "first second third fourth fifth eighth ninth twelfth twentieth twenty first thirtieth",
  );
});

const times: Record<string, string> = {
  "00:00": "midnight",
  "00:05": "twelve oh five at night",
  "09:00": "nine o'clock in the morning",
  "12:00": "twelve noon",
  "12:30": "twelve thirty in the afternoon",
  "19:45": "seven forty five in the evening",
  "23:59": "eleven fifty nine at night",
};
for (const [time, words] of Object.entries(times)) {
  test(`${time} is ${words}`, () => {
    expect(timeWords(Date.parse(`2026-11-20T${time}Z`), "UTC")).toBe(words);
  });
}

test("clock and calendar follow the time zone", () => {
  const late = Date.parse("2026-11-20T23:30Z");
  expect(timeWords(late, "Asia/Tokyo")).toBe("eight thirty in the morning");
  expect(dateWords(late, "Asia/Tokyo")).toBe("Saturday, November twenty first");
  expect(dateWords(late, "UTC")).toBe("Friday, November twentieth");
});

test("a value that looks like a hole is text", () => {
  const template = parseTemplate("Hello {{ who }}, {{who}}.", (name) => name === "who");
  if (typeof template === "string") throw new Error(template);
  const context = { variables: new Map(), timezone: "UTC", wallMs: 0 };
  expect(render(template, { ...context, values: new Map([["who", "{{ who }}"]]) })).toBe(
    "Hello {{ who }}, {{ who }}.",
  );
  expect(render(template, { ...context, values: new Map([["who", true]]) })).toBe("Hello yes, yes.");
});
