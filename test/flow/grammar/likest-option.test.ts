// Likest option by word vectors: the option that words describe without naming it; none if no option is near.

import { describe, expect, test } from "bun:test";
import { languageOf } from "../../../src/flow/grammar/languages/languages.ts";
import { likestOption } from "../../../src/flow/grammar/likeness/likest-option.ts";
import { formsOf, readVectors, vectorsOf } from "../../../src/flow/grammar/likeness/word-vectors.ts";
import type { Option } from "../../../src/flow/grammar/variables.ts";

const language = languageOf("en");
const vectors = vectorsOf("en")!;

const likest = (words: string, options: readonly Option[]) =>
  likestOption(words.split(" "), options, { vectors, language });
const named = (labels: string): readonly Option[] =>
  labels.split(", ").map((label) => ({ id: label.replaceAll(" ", "_"), label }));

const rows: readonly [words: string, labels: string, id: string][] = [
  ["somewhere with sand and sea", "beach, skiing, city break, cruise", "beach"],
  ["my toe", "back, knee, shoulder, foot", "foot"],
  ["the bulb in the ceiling", "socket, light, fuse box, alarm", "light"],
  ["we have got cows and barns", "flat, house, shop, farm", "farm"],
  ["the spokes are bent", "brakes, chain, wheel, gears", "wheel"],
  ["it is a harley", "car, van, motorbike, caravan", "motorbike"],
];

describe("the likest option", () => {
  test.each(rows)("%s, of %s: %s", (words, labels, id) => {
    expect(likest(words, named(labels))?.id).toBe(id);
  });

  test("returns the words that speak for it, the strongest first, and its lead", () => {
    const found = likest("it is on the spokes or so", named("brakes, chain, wheel"));
    expect(found?.words[0]).toBe("spokes");
    expect(found?.lead).toBeGreaterThan(0);
    expect(found?.score).toBeGreaterThanOrEqual(found?.lead ?? 1);
  });

  test("is nearer by a synonym", () => {
    const kinds = (synonyms: readonly string[]): readonly Option[] => [
      { id: "a", label: "Plan A", synonyms },
      { id: "b", label: "Plan B" },
    ];
    expect(likest("puppy", kinds(["dog"]))?.id).toBe("a");
    expect(likest("puppy", kinds([]))).toBeUndefined();
  });

  test("does not count words that all options share", () => {
    expect(likest("a wardrobe", named("old furniture, old metal, old glass"))?.id).toBe("old_furniture");
    expect(likest("old", named("old furniture, old furniture"))).toBeUndefined();
  });
});

describe("no option is the likest", () => {
  test.each([
    ["of small words", "it is the one that I have with me", "beach, skiing, cruise"],
    ["of words that are in no table", "qxzzt grblfx", "beach, skiing, cruise"],
    ["of words of which none is near", "she swallowed a sock", "teeth, vaccination, check-up"],
    ["of one option alone", "sand and sea", "beach"],
    ["of options without names", "sand and sea", ", , "],
    ["of options that are alike", "sea", "beach, beaches"],
  ])("%s: %s", (_, words, labels) => {
    expect(likest(words, named(labels))).toBeUndefined();
  });

  test("of words that no speaker uses", () => {
    const options = named("beach, skiing, cruise");
    for (const word of ["🏖️", "", "a".repeat(10_000), "__proto__", "constructor", "\u0000", "é́́́"])
      expect(likest(word, options)).toBeUndefined();
    const many = Array.from({ length: 500 }, (_, n) => ({ id: `o${n}`, label: "beach" }));
    expect(likest("sand", many)).toBeUndefined();
    expect(likest("sand ".repeat(5_000), options)?.id).toBe("beach");
  });
});

describe("word vectors", () => {
  test("exist for languages that have a table", () => {
    expect(vectorsOf("en")).toBe(vectors);
    expect([vectorsOf("xx"), vectorsOf("__proto__")]).toEqual([undefined, undefined]);
  });

  test("hold everyday words of both Englishes, and find forms of them", () => {
    for (const word of "tyre drapes christening skip settee kerb duvet nappy sofa faucet color colour".split(
      " ",
    ))
      expect([word, vectors.find(word) !== undefined]).toEqual([word, true]);
    expect(formsOf("knotting")).toContain("knot");
    expect(vectors.find("duvets")).toBe(vectors.find("duvet"));
  });

  test("give a rare word more weight than a frequent one", () => {
    const weightOf = (word: string): number => vectors.weight(vectors.find(word) ?? -1);
    expect(weightOf("the")).toBeLessThan(weightOf("house"));
    expect(weightOf("house")).toBeLessThan(weightOf("duvet"));
  });

  test("are read from a table of bytes", () => {
    const bytes = [5, 0, 0, 0, 2, 0, 0, 0, ...new TextEncoder().encode("up\nto"), 51, 255, 1, 0, 256 - 3, 4];
    const { find, likeness, weight } = readVectors(Uint8Array.from(bytes));
    expect([find("up"), find("to"), find("no")]).toEqual([0, 1, undefined]);
    expect([likeness(0, 0), likeness(0, 1)]).toEqual([1, -0.6]);
    expect([weight(0), weight(1), weight(2)]).toEqual([0.2, 1, 0]);
  });
});
