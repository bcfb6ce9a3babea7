// Readers: the languages whose written forms can be read aloud, and the words that identify a language.

import { readGerman } from "./de/aloud.ts";
import { readEnglish } from "./en/aloud.ts";
import type { ReadAloud } from "./read-aloud.ts";

/** By the primary subtag of a BCP 47 tag. */
export const readers: ReadonlyMap<string, ReadAloud> = new Map([
  ["en", readEnglish],
  ["de", readGerman],
]);

/** Reader for voices that speak none of these languages. */
export const readOtherwise = readEnglish;

/** Short words that nearly every sentence of a language has, and few of another. */
export const littleWords: readonly (readonly [language: string, words: ReadonlySet<string>])[] = [
  [
    "en",
    new Set(
      "the and is are of to you your i it that this have with at on for can my will what please".split(" "),
    ),
  ],
  [
    "de",
    new Set(
      "der die das und ist sind sie ich nicht ein eine den dem zu mit für auf wir ihr ihre um uhr bitte haben es im am".split(
        " ",
      ),
    ),
  ],
  ["fr", new Set("le la les et est vous je un une des du de pour pas que qui avec votre nous ce".split(" "))],
  ["es", new Set("el la los las y es usted que de un una por para con no su en lo está".split(" "))],
];
