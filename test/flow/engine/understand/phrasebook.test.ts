// What people say, thousands of phrases that were written before the matchers were looked at: how many are understood,
// and that none is understood wrongly without a question.

import { describe, expect, test } from "bun:test";
import { inShort } from "./dialogue.ts";
import { figuresOf, hear, outcomeOf, type Phrase, readPhrasebook } from "./phrasebook.ts";

const languages = { en: await readPhrasebook("en"), de: await readPhrasebook("de") };
const leastPhrases = { en: 11_500, de: 4_800 };
/** Right at once, or after what is read back: the share of those that were worked on, and of those held back. */
const leastUnderstood = { worked: 0.97, heldBack: 0.95 };

for (const language of ["en", "de"] as const) {
  const phrases = languages[language];
  const judged = phrases.map((phrase) => {
    const understood = hear(phrase, language);
    return { phrase, understood, outcome: outcomeOf(understood, phrase) };
  });
  const told = ({ where, said }: Phrase) => `${where} "${said}"`;

  describe(`phrases in ${language}`, () => {
    for (const [situation, own] of Map.groupBy(judged, ({ phrase }) => phrase.situation)) {
      test(`${situation}: none of ${own.length} is wrong without a question`, () => {
        const wrong = own.filter(({ outcome }) => outcome === "wrong");
        expect(wrong.map(({ phrase, understood }) => `${told(phrase)}: ${inShort(understood)}`)).toEqual([]);
      });
      test(`${situation}: what is not understood is known`, () => {
        const isMissed = (outcome: string) => outcome === "askedAgain" || outcome === "readBackWrong";
        const missed = own.filter(({ outcome }) => isMissed(outcome)).map(({ phrase }) => told(phrase));
        const known = own.filter(({ phrase }) => phrase.isKnownToFail).map(({ phrase }) => told(phrase));
        expect(missed).toEqual(known);
      });
    }

    test("nearly all are understood", () => {
      for (const isHeldBack of [false, true]) {
        const own = judged.filter(({ phrase }) => !phrase.isHostile && phrase.isHeldBack === isHeldBack);
        const { right, readBack } = figuresOf(own.map(({ outcome }) => outcome));
        const least = isHeldBack ? leastUnderstood.heldBack : leastUnderstood.worked;
        expect((right + readBack) / own.length).toBeGreaterThanOrEqual(least);
      }
      expect(phrases.length).toBeGreaterThanOrEqual(leastPhrases[language]);
    });
  });
}
