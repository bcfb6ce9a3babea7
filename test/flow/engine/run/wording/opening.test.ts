// First sentence of a caller, which says why they call, and a no to the read-back of a yes.

import { expect, test } from "bun:test";
import { Talk } from "../talk.ts";

const flow = (language: string, start: string) => `voice_flow: 1
id: t
language: ${language}
timezone: UTC
variables:
  order: {type: digits, length: 5, ask: Your order?, no_match: Five digits.}
  urgent: {type: boolean, ask: Is it urgent?}
  what: {type: choice, ask: A lamp or a chair?, options: [{id: lamp}, {id: chair}]}
defaults: {give_up: lost, max_attempts: 3}
start: ${start}
nodes:
  number: {ask: order, next: first}
  first: {ask: urgent, next: [{if: urgent, goto: now}, {else: menu}]}
  menu: {ask: what, next: lost}
  now: {say: At once., end: now}
  lost: {say: Bye., end: lost}
`;

function talkFrom(start: string, language = "en"): Talk {
  const talk = new Talk(flow(language, start));
  talk.start();
  return talk;
}

const openings: readonly (readonly [language: string, words: string, answer: string])[] = [
  ["en", "hi I ordered a lamp two weeks ago and it hasn't come", "One question first. Your order?"],
  ["en", "where's my parcel", "One question first. Your order?"],
  ["en", "I want to cancel an order", "One question first. Your order?"],
  ["de", "Guten Tag, ich habe bei Ihnen eine Lampe bestellt", "Zuerst eine Frage. Your order?"],
  ["de", "wo bleibt denn meine Lampe", "Zuerst eine Frage. Your order?"],
  ["es", "hola, he comprado una mesa y no ha llegado", "Primero una pregunta. Your order?"],
];

for (const [language, words, answer] of openings)
  test(`the first question is asked again when the caller begins with "${words}"`, () => {
    const talk = talkFrom("number", language);
    expect(talk.user(words)).toBe(answer);
  });

test("a question about the house is answered as one when the call begins with it", () => {
  expect(talkFrom("number").user("do you take dogs")).toContain("I am afraid I can not answer that.");
});

test("an opening costs no attempt, and a second sentence does", () => {
  const talk = talkFrom("number");
  talk.user("my lamp has not arrived yet");
  expect(talk.user("it was the big green one")).toBe("Five digits.");
});

test("words after an answer are no opening", () => {
  const talk = talkFrom("number");
  talk.user("one two three four five");
  expect(talk.user("the big green lamp was broken")).toContain("Sorry, I did not understand");
});

test("words at a choice are an attempt to choose", () => {
  expect(talkFrom("menu").user("the big green thing in the window")).toStartWith("Sorry");
});

test("words at a yes or no are an attempt to answer", () => {
  expect(talkFrom("first").user("well that would be telling")).toStartWith("Sorry");
});

test("a value that the question does not take is an attempt at the answer", () => {
  const ranged = flow("en", "number")
    .replace("ask: order,", "ask: [order, guests],")
    .replace("type: digits, length: 5", "type: date_range")
    .replace("variables:", "variables:\n  guests: {type: number, ask: How many?}");
  const talk = new Talk(ranged);
  talk.start();
  expect(talk.user("from nine to five")).toBe("Five digits.");
});

test("a caller who leaves at once is let go", () => {
  expect(talkFrom("number").user("forget it, I changed my mind")).toStartWith("All right. You can hang up");
});

test("a few words are an attempt at the answer", () => {
  expect(talkFrom("number").user("the green one")).toBe("Five digits.");
});

test("a called person is not told of a first question", () => {
  const talk = new Talk(flow("en", "number"), { direction: "outbound" });
  talk.start();
  expect(talk.user("my lamp has not arrived yet")).toBe("Five digits.");
});

test("a no to the read-back of a yes stores a no", () => {
  const talk = talkFrom("first");
  talk.user("I think so, maybe");
  expect(talk.user("no")).toContain("A lamp or a chair?");
});

test("a yes or no is asked again when a no to its read-back may agree with it", () => {
  const talk = talkFrom("first");
  talk.user("I don't think so, maybe");
  expect(talk.user("no")).toContain("Is it urgent?");
});
