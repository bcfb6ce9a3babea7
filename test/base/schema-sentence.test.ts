// Schema sentence: each broken rule of a value is described in words, with its range and without the rule's name.

import { expect, test } from "bun:test";
import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { mustBe, saidMisfits } from "../../src/base/words/schema-sentence.ts";

const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const either = Type.Union([Type.Literal("p"), Type.Literal("q"), Type.Null()]);
const limit = Type.String({ pattern: "^([1-9][0-9]?|100)$", [mustBe]: "a whole number from 1 to 100" });

const cases: readonly [schema: TSchema, value: unknown, says: string][] = [
  [Type.Integer({ minimum: 1, maximum: 30 }), 31, "must be a whole number from 1 to 30"],
  [Type.Integer({ minimum: 1, maximum: 30 }), "7", "must be a whole number from 1 to 30"],
  [Type.Integer({ minimum: 0 }), -1, "must be a whole number of at least 0"],
  [Type.Number({ exclusiveMinimum: 0, maximum: 5 }), 9, "must be a number above 0 and at most 5"],
  [Type.Integer({ maximum: 2_000_000 }), 3e6, "must be a whole number of at most 2,000,000"],
  [Type.String({ minLength: 8 }), "short", "must have at least 8 characters"],
  [Type.String({ minLength: 1 }), "", "must not be empty"],
  [Type.String({ maxLength: 1 }), "ab", "must have at most 1 character"],
  [Type.Array(Type.String(), { maxItems: 2 }), ["a", "b", "c"], "must have at most 2 entries"],
  [Type.Array(Type.String(), { uniqueItems: true }), ["a", "a"], "must not have the same entry twice"],
  [limit, "100000", "must be a whole number from 1 to 100"],
  [Type.String({ pattern: "^[a-z]+$" }), "A", "must be written in another way"],
  [Type.String({ pattern: "^[a-z]+$" }), 1, "must be text"],
  [Type.Enum(["x", "y"]), "z", "must be one of x, y"],
  [either, "z", "must be one of p, q or null"],
  [orNull(Type.String({ maxLength: 3 })), "long", "must have at most 3 characters"],
  [orNull(Type.Integer({ minimum: 1, maximum: 9 })), 0, "must be a whole number from 1 to 9"],
  [orNull(Type.String()), 1, "must be text or null"],
  [Type.Boolean(), "yes", "must be true or false"],
];

test.each(cases)("schema sentence: %j refuses %j, %s", (schema, value, says) => {
  const [misfit, ...more] = saidMisfits(schema, Compile(schema).Errors(value));
  expect([misfit, more]).toEqual([{ pointer: "", says }, []]);
});

test("schema sentence: an error inside an alternative is reported at its own place", () => {
  const schema = Type.Object({
    hook: orNull(Type.Object({ days: Type.Integer({ minimum: 1, maximum: 7 }) })),
  });
  expect(saidMisfits(schema, Compile(schema).Errors({ hook: { days: 8 } }))).toEqual([
    { pointer: "/hook/days", says: "must be a whole number from 1 to 7" },
  ]);
});
