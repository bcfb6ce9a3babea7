// Text to symbols in our own voices: known and unknown words, little words, homographs, letters, numbers, respellings.

import { expect, test } from "bun:test";
import { LetterModel } from "../../../src/speech/own-voice/letter-model.ts";
import { packedWords, wordsFile } from "../../../src/speech/own-voice/build-pronunciations.ts";
import { utterancesOf } from "../../../src/speech/own-voice/sounded-text.ts";
import { symbolIds } from "../../../src/speech/own-voice/voice-symbols.ts";
import { VoiceDictionary } from "../../../src/speech/own-voice/voice-dictionary.ts";
import { WordSounds } from "../../../src/speech/own-voice/word-sounds.ts";

const words = Bun.zstdDecompressSync(await Bun.file(wordsFile).bytes());
const letters = await Bun.file(wordsFile.replace("words", "letters")).bytes();
const sounds = new WordSounds(new VoiceDictionary(words), new LetterModel(Bun.zstdDecompressSync(letters)));
const names = new Map([...symbolIds].map(([symbol, id]) => [id, symbol]));

/** The symbols of each utterance. */
const read = (text: string): readonly string[] =>
  utterancesOf(text, sounds).map(({ symbols }) => symbols.map((id) => names.get(id)).join(""));
const one = (text: string): string => read(text).join(" | ");

test("sounded text: the packed dictionary matches the package, to the byte", () => {
  expect(Bun.SHA256.hash(packedWords(), "hex")).toBe(Bun.SHA256.hash(words, "hex"));
});

test("sounded text: a dictionary word is found in any position, and no other", () => {
  const dictionary = new VoiceDictionary(words);
  for (const [word, phones] of [
    ["'bout", "B AW1 T"],
    ["a", "AH0"],
    ["table", "T EY1 B AH0 L"],
    ["zywicki", "Z IH0 W IH1 K IY0"],
  ] as const)
    expect(dictionary.phonesOf(word)?.join(" ")).toBe(phones);
  for (const word of ["", "tabl", "tablee", "zzzz", "!", "constructor__"])
    expect(dictionary.phonesOf(word)).toBeUndefined();
});

test.each([
  ["Is it for you?", "ɪz ɪt fɔɹ jˈu?"],
  ["Fish & chips.", "fˈɪʃ ænd ʧˈɪps."],
  ["The apple, to go, to eat.", "ðɪ ˈæpəl, tə ɡˈO, tʊ ˈit."],
  ["Please read it. I have read it.", "plˈiz ɹˈid ˈɪt. | ˌI hæv ɹˈɛd ˈɪt."],
  ["A live agent will record the record.", "ə lˈIv ˈAʤənt wɪl ɹəkˈɔɹd ðə ɹˈɛkəɹd."],
  ["B, R, A and 4 C", "bˈi, ˈɑɹ, ˈA ænd fˈɔɹ sˈi."],
  ["The IT desk", "ðɪ ˈI tˈi dˈɛsk."],
  ["man-HAT-uhn", "mænhˈætən."],
  ["Ask tighg or neev.", "ˈæsk tˈIɡ ɔɹ nˈiv."],
  ["At 2 p.m.", "æt tˈu pˈi ˈɛm."],
  ["Rebookings", "ɹibˈʊkɪŋz."],
  ["shi-VAWN has a USB-cable", "ʃivˈɔn hæz ə jˈuˈɛsbˈi kˈAbəl."],
])("sounded text: %s", (text, symbols) => {
  expect(one(text)).toBe(symbols);
});

test.each([
  ["It was built in 1968.", "nineteen sixty eight"],
  ["June 14", "fourteenth"],
  ["At 7:05", "seven oh five"],
  ["At 8:00", "eight o'clock"],
  ["12,500 of 0147", "twelve thousand five hundred of zero one four seven"],
  ["3.25", "three point two five"],
  ["The 1990s and the 21st", "nineteen nineties and the twenty first"],
])("sounded text: %s has the words of %s", (text, inWords) => {
  expect(one(text)).toContain(one(inWords).replace(/\.$/, ""));
});

test("sounded text: names outside the dictionary have one main stress and no letter too many", () => {
  for (const name of ["Oyelaran", "Blenkinsopp", "Mbappe", "Xiaohui", "Vandersteeg"]) {
    expect(sounds.knows(name.toLowerCase())).toBe(false);
    const symbols = one(name);
    expect(symbols.split("ˈ")).toHaveLength(2);
    expect(symbols.length).toBeWithin(name.length / 2, name.length * 2);
  }
});

test("sounded text: a text too long for one breath is cut at a mark, and words keep their numbers", () => {
  const text = `${"a long sentence that goes on, ".repeat(20)}and ends.`;
  const all = utterancesOf(text, sounds);
  expect(all.length).toBeGreaterThan(2);
  for (const { symbols } of all) expect(symbols.length).toBeLessThanOrEqual(280);
  expect(all.flatMap(({ words: spoken }) => spoken.map(({ at }) => at))).toEqual([...text.split(" ").keys()]);
  for (const { symbols } of all.slice(0, -1)) expect(names.get(symbols.at(-1) ?? 0)).toBe(",");
  for (const text of ["x".repeat(2_000), "a".repeat(300), "1".repeat(500), "- ".repeat(900)])
    for (const { symbols } of utterancesOf(text, sounds)) expect(symbols.length).toBeWithin(1, 281);
});
