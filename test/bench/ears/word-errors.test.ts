// Word errors of the ears benchmark, counted by hand.

import { expect, test } from "bun:test";
import { wordErrors } from "./word-errors.ts";

test("changed, missing and added words are errors", () => {
  expect(wordErrors("the cat sat", "The cat sat.")).toEqual({ errors: 0, words: 3 });
  expect(wordErrors("the cat sat", "a cat sat")).toEqual({ errors: 1, words: 3 });
  expect(wordErrors("the cat sat", "cat")).toEqual({ errors: 2, words: 3 });
  expect(wordErrors("the cat sat", "the cat sat down here")).toEqual({ errors: 2, words: 3 });
  expect(wordErrors("the cat sat", "")).toEqual({ errors: 3, words: 3 });
});

test("figures are read as spoken", () => {
  expect(wordErrors("nineteen oh five", "1905").errors).toBe(0);
  expect(wordErrors("one nine zero five", "1905").errors).toBe(0);
  expect(wordErrors("go forward ten meters", "Go forward 10 meters.").errors).toBe(0);
  expect(wordErrors("two tickets", "Too tickets").errors).toBe(0);
  expect(wordErrors("twelve", "20").errors).toBe(1);
});
