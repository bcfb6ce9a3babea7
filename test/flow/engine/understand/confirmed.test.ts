// Read-backs: words beside a yes, and words that take it back. From played calls.

import { expect, test } from "bun:test";
import { understand } from "../../../../src/flow/engine/understand/understand.ts";
import { languageOf } from "../../../../src/flow/locale/languages.ts";

/** Whether a telephone number that is read back is right; undefined: it is read back again. */
function consentTo(words: string, language: string): boolean | undefined {
  const said = understand(words, {
    pack: languageOf(language).pack,
    moment: { date: "2026-11-20", time: "12:00" },
    open: [],
    correctable: [],
    handlers: [],
    confidence: 1,
    confirming: {
      values: [
        {
          name: "phone",
          value: "+447700900777",
          wanted: { kind: "phone", region: "GB" },
          synonyms: [],
        },
      ],
    },
  });
  return said.type === "confirmed" ? said.yes : undefined;
}

test.each([
  ["en", "yes, that's right, he's perfectly fine otherwise", true],
  ["en", "that's right dear", true],
  ["en", "that's right, I haven't got it", true],
  ["en", "correct, call me after six", true],
  ["en", "do I have enough money", undefined],
  ["en", "I think... I don't know", undefined],
  ["en", "yes, the number is wrong", undefined],
  ["en", "yes no wait", undefined],
  ["en", "Yes... no wait, twenty-nine, not nineteen", undefined],
  ["en", "that's not right", false],
  ["de", "ja, die Nummer stimmt", true],
  ["de", "richtig, aber bitte nicht vor neun anrufen", true],
  ["de", "das stimmt nicht", false],
] as const)("a read-back in %s takes %p for %p", (language, words, consent) => {
  expect(consentTo(words, language)).toBe(consent as boolean | undefined);
});
