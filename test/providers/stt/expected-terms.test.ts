// Expected terms: a flow's expectation as a short list of words for vendors.

import { expect, test } from "bun:test";
import { expectedTerms } from "../../../src/providers/stt/expected-terms.ts";

test("expected terms: phrases and examples are listed once each, within limits", () => {
  const phrases = Array.from({ length: 60 }, (_, i) => `option number ${i}`);
  const terms = expectedTerms({
    anyOf: [
      { type: "digits", lengths: [4] },
      { type: "phrases", phrases: [" tea ", "tea", "", "x".repeat(51)] },
      { type: "grammar", said: "please" },
      { type: "phrases", phrases },
    ],
    examples: ["a coffee"],
    endSilenceMs: 700,
  });
  expect(terms.slice(0, 2)).toEqual(["tea", "option number 0"]);
  expect(terms.length).toBe(50);
  const long = Array.from({ length: 40 }, (_, i) => `${i} ${"y".repeat(45)}`);
  const few = expectedTerms({ anyOf: [{ type: "phrases", phrases: long }], endSilenceMs: 700 });
  expect(few.join("").length).toBeLessThanOrEqual(1_000);
  expect(few.length).toBeGreaterThan(15);
  expect(expectedTerms(undefined)).toEqual([]);
});
