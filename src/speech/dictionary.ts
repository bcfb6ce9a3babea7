// Recogniser dictionary: the words that the embedded recogniser can hear, for authors of flows. Words that are not in
// it are left out of its grammars.

import { readFileSync } from "node:fs";
import dict from "../../node_modules/soundswallower/model/en-us/dict.txt" with { type: "file" };

let words: ReadonlySet<string> | undefined;

/** `word` in small letters. Reads the dictionary when first asked, which takes 100 ms. */
export function knowsWord(word: string): boolean {
  words ??= read();
  return words.has(word);
}

/** A line is a word, a space, and its sounds; `read(2)` is another way to say `read`. */
function read(): ReadonlySet<string> {
  const lines = readFileSync(dict, "utf8").split("\n");
  const known = lines.filter((line) => line !== "" && !line.startsWith(";;"));
  return new Set(known.map((line) => line.slice(0, Math.max(0, line.search(/[\s(]/)))));
}
