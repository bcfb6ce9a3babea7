// Benchmark claims: broken ones are named, and an empty measurement holds none.

import { expect, test } from "bun:test";
import { brokenOf } from "./claims.ts";

test("claims list the broken ones, and fail when there are none", () => {
  expect(brokenOf([["a", true]])).toEqual([]);
  expect(
    brokenOf([
      ["a", false],
      ["b", true],
      ["c", false],
    ]),
  ).toEqual(["a", "c"]);
  expect(brokenOf([])).toEqual(["nothing was measured"]);
});
