// Benchmark claims: broken ones are listed, and an empty measurement fulfils none.

import { expect, test } from "bun:test";
import { brokenOf, claimedBenches } from "./claims.ts";

test("claims: broken ones are listed, and an empty list fails", () => {
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

test("claims: the long run has each benchmark that a document names", async () => {
  const guides = [...new Bun.Glob("src/manual/guides/*.md").scanSync(".")];
  const documents = ["README.md", "test/bench/NUMBERS.md", "src/CAPACITY.md", "src/LIMITS.md", ...guides];
  const texts = await Promise.all(documents.map((path) => Bun.file(path).text()));
  const named = texts.flatMap((text) => [
    ...text.matchAll(/`(?:[A-Z]+=\S+ )?(?:bun\s+run\s+)?bench\s+([\w-]+)/g),
  ]);
  const names = new Set(named.map(([, name = ""]) => name));
  expect(names.size).toBeGreaterThan(9);
  expect([...names].filter((name) => !claimedBenches.includes(name))).toEqual([]);
});
