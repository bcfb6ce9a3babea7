// Plain letters: the replacement of letters and marks that an English voice does not read.

import { expect, test } from "bun:test";
import { foldToAscii } from "../../../src/speech/own-voice/plain-letters.ts";

test.each([
  ["café naïve", "cafe naive"],
  ["Straße, Øre and Łódź", "Strasse, Ore and Lodz"],
  ["it’s one – or two…", "it's one ,  or two. "],
  ["你好 🙂", "     "],
])("plain letters: %s is read as spoken", (written, said) => {
  expect(foldToAscii(written)).toBe(said);
});
