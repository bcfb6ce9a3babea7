// Personal data: cards, IBANs, addresses and numbers are removed from a text, in written and in spoken form, and
// nothing else is.

import { expect, test } from "bun:test";
import { type PersonalKind, redact } from "../../../../src/flow/engine/understand/personal-data.ts";
import { languageOf } from "../../../../src/flow/locale/languages.ts";
import { leastCpuMs } from "../../../support/fuzz/cpu-time.ts";

const all: readonly PersonalKind[] = ["card", "iban", "email", "phone"];
const shown = (text: string, tag = "en", kinds = all) =>
  redact(text, { kinds, pack: languageOf(tag).pack, regions: tag === "de" ? ["DE"] : ["US", "GB"] });

test.each([
  ["My card is 4111 1111 1111 1111.", "My card is [card]."],
  ["4111-1111-1111-1111", "[card]"],
  ["It's 378282246310005, thanks", "It's [card], thanks"],
  ["four one one one, one one one one, one one one one, one one one one", "[card]"],
  ["the number is four triple one double one double one 1111 1111", "the number is [card]"],
  ["my IBAN is GB82 WEST 1234 5698 7654 32 and that's it", "my IBAN is [iban] and that's it"],
  ["DE89370400440532013000", "[iban]"],
  ["d e eight nine three seven oh four oh oh four four oh five three two oh one three oh oh oh", "[iban]"],
  ["Write to ada.lovelace@example.co.uk, please", "Write to [e-mail], please"],
  ["my email is ada dot l at example dot com", "my email is [e-mail]"],
  ["Call me on 020 7946 0958 after six", "Call me on [phone] after six"],
  ["It is +49 30 901820", "It is [phone]"],
  ["my number is two one two five five five oh one four seven", "my number is [phone]"],
])("personal data: %s", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  [
    "Meine Karte ist vier eins eins eins eins eins eins eins eins eins eins eins eins eins eins eins",
    "Meine Karte ist [card]",
  ],
  ["Die IBAN lautet DE89 3704 0044 0532 0130 00.", "Die IBAN lautet [iban]."],
  ["null drei null neun null eins acht zwei null", "[phone]"],
  ["anna punkt schmidt at beispiel punkt de", "[e-mail]"],
])("personal data: in German, %s", (text, expected) => {
  expect(shown(text, "de")).toBe(expected);
});

test.each([
  "I'd like a table for 4 on 21/11/2026 at 19:30, please.",
  "My order is 4111 1111 1111 1112.",
  "The code is 123456.",
  "Two of us, and the dog.",
  "It was 1,234.50 euros, on the 24th.",
  "",
])("personal data: is unchanged: %s", (text) => {
  expect(shown(text)).toBe(text);
});

test("personal data: only the requested kinds are replaced", () => {
  const text = "4111 1111 1111 1111 or ada@example.com";
  expect(shown(text, "en", ["email"])).toBe("4111 1111 1111 1111 or [e-mail]");
  expect(shown(text, "en", ["card"])).toBe("[card] or ada@example.com");
  expect(shown(text, "en", [])).toBe(text);
});

test("personal data: it is found anywhere in a long speech, in linear time", () => {
  const words = Array.from({ length: 400 }, (_, n) => `word${String.fromCharCode(97 + (n % 26))}`);
  for (const at of [0, 45, 85, 89, 130, 399]) {
    const said = words.toSpliced(at, 0, "four one one one one one one one one one one one one one one one");
    expect(shown(said.join(" "))).toBe(words.toSpliced(at, 0, "[card]").join(" "));
  }
  const long = `${"1".repeat(50_000)} ${"a".repeat(50_000)} ${"x ".repeat(10_000)}`;
  expect(leastCpuMs(2_000, () => shown(long))).toBeLessThan(2_000);
});
