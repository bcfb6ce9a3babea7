// Function manual: every example on the reference page runs, so that the page stays true.

import { expect, test } from "bun:test";
import { anyType } from "../../../../src/flow/language/expression/expression-types.ts";
import { typeOf } from "../../../../src/flow/language/expression/type-checker.ts";
import { evaluate } from "../../../../src/flow/language/expression/evaluator.ts";
import { functionNames } from "../../../../src/flow/language/expression/functions.ts";
import { exampleOrder, functionManual } from "../../../../src/flow/language/expression/function-manual.ts";
import { speakEnglish } from "../../../../src/flow/locale/en/names.ts";
import { expr, scopeWith } from "./world.ts";

test.each(Object.entries(functionManual))("%s", (name, { form, example: [text, result] }) => {
  expect(form.startsWith(`${name}(`)).toBe(true);
  expect(text).toContain(`${name}(`);
  expect(
    JSON.stringify(evaluate(expr(text), { ...scopeWith({ order: exampleOrder }), speaker: speakEnglish })),
  ).toBe(result);
  expect(
    typeOf(expr(text), { typeOf: (one) => (one === "order" ? anyType : undefined), names: [] }).findings,
  ).toEqual([]);
});

test("no function is left out", () => {
  expect(Object.keys(functionManual).toSorted()).toEqual(functionNames().toSorted());
});
