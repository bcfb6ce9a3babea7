// Phrases that were misread once: letters as in words, parts of a day, politeness in another language, and names.

import { at, anyTime, guest } from "../dialogue.ts";
import { alike, germanSituation, situation } from "../situation.ts";

const code = { name: "code", wanted: { kind: "code" as const, mask: "AAA999" }, synonyms: [] };
situation("a booking code", { asked: code }, [
  ...alike(
    `B as in bravo, X as in x-ray, K as in kilo, one two three
    b as in bravo x as in x ray k as in kilo 1 2 3
    bravo x-ray kilo one two three / b x k one two three`,
    "code=BXK123",
  ),
]);

const german = { name: "german", phrases: ["auf deutsch", "deutsch"], proposable: false };
situation("who wants another language", { asked: at, handlers: [german] }, [
  ...alike(
    "auf Deutsch bitte / auf deutsch, bitte / auf deutsch / deutsch bitte / auf deutsch por favor",
    "handler german",
  ),
]);

germanSituation("wann?", { asked: anyTime }, [
  ...alike("mittags / mittag / um zwölf Uhr mittags", "at=12:00"),
]);

situation("a name", { asked: guest }, [
  ["Jean-Luc Picard", "guest=Jean-Luc Picard"],
  ["my name is Anna-Lena Schmidt-Meyer", "guest=Anna-Lena Schmidt-Meyer"],
  ["anna-lena", "guest=Anna-Lena"],
  ["Jean Luc Picard", "guest=Jean Luc Picard"],
  ["b-o-b", "guest=Bob"],
]);
