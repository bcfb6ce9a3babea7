// All checks: a minimal flow that has the problem, at its exact position, and a near miss that has not.

import { describe, expect, test } from "bun:test";
import { codes } from "../../../../src/flow/language/codes/all-codes.ts";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import { type Case, marked, textOf } from "./case.ts";
import { documentCases } from "./cases-document.ts";
import { meaningCases } from "./cases-meaning.ts";
import { nodeCases } from "./cases-nodes.ts";
import { outsideCases } from "./cases-outside.ts";
import { speechCases } from "./cases-speech.ts";

const cases: readonly Case[] = [
  ...documentCases,
  ...meaningCases,
  ...nodeCases,
  ...outsideCases,
  ...speechCases,
];

/** Only the runner of tests can know it, and its own tests cover it. */
const toldElsewhere = ["VF802"];

test("checks: every code has a case", () => {
  const tested = new Set([...cases.map(({ code }) => code), ...toldElsewhere]);
  expect(Object.keys(codes).filter((code) => !tested.has(code))).toEqual([]);
  expect([...tested].filter((code) => !Object.hasOwn(codes, code))).toEqual([]);
});

for (const [code, all] of Map.groupBy(cases, (each) => each.code)) {
  describe(`checks: ${code}`, () => {
    all.forEach((each, i) => {
      test(`is reported at its position, case ${i + 1}`, () => isReported(each));
      test(`is not reported for a near miss, case ${i + 1}`, () => isNotTold(each));
    });
  });
}

function isReported({ code, bad, knowledge, hint }: Case): void {
  const { text, ...place } = marked(bad);
  const { problems, program } = loadFlow(text, knowledge);
  const places = problems
    .filter((each) => each.code === code)
    .map(({ line, column, end_line, end_column }) => ({
      line,
      column,
      endLine: end_line,
      endColumn: end_column,
    }));
  if (!places.some((each) => Bun.deepEquals(each, place)))
    throw new Error(`${code} should be at ${JSON.stringify(place)}; found:\n${told(problems)}\nin:\n${text}`);
  const [found] = problems.filter((each) => each.code === code);
  expect(found?.severity).toBe(
    Object.entries(codes).find(([name]) => name === code)?.[1].severity ?? "error",
  );
  if (hint !== undefined) expect(found?.hint).toBe(hint);
  expect(found?.message).toMatch(/^[^A-Z].*[^.]$|^[A-Z]+ /);
  if (found?.severity === "error") expect(program).toBeUndefined();
}

function isNotTold({ code, good, knowledge, goodHasErrors }: Case): void {
  const { problems, program } = loadFlow(textOf(good), knowledge);
  expect(problems.filter((each) => each.code === code).map(({ message }) => message)).toEqual([]);
  if (goodHasErrors === true) return;
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(`The near miss of ${code} has errors:\n${told(errors)}`);
  expect(program).toBeDefined();
}

function told(problems: ReturnType<typeof loadFlow>["problems"]): string {
  return problems
    .map(
      (each) =>
        `  ${each.line}:${each.column}-${each.end_line}:${each.end_column} ${each.code} ${each.message}`,
    )
    .join("\n");
}
