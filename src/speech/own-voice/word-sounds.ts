// Word sounds: the phones of one word, from the dictionary, from words that it knows with an ending, from two of them in
// one, and at last by its letters.

import { hasKeyVowel, phonesOfSyllable } from "../../spoken/en/respelling.ts";
import { asEnglish, pinyinPhones, placeEnding } from "./foreign-spellings.ts";
import type { LetterModel } from "./letter-model.ts";
import { betterWords, letterNames } from "./little-words.ts";
import type { VoiceDictionary } from "./voice-dictionary.ts";

const split = (line: string): readonly string[] => line.split(" ");
const voiceless = /^(?:P|T|K|F|TH)$/;
const sibilant = /^(?:S|Z|SH|ZH|CH|JH)$/;

/** Endings that change with the sound before them. */
const heardEndings: readonly (readonly [
  ending: string,
  add: (stem: readonly string[]) => readonly string[],
])[] = [
  ["s", withS],
  ["es", withS],
  ["ed", withD],
  ["d", withD],
];
const endings: readonly (readonly [ending: string, phones: string])[] = [
  ["ing", "IH0 NG"],
  ["ly", "L IY0"],
  ["er", "ER0"],
  ["ness", "N AH0 S"],
  ["less", "L AH0 S"],
  ["ful", "F AH0 L"],
  ["able", "AH0 B AH0 L"],
  ["ment", "M AH0 N T"],
];
/** A part of a compound has so many letters at least. */
const partLettersMin = 3;
/** Text with more letters is no word: its letters are read in stretches of so many. */
const lettersMax = 40;

function withS(stem: readonly string[]): readonly string[] {
  const last = stem.at(-1) ?? "";
  return [...stem, ...(sibilant.test(last) ? ["IH0", "Z"] : [voiceless.test(last) ? "S" : "Z"])];
}

function withD(stem: readonly string[]): readonly string[] {
  const last = stem.at(-1) ?? "";
  if (/^[TD]$/.test(last)) return [...stem, "IH0", "D"];
  return [...stem, voiceless.test(last) || /^(?:S|SH|CH)$/.test(last) ? "T" : "D"];
}

export class WordSounds {
  readonly #dictionary: VoiceDictionary;
  readonly #letters: LetterModel;

  constructor(dictionary: VoiceDictionary, letters: LetterModel) {
    this.#dictionary = dictionary;
    this.#letters = letters;
  }

  knows(word: string): boolean {
    return this.#listed(word) !== undefined;
  }

  /** `word`: letters from a to z in small, and apostrophes between them. In parts of which each has a sound of its own. */
  partsOf(word: string): readonly (readonly string[])[] {
    // The dictionary has readings by people who did not know the language.
    const pinyin = /^(?:x[iu]|qi|zh)/.test(word) ? pinyinPhones(word) : undefined;
    const phones =
      pinyin ?? this.#listed(word) ?? this.#withEnding(word) ?? this.#foreign(word) ?? this.#compound(word);
    if (phones !== undefined) return [phones];
    const letters = word.replaceAll("'", "");
    if (!/[aeiouy]/.test(letters)) return spelled(letters);
    const stretches = letters.match(new RegExp(`.{1,${lettersMax}}`, "g")) ?? [];
    return stretches.map((stretch) => this.#letters.guess(asEnglish(stretch)));
  }

  /** A syllable of a respelling: "KAH" of "KAH-lin" is stressed, "lin" is not. */
  syllable(letters: string, isStressed: boolean): readonly string[] {
    const exact = phonesOfSyllable(letters);
    if (exact !== undefined) return exact.map((phone) => stressedAs(phone, isStressed));
    const phones = this.partsOf(letters).flat();
    const main = phones.findIndex((phone) => phone.endsWith("1"));
    return phones.map((phone, at) => phone.replace(/\d/, isStressed && at === main ? "1" : "0"));
  }

  /** A word of one syllable that is written by its sound: "tighg". Names in small letters are never written so. */
  respelled(word: string): readonly string[] | undefined {
    if (!hasKeyVowel(word) || this.knows(word)) return undefined;
    return phonesOfSyllable(word)?.map((phone) => stressedAs(phone, true));
  }

  #listed(word: string): readonly string[] | undefined {
    const better = Object.hasOwn(betterWords, word) ? betterWords[word] : undefined;
    return better === undefined ? this.#dictionary.phonesOf(word) : split(better);
  }

  #withEnding(word: string): readonly string[] | undefined {
    const owner = /^(.+)'s$/.exec(word)?.[1] ?? /^(.+s)'$/.exec(word)?.[1];
    if (owner !== undefined) {
      const stem = this.partsOf(owner).flat();
      return word.endsWith("'") ? stem : withS(stem);
    }
    for (const [ending, add] of heardEndings) {
      const stem = word.endsWith(ending) ? this.#listed(word.slice(0, -ending.length)) : undefined;
      if (stem !== undefined) return add(stem);
    }
    for (const [ending, phones] of endings) {
      if (!word.endsWith(ending)) continue;
      const bare = word.slice(0, -ending.length);
      const isDoubled = /([^aeiou])\1$/.test(bare);
      const stem =
        this.#listed(bare) ??
        this.#listed(`${bare}e`) ??
        (isDoubled ? this.#listed(bare.slice(0, -1)) : undefined);
      if (stem !== undefined) return [...stem, ...split(phones)];
    }
    return undefined;
  }

  #foreign(word: string): readonly string[] | undefined {
    if (!/^[a-z]+$/.test(word) || word.length > lettersMax) return undefined;
    const pinyin = pinyinPhones(word);
    const [head, ending] = pinyin === undefined ? (placeEnding(word) ?? []) : [];
    if (head === undefined || ending === undefined || !/[aeiouy]/.test(head)) return pinyin;
    return [...(this.#listed(head) ?? this.#letters.guess(asEnglish(head))), ...split(ending)];
  }

  /** The second of two words has the lesser stress. */
  #compound(word: string): readonly string[] | undefined {
    if (word.length > lettersMax) return undefined;
    for (let at = word.length - partLettersMin; at >= partLettersMin; at--) {
      const [head, tail] = [this.#listed(word.slice(0, at)), this.#listed(word.slice(at))];
      if (head !== undefined && tail !== undefined)
        return [...head, ...tail.map((phone) => phone.replace("1", "2"))];
    }
    return undefined;
  }
}

const stressedAs = (phone: string, isStressed: boolean): string =>
  /^[AEIOU]/.test(phone) ? `${phone}${isStressed ? 1 : 0}` : phone;

/** Letters by their names. */
export function spelled(letters: string): readonly (readonly string[])[] {
  return Array.from(letters, (letter) => split(letterNames[letter] ?? "").filter((phone) => phone !== ""));
}
