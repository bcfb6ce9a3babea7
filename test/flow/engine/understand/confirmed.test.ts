// Read-backs: words beside a yes, and words that retract it. From played calls.

import { expect, test } from "bun:test";
import { understand } from "../../../../src/flow/engine/understand/understand.ts";
import type { Understood, ValueRule } from "../../../../src/flow/engine/understand/understanding.ts";
import { languageOf } from "../../../../src/flow/locale/languages.ts";

const phone: ValueRule = { kind: "phone", region: "GB" };

function understoodAt(words: string, language: string, value: string, wanted: ValueRule): Understood {
  return understand(words, {
    pack: languageOf(language).pack,
    moment: { date: "2026-11-20", time: "12:00" },
    open: [],
    correctable: [],
    handlers: [],
    confidence: 1,
    confirming: { values: [{ name: "read", value, wanted, synonyms: [] }] },
  });
}

/** Whether the words confirm a phone number in a read-back; undefined: the agent reads it back again. */
function consentTo(words: string, language: string): boolean | undefined {
  const said = understoodAt(words, language, "+447700900777", phone);
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
  ["en", "it is, yes, but could you make it a quiet table", true],
  ["en", "double seven at the end, aye, you've got it", true],
  ["de", "ja, die Nummer stimmt", true],
  ["de", "richtig, aber bitte nicht vor neun anrufen", true],
  ["de", "das stimmt nicht", false],
] as const)("a read-back in %s takes %p for %p", (language, words, consent) => {
  expect(consentTo(words, language)).toBe(consent as boolean | undefined);
});

const card: ValueRule = { kind: "digits", lengthMin: 6, lengthMax: 6 };
const parcel: ValueRule = { kind: "code", mask: "AA9999" };
const born: ValueRule = { kind: "date", max: "2026-11-20" };

test.each([
  ["441027", card, "no, three seven at the end", "441037"],
  ["441027", card, "it ends in three seven", "441037"],
  ["441027", card, "no, it starts with four five", "451027"],
  ["TW6088", parcel, "no, six one double eight", "TW6188"],
  ["+447700900777", phone, "no, double seven six", "+447700900776"],
  ["2026-12-12", { kind: "date" }, "no, the twentieth", "2026-12-20"],
  ["2024-06-12", born, "no, twentieth", "2024-06-20"],
  ["1955-06-12", born, "twelfth of July", "1955-07-12"],
  ["19:00", { kind: "time" }, "no, half past", "19:30"],
  ["19:00", { kind: "time" }, "no, quarter to", "18:45"],
  ["2026-11-27", { kind: "date" }, "no, the day after, saturday", "2026-11-28"],
  ["2026-11-27", { kind: "date" }, "no, saturday, friday's my wife's birthday", "2026-11-28"],
] as const)("what is read back as %p, a %o, becomes by %p %p", (value, wanted, words, better) => {
  const said = understoodAt(words, "en", value, wanted);
  expect(said).toMatchObject({ type: "confirmed", yes: false, values: [{ name: "read", value: better }] });
});

test.each([
  ["441027", card, "no, nine nine"],
  ["441027", card, "no, three five six eight"],
] as const)(
  "of %p, a %o, the words %p leave nothing, since nothing says which signs they mean",
  (value, wanted, words) => {
    expect(understoodAt(words, "en", value, wanted)).toMatchObject({
      type: "confirmed",
      yes: false,
      values: [],
    });
  },
);
