// Respellings and phones of English: one becomes the other, and texts that are neither are reported.

import { expect, test } from "bun:test";
import { dictionary } from "cmu-pronouncing-dictionary";
import { phonesIn, phonesOfSyllable, respelled, wrongPhoneIn } from "../../src/spoken/en/respelling.ts";

test.each([
  ["SH IH0 V AO1 N", "shih-VAWN"],
  ["T AY1 G", "tighg"],
  ["AE1 N AH0", "AN-uh"],
  ["IH1 NG G R IH0 D", "IHNG-grihd"],
  ["S K AH0 N EH1 K T AH0 D IY0", "skuh-NEHK-tuh-dee"],
])("respelling: %s is written %s", (phones, syllables) => {
  expect(respelled(phonesIn(phones) ?? [])).toBe(syllables);
});

test("respelling: words of the dictionary are read back as their own phones", () => {
  const words = Object.entries(dictionary).filter((_, at) => at % 40 === 0);
  const lost = words.filter(([, phones]) => {
    const syllables = respelled(phonesIn(phones) ?? [])
      .toLowerCase()
      .split("-");
    const back = syllables.flatMap((syllable) => phonesOfSyllable(syllable) ?? []).join(" ");
    return back !== phones.replaceAll(/\d/g, "");
  });
  expect(words.length).toBeGreaterThan(3_000);
  expect(lost.length).toBeLessThan(words.length / 1_000);
});

test.each(["sequel", "B B C", "shih-VAWN", "W1 2AA", "", "A"])("respelling: %p is no phones", (text) => {
  expect([phonesIn(text), wrongPhoneIn(text)]).toEqual([undefined, undefined]);
});

test("respelling: the first wrong phone of a text with phones is found", () => {
  expect(wrongPhoneIn("SH IH0 V AO1 NN")).toBe("NN");
  expect(wrongPhoneIn("SH1 IH0 V AO1 N")).toBe("SH1");
  expect(wrongPhoneIn("SH IH3 V AO1 N")).toBe("IH3");
  expect(phonesIn("SH IH0 V AO1 NN")).toBeUndefined();
});
