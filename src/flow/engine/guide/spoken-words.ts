// Text normaliser for speech: turns words of a flow (labels, phrases) into spoken words, with numerals as words and
// without punctuation.

import { parse } from "../../grammar/chart.ts";
import type { Language } from "../../grammar/language.ts";
import { tokenise } from "../../grammar/tokens.ts";
import { speak } from "./sayer.ts";

/** Lower-case words separated by blanks; "" if none is sayable. */
export function spokenWords(text: string, language: Language): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(
      /\d+(?:[:.]\d\d(?!\d|[:.]\d))?\.?\p{L}{0,2}/gu,
      (written) => ` ${figuresAloud(written, language)} `,
    )
    .replaceAll(/[^\p{L}\p{M}'. ]+/gu, " ")
    .split(" ")
    .map(tidied)
    .filter((word) => word !== "")
    .join(" ");
}

/** Full stops stay in "a.m." only. */
const tidied = (word: string): string =>
  /^(?:\p{L}\.)+$/u.test(word) ? word : word.replaceAll(/^['.]+|['.]+$/g, "");

/** Forms of figures, as the rules read and say them. Longer numbers are said digit by digit. */
const readAs: readonly string[] = ["ordinal", "clock", "n"];
const numberDigitsMax = 2;

function figuresAloud(written: string, language: Language): string {
  const { tokens } = tokenise(written, language);
  const whole = (parse(tokens, language.grammar)[0] ?? []).filter(({ end }) => end === tokens.length);
  const isLong = /^\d+$/.test(written) && (written.length > numberDigitsMax || /^0\d/.test(written));
  const reading = isLong ? undefined : whole.find(({ type }) => readAs.includes(type));
  const words = reading && speak(reading.type, reading.value, language);
  return words ?? written.replaceAll(/\d/g, (digit) => ` ${speak("dig", digit, language) ?? digit} `);
}
