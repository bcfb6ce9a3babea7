// Recogniser dictionary: the words that the embedded recogniser can hear, and how they sound. Authors of flows are told
// of others, which are left out of its grammars.

import { readFileSync } from "node:fs";
import dict from "../../node_modules/soundswallower/model/en-us/dict.txt" with { type: "file" };
import { PronouncingDictionary } from "./acoustic/pronunciations.ts";

let known: PronouncingDictionary | undefined;

/** `word` in small letters. Reads the dictionary when first asked, which takes 50 ms. */
export function knowsWord(word: string): boolean {
  known ??= openDictionary();
  return /^[^\s(]+$/.test(word) && known.pronunciationsOf(word).length > 0;
}

/** `more`: words beside those of the file. Takes 50 ms and 4 MB. */
export function openDictionary(
  more: readonly (readonly [word: string, sounds: string])[] = [],
): PronouncingDictionary {
  return new PronouncingDictionary(readFileSync(dict), more);
}
