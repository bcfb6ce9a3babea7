// Scalar text: typed text becomes a value of its shape, and a value becomes text.

import { expect, test } from "bun:test";
import { textOf, typed } from "../../../../public/flow-editor/inspector/fields/scalar-text.ts";
import type { Shape } from "../../../../src/flow/language/schema/shape.ts";
import type { Plain } from "../../../../src/flow/language/source/yaml-tree.ts";

const whole: Shape = { is: "number", min: 1, max: 20, integer: true };
const pause: Shape = { is: "duration", minMs: 100, maxMs: 30_000 };

test.each<readonly [Shape, string, Plain | undefined]>([
  [whole, "5", 5],
  [whole, " 12 ", 12],
  // The value lies outside of the limits, which the checker reports.
  [whole, "99", 99],
  [whole, "", undefined],
  [pause, "600ms", "600ms"],
  [{ is: "condition" }, "true", true],
  [{ is: "condition" }, "5", "5"],
  [{ is: "expression" }, "0", 0],
  [{ is: "expression" }, "null", null],
  [{ is: "expression" }, "a + 1", "a + 1"],
  [{ is: "data" }, "5", 5],
  [{ is: "data" }, '"5"', "5"],
  [{ is: "data" }, '"', '"'],
  [{ is: "template" }, "5", "5"],
  [{ is: "template" }, "  two words ", "two words"],
  [{ is: "either", of: [whole, { is: "enum", values: ["all", "none"] }] }, "none", "none"],
  [{ is: "either", of: [{ is: "enum", values: [true] }, pause] }, "true", true],
])("scalar text: %j typed as %j is %j", (shape, text, value) => {
  expect(typed(shape, text)).toEqual({ value });
});

test.each<readonly [Shape, string]>([
  [whole, "1."],
  [whole, "-"],
  [whole, "007"],
  [whole, "five"],
  [pause, "3"],
  [pause, "3 s"],
  [{ is: "either", of: [whole, { is: "enum", values: ["all", "none"] }] }, "al"],
])("scalar text: for %j, %j is no value yet, with the reason", (shape, text) => {
  expect(typed(shape, text)).toEqual({ why: expect.stringMatching(/^This should be .+\.$/) });
});

test("scalar text: the shown text, typed again, is the same value", () => {
  const values: readonly Plain[] = [5, "5", true, "true", "null", '"quoted"', "", "a: b", -1.5, "0.10"];
  for (const value of values) {
    const text = textOf({ is: "data" }, value);
    expect(typed({ is: "data" }, text)).toEqual({ value });
  }
});

test("scalar text: null is shown where it is a value, since set: {hour: null} empties a variable", () => {
  expect(textOf({ is: "expression" }, null)).toBe("null");
  expect(textOf({ is: "data" }, null)).toBe("null");
  expect(textOf({ is: "template" }, null)).toBe("");
});
