// Types of lists: the fields of their entries, and expressions that compute or speak them.

import { expect, test } from "bun:test";
import type { TypeEnv } from "../../../../src/flow/language/expression/expression-finding.ts";
import {
  listOfRecords,
  typeOfKind,
  type ValueType,
} from "../../../../src/flow/language/expression/expression-types.ts";
import { checkTemplate } from "../../../../src/flow/language/expression/place-types.ts";
import { typeOf } from "../../../../src/flow/language/expression/type-checker.ts";
import { expr, template } from "./world.ts";

const types = new Map<string, ValueType>([
  [
    "pizzas",
    listOfRecords([
      ["qty", typeOfKind("number")],
      ["size", typeOfKind("choice", { options: ["small", "large"] })],
      ["price", typeOfKind("money")],
    ]),
  ],
  ["rooms", { kind: "list", of: { kind: "object", fields: new Map([["label", typeOfKind("text")]]) } }],
  ["orders", { kind: "list", of: { kind: "object" } }],
  ["times", typeOfKind("list", { of: "time" })],
  ["line", typeOfKind("object")],
]);

const env: TypeEnv = { typeOf: (name) => types.get(name), names: [...types.keys()] };

test.each([
  ["map(pizzas, 'sice')", "VF304 did you mean 'size'?", "map(pizzas, 'size')"],
  ["sum(pizzas, 'size')", "VF304", "sum(pizzas, 'qty', 'price')"],
  ["sum(times)", "VF304", "sum(map(pizzas, 'price'))"],
  ["where(pizzas, 'size', 'lage')", "VF305 did you mean 'large'?", "where(pizzas, 'size', 'large')"],
  ["without(pizzas, 'sise', 'large')", "VF304 did you mean 'size'?", "without(pizzas, 'size', 'large')"],
  ["sort(line, 'size')", "VF304", "sort(pizzas, 'size', 'down')"],
  ["slice(times, '1')", "VF304", "slice(times, 1)"],
  ["join(pizzas)", "VF304", "join(map(pizzas, 'size'))"],
])("%s: %s", (wrong, expected, right) => {
  const [finding, ...others] = typeOf(expr(wrong), env).findings;
  expect([finding?.code, finding?.hint].filter((each) => each !== undefined).join(" ")).toBe(expected);
  expect(others).toEqual([]);
  expect(typeOf(expr(right), env).findings).toEqual([]);
});

test.each([
  ["map(pizzas, 'price')", "list of money"],
  ["sum(pizzas, 'qty')", "number"],
  ["sum(pizzas, 'qty', 'price')", "money"],
  ["first(where(pizzas, 'size', 'small')).qty", "number"],
  ["slice(times, 1)", "list of time"],
])("%s is a %s", (text, expected) => {
  const { type } = typeOf(expr(text), env);
  expect(type.kind === "list" ? `list of ${type.of.kind}` : type.kind).toBe(expected);
});

test.each([
  ["{{ pizzas }}, {{ rooms }}, {{ pizzas[0] }}, {{ pizzas | where('size', 'small') }}", []],
  ["{{ orders }}", ["a list of objects cannot be spoken"]],
  ["{{ line }}", ["an object cannot be spoken"]],
])("%s is spoken: %j", (text, expected) => {
  expect(checkTemplate(template(text), env, "speech").map(({ message }) => message)).toEqual(expected);
});
