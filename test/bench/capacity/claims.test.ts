// Benchmark claims: what does not hold is named, and nothing measured is nothing held.

import { expect, test } from "bun:test";
import { brokenOf } from "./claims.ts";

test("claims name those that do not hold, and fail when there are none", () => {
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
