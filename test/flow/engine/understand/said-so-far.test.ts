// Unfinished turns: the meaning of their words, by the question, in both languages.

import { expect, test } from "bun:test";
import { FlowTalk, programOf } from "../../../support/fakes/flow-talk.ts";

/** A question for `it`, and with `more` another one of the same node. */
function asked(
  variable: string,
  { language = "en", more }: { language?: string; more?: string } = {},
): FlowTalk {
  const talk = new FlowTalk(
    programOf(`voice_flow: 1
id: asked
language: ${language}
start: ask
defaults: {give_up: bye}
variables:
  it: {${variable}}
${more === undefined ? "" : `  more: {${more}}\n`}handlers: {boss: {phrases: [manager], say: Of course.}}
nodes:
  ask: {ask: ${more === undefined ? "it" : "[it, more]"}, next: bye}
  bye: {say: "Goodbye.", end: done}
`),
  );
  talk.start();
  return talk;
}

const options =
  "type: choice, ask: Which?, options: [{id: book}, {id: table, label: book a table}, {id: in, label: check in}]";

test.each<readonly [variable: string, text: string, said: string]>([
  ["type: boolean, ask: Really?", "yes", "yes-or-no"],
  ["type: boolean, ask: Really?", "no thanks", "yes-or-no"],
  ["type: boolean, ask: Really?", "um", "unfinished"],
  ["type: boolean, ask: Really?", "well", "unclear"],
  ["type: boolean, ask: Really?", "", "nothing"],
  ["type: boolean, ask: Really?", "manager", "answer"],
  ["type: number, ask: How many?", "four", "answer"],
  ["type: number, ask: How many?", "25", "answer"],
  ["type: number, ask: How many?", "10", "answer"],
  ["type: number, ask: How many?", "20", "may-grow"],
  ["type: number, ask: How many?", "twenty", "may-grow"],
  ["type: number, ask: How many?", "two hundred", "may-grow"],
  ["type: number, ask: How many?", "twenty five", "answer"],
  ["type: number, ask: How many?", "four and", "may-grow"],
  ["type: number, ask: How many?", "four um", "unfinished"],
  ["type: digits, length: 6, ask: Which?", "three one four", "lacks-digits"],
  ["type: digits, length: 6, ask: Which?", "3 1 4 double five", "lacks-digits"],
  ["type: digits, length: 6, ask: Which?", "three one four seven zero six", "answer"],
  ["type: digits, length: 6, ask: Which?", "hello there", "may-grow"],
  ["type: digits, length: 6, ask: Which?", "the other one", "unclear"],
  ["type: digits, ask: Which?", "three one four seven", "unclear"],
  ["type: digits, min_length: 4, max_length: 6, ask: Which?", "three one four seven", "unclear"],
  ["type: digits, min_length: 4, max_length: 6, ask: Which?", "three one four seven zero six", "answer"],
  ["type: date, ask: When?", "friday", "answer"],
  ["type: date, ask: When?", "the fifth", "may-grow"],
  ["type: time, ask: When?", "at seven", "may-grow"],
  ["type: time, ask: When?", "at seven pm", "answer"],
  ["type: phone, region: DE, ask: Which?", "0171 2345678", "unclear"],
  [options, "book", "may-grow"],
  [options, "book a table", "answer"],
  [options, "check in", "answer"],
  ["type: text, ask: What?", "I would like to", "unfinished"],
  ["type: text, ask: What?", "I would like to book a table", "finished"],
  ["type: text, ask: What?", "a table", "plain"],
  ["type: text, ask: What?", "A table.", "finished"],
  ["type: text, ask: What?", "a table please", "finished"],
  ["type: text, ask: What?", "manager", "answer"],
  ["type: name, ask: Who?", "Anna Maria Miller Smith", "plain"],
  ["type: name, ask: Who?", "my name is", "unfinished"],
])("said so far: to %s, %j is %s", (variable, text, said) => {
  expect(asked(variable).saidSoFar(text)).toBe(said as never);
});

test.each<readonly [variable: string, text: string, said: string]>([
  ["type: boolean, ask: Wirklich?", "ja genau", "yes-or-no"],
  ["type: number, ask: Wie viele?", "zwanzig", "answer"],
  ["type: number, ask: Wie viele?", "äh", "unfinished"],
  ["type: text, ask: Was?", "ich hätte gern einen Tisch für", "unfinished"],
  ["type: text, ask: Was?", "ich hätte gern einen Tisch", "finished"],
])("said so far in German: to %s, %j is %s", (variable, text, said) => {
  expect(asked(variable, { language: "de" }).saidSoFar(text)).toBe(said as never);
});

test("said so far: at a question for several values, an answer may grow", () => {
  const talk = asked("type: date, ask: When?", { more: "type: number, ask: How many?" });
  expect(talk.saidSoFar("friday")).toBe("may-grow");
});

test("said so far: a yes answers a read-back, and a better value may accompany it", () => {
  const talk = asked("type: date, ask: When?, confirm: explicit");
  talk.hear("friday");
  expect(talk.saidSoFar("yes")).toBe("yes-or-no");
  expect(talk.saidSoFar("no")).toBe("yes-or-no");
  expect(talk.saidSoFar("no, on monday")).toBe("answer");
});
