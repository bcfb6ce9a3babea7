// What an answer to a closed question is compared with: other meanings, and other lengths.

import { expect, test } from "bun:test";
import type { Expectation } from "../../src/flow/engine/expectation.ts";
import { closedQuestionOf } from "../../src/speech/closed-question.ts";

const question = (expectation: Partial<Expectation>) =>
  closedQuestionOf({ anyOf: [], endSilenceMs: 700, ...expectation }, (word) =>
    word === "xyzzy" ? undefined : word.toUpperCase(),
  )!;
const rule = (grammar: string | undefined): string | undefined =>
  grammar?.split("\n").find((line) => line.startsWith("public"));

test("closed question: a number's rivals are the other numbers, in the same words", () => {
  const groups = [["one"], ["twenty"], ["twenty one"]];
  const asked = question({ meanings: { kind: "number", groups, isOnly: true } });
  expect(rule(asked.rivalOf("for twenty one people"))).toBe(
    "public <answer> =  for ( twenty | one ) people ;",
  );
  expect(asked.meantIn("for twenty one people")).toEqual(["twenty", "one"]);
  expect([asked.meantIn("repeat that"), asked.rivalOf("repeat that")]).toEqual([[], undefined]);
});

test("closed question: where more is asked for, a sentence is not judged by one of its values", () => {
  const meanings = { kind: "number", groups: [["four"], ["five"]], isOnly: false } as const;
  expect(question({ meanings }).meantIn("four people tomorrow at half past seven")).toBeUndefined();
  expect(question({ meanings }).meantIn("four people please")).toEqual(["four"]);
});

test("closed question: a yes is compared with every no, and with other words, unless they are a yes as well", () => {
  const meanings = {
    kind: "yes-no",
    groups: [
      ["yes", "yeah", "wait"],
      ["no", "xyzzy"],
    ],
    isOnly: true,
  } as const;
  const rivals = rule(question({ meanings }).rivalOf("yes"));
  expect(rivals).toContain("( no | zero | one |");
  expect(rivals).toContain("| stop | up | what )");
  expect(rivals).not.toContain("yeah");
  expect(rivals).not.toContain("xyzzy");
});

test("closed question: a string of digits is compared with one that differs in a digit, and with other lengths", () => {
  const asked = question({ anyOf: [{ type: "digits", lengths: [2] }] });
  expect(rule(asked.core)).toBe("public <answer> = <digit> <digit>;");
  expect(rule(asked.otherLengths)?.replaceAll(/\/[^/]+\//g, "/w/")).toBe(
    "public <answer> = <digit> ( /w/ <NULL> | /w/ <digit> <digit> ( /w/ <NULL> | /w/ <digit> ) );",
  );
  expect(asked.rivalOf("zero five")).not.toContain("( oh |");
  expect(asked.meantIn("it's zero five thanks")).toEqual(["zero", "five"]);
  expect(asked.meantIn("what")).toBeUndefined();
});

test("closed question: there is none where anything may be an answer", () => {
  expect(closedQuestionOf({ anyOf: [], endSilenceMs: 700 }, () => "X")).toBeUndefined();
});
