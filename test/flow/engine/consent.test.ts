// Consent by continuing: a caller who answers the next question during a read-back has not objected to the value.

import { expect, test } from "bun:test";
import { flow, Talk } from "./run/talk.ts";

const house = (between = "b", more = "") =>
  flow(`
start: a
variables:
  day: {type: date, ask: Which day?, confirm: explicit}
  guests: {type: number, integer: true, max: 12, synonyms: [people], ask: How many people?}
  pin: {type: digits, length: 4, sensitive: true, ask: Your PIN?}
defaults: {give_up: z}
nodes:
  a: {ask: day, next: ${between}}
  tell: {say: We have a new menu., next: b}
  secret: {ask: pin, next: b}
  b: {ask: guests, next: z}
  z: {say: "{{ day ?? 'no day' }}, {{ guests ?? 'nobody' }}.", end: z}
${more}`);

function readBack(text: string): Talk {
  const talk = new Talk(text);
  talk.start();
  expect(talk.user("on friday")).toBe("Friday, November 27th, is that right?");
  return talk;
}

test("an answer to the next question confirms the read-back", () => {
  const talk = readBack(house());
  expect(talk.user("two people")).toBe("Friday, November 27th, 2.");
});

test("words that answer nothing, or repeat the value, do not confirm it", () => {
  const talk = readBack(house());
  expect(talk.user("the green thing over there")).toEndWith("Friday, November 27th, is that right?");
  expect(talk.user("no, saturday")).toBe("Saturday, November 28th, is that right?");
});

test("other words follow the yes, and no question is skipped", () => {
  const talk = readBack(house("tell"));
  expect(talk.user("two people")).toEndWith("Friday, November 27th, is that right?");
});

test("a sensitive question is never answered before it is asked", () => {
  const talk = readBack(house("secret"));
  expect(talk.user("one two three four")).toEndWith("is that right?");
});
