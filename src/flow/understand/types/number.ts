// Numbers: "four", "24", "the second" (of whole numbers), "two and a half".

import { numbersAt } from "../numerals.ts";
import { type Reading, sifted } from "../reading.ts";
import type { Utterance } from "../utterance.ts";

export interface NumberRange {
  readonly integer: boolean;
  readonly min?: number;
  readonly max?: number;
}

export const fitsNumber = (value: unknown, { integer, min, max }: NumberRange): value is number =>
  typeof value === "number" &&
  Number.isFinite(value) &&
  (!integer || Number.isSafeInteger(value)) &&
  value >= (min ?? -Infinity) &&
  value <= (max ?? Infinity);

export function readNumber(utterance: Utterance, range: NumberRange): readonly Reading[] {
  const readings: Reading[] = [];
  for (let at = 0; at < utterance.tokens.length;) {
    const [number] = numbersAt(utterance, at).filter(({ ordinal }) => range.integer || !ordinal);
    if (number === undefined) {
      at++;
      continue;
    }
    const found = sifted([number.value], (value) => fitsNumber(value, range));
    if (found !== undefined) readings.push({ from: at, to: number.to, ...found, clear: false });
    at = number.to;
  }
  return readings;
}
