// Text normaliser for speech: turns words of a flow (labels, phrases) into words as they are said, with numerals as
// words and without punctuation.

import type { GuideWords } from "./guide-words.ts";

/** Lower-case words with blanks between them; "" when nothing of it can be said. */
export function spokenWords(text: string, words: GuideWords): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/(?<![\d:.])(\d{1,2})[:.](\d\d)(?![\d:.]\d)/g, (_all, hour: string, minute: string) =>
      clockWords(Number(hour), Number(minute), words),
    )
    .replaceAll(/(\d+)(st|nd|rd|th)\b/g, (_all, digits: string) => ordinalWords(Number(digits), words))
    .replaceAll(/\d+/g, (digits) => numeralWords(digits, words))
    .replaceAll(/[^\p{L}\p{M}'. ]+/gu, " ")
    .split(" ")
    .map(tidied)
    .filter((word) => word !== "")
    .join(" ");
}

/** Full stops stay in "a.m." only. */
const tidied = (word: string): string =>
  /^(?:\p{L}\.)+$/u.test(word) ? word : word.replaceAll(/^['.]+|['.]+$/g, "");

function clockWords(hour: number, minute: number, words: GuideWords): string {
  const hours = cardinalWords(hour, words);
  if (minute === 0) return ` ${hours} ${words.oClock} `;
  const zero = minute < 10 ? `${words.digits[0] ?? words.small[0]} ` : "";
  return ` ${hours} ${zero}${cardinalWords(minute, words)} `;
}

/** Long numbers and those with a leading zero are read digit by digit. */
function numeralWords(digits: string, words: GuideWords): string {
  if (digits.length <= 2 && !(digits.length > 1 && digits.startsWith("0"))) {
    return ` ${cardinalWords(Number(digits), words)} `;
  }
  return ` ${Array.from(digits, (digit) => words.small[Number(digit)] ?? "").join(" ")} `;
}

/** 0 to 99. */
function cardinalWords(value: number, { small, tens }: GuideWords): string {
  const word = small[value];
  if (word !== undefined) return word;
  const ten = tens[Math.floor(value / 10) - 2] ?? "";
  return value % 10 === 0 ? ten : `${ten} ${small[value % 10]}`;
}

function ordinalWords(value: number, words: GuideWords): string {
  if (value > 99) return numeralWords(String(value), words);
  const parts = cardinalWords(value, words).split(" ");
  const last = parts.pop() ?? "";
  return ` ${[...parts, words.ordinal(last)].join(" ")} `;
}
