// Foreign spellings in names, and silent ends of place names.

import { expect, test } from "bun:test";
import { asEnglish, pinyinPhones, placeEnding } from "../../../src/speech/own-voice/foreign-spellings.ts";

test.each([
  ["xiaoping", "SH Y AW1 P IH0 NG"],
  ["zhuhai", "JH UW1 HH AY0"],
  ["qing", "CH IH1 NG"],
])("foreign spelling: %s is pinyin", (word, phones) => {
  expect(pinyinPhones(word)?.join(" ")).toBe(phones);
});

test.each(["quake", "xylophone", "window", "table", "zhr"])("foreign spelling: %s is no pinyin", (word) => {
  expect(pinyinPhones(word)).toBeUndefined();
});

test.each([
  ["brzezicki", "bzhezicki"],
  ["mateuszczyk", "mateushchyk"],
  ["saldanha", "saldanya"],
  ["ndlovu", "endlovu"],
  ["glimmering", "glimmering"],
  ["unharmed", "unharmed"],
])("foreign spelling: %s is read as %s", (word, read) => {
  expect(asEnglish(word)).toBe(read);
});

test("foreign spelling: the ending of a place is split off, behind enough of a name", () => {
  expect(placeEnding("teignmouth")).toEqual(["teign", "M AH0 TH"]);
  expect(placeEnding("mouth")).toBeUndefined();
  expect(placeEnding("paris")).toBeUndefined();
});
