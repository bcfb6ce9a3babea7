// Money matcher: reads amounts such as "fifty euros", "$12.50", "twelve dollars and fifty cents", "twelve fifty".

import type { CurrencyWord } from "../compiled-pack.ts";
import { type PhraseMatch, longestAt } from "../lexicon.ts";
import { digitAt, numbersAt } from "../spoken-numbers.ts";
import { partAt, quantitiesAt } from "../spoken-quantities.ts";
import { type ValueReading, fittingValues } from "../reading.ts";
import type { Utterance } from "../tokenised-utterance.ts";
import { fitsNumber } from "./number.ts";

export interface MoneyRange {
  readonly currency: string;
  readonly min?: number;
  readonly max?: number;
}

interface Amount {
  readonly to: number;
  readonly candidates: readonly number[];
  readonly named: boolean;
  /** "Twelve ninety nine" is a price far more often than a sum of hundreds. */
  readonly isPrice?: boolean;
  /** "Twelve fifty dollars": bounds alone do not say which it is. */
  readonly isEither?: boolean;
}

/** From these hundredths on two numbers in a row are a price. */
const priceEndingMin = 90;
/** "Ten fifty" is a price; "two fifty" may be two hundred and fifty. */
const priceMin = 10;

const round = (value: number): number => Math.round(value * 100) / 100;

export const fitsMoney = (value: unknown, range: MoneyRange): value is number =>
  fitsNumber(value, { min: 0, ...range, integer: false }) && round(value) === value;

/** Amounts in the wanted currency (ISO 4217), in its main unit, with at most two decimals. */
export function readMoney(utterance: Utterance, range: MoneyRange): readonly ValueReading[] {
  const readings: ValueReading[] = [];
  for (let at = 0; at < utterance.tokens.length;) {
    const amount = amountAt(utterance, range.currency, at);
    if (amount === undefined) {
      at++;
      continue;
    }
    const found = fittingValues(amount.candidates, (value) => fitsMoney(value, range));
    if (found !== undefined) {
      const isPrice = amount.isPrice === true && found.values.length > 1;
      const values = isPrice ? found.values.slice(0, 1) : found.values;
      const doubtful = isPrice || amount.isEither === true;
      readings.push({ from: at, to: amount.to, ...found, values, clear: amount.named, doubtful });
    }
    at = amount.to;
  }
  return readings;
}

function amountAt(utterance: Utterance, currency: string, at: number): Amount | undefined {
  const { compiled, keys, pack } = utterance;
  const sign = longestAt(compiled.currencies, keys, at);
  const isMark = sign !== undefined && isWritten(utterance, at);
  if (sign !== undefined && !isMark) return oneAndMore(utterance, sign, currency);
  if (sign !== undefined && (!sign.value.currencies.includes(currency) || sign.value.minor)) return undefined;
  // The 50 of "$50" is no amount in euros.
  if (isWritten(utterance, at - 1) && longestAt(compiled.currencies, keys, at - 1) !== undefined)
    return undefined;
  const from = sign?.to ?? at;
  const note = noteAt(utterance, from, currency);
  if (note !== undefined) return note;
  const [main] = quantitiesAt(utterance, from).filter(({ ordinal }) => !ordinal);
  if (main === undefined) return undefined;
  // Ten percent are no sum.
  if (pack.numbers.percent.has(keys[main.to] ?? "")) return undefined;
  // "Three quarters of a dollar".
  const of = main.value < 1 ? longestAt(compiled.partOf, keys, main.to) : undefined;
  const unit =
    (of && longestAt(compiled.currencies, keys, of.to)) ?? longestAt(compiled.currencies, keys, main.to);
  // "Fifty dollars" is no amount in euros.
  if (unit !== undefined && !unit.value.currencies.includes(currency)) return undefined;
  if (unit?.value.minor === true && sign === undefined) {
    return { to: unit.to, candidates: [round(main.value / 100)], named: true };
  }
  const part = partAt(utterance, from);
  // "Half" of something is no sum.
  if (part?.to === main.to && unit === undefined && sign === undefined) return undefined;
  const named = sign !== undefined || (unit !== undefined && !unit.value.minor);
  const end = unit !== undefined && !unit.value.minor ? unit.to : main.to;
  const minor = Number.isInteger(main.value) ? minorAt(utterance, end, named) : undefined;
  if (minor === undefined) return { to: end, candidates: [round(main.value)], named };
  const together = round(main.value + minor.value / 100);
  if (named || minor.named) return { to: minor.to, candidates: [together], named: true };
  // "Twelve fifty" may be 12.50 or 1250, and so may "twelve fifty dollars".
  const behind = longestAt(compiled.currencies, keys, minor.to)?.to ?? minor.to;
  const candidates = [together, main.value * 100 + minor.value];
  const isPrice = minor.value >= priceEndingMin || main.value >= priceMin;
  return { to: behind, candidates, named: false, isPrice, isEither: behind > minor.to };
}

/** "$" and "EUR" stand before the number, "dollars" behind it. */
const isWritten = ({ tokens, pack }: Utterance, at: number): boolean => {
  const word = tokens[at]?.word ?? "";
  return word !== "" && (!/^\p{L}/u.test(word) || pack.currencies.has(word.toUpperCase()));
};

/** "A dollar fifty". */
function oneAndMore(
  utterance: Utterance,
  unit: PhraseMatch<CurrencyWord>,
  currency: string,
): Amount | undefined {
  if (unit.value.minor || !unit.value.currencies.includes(currency)) return undefined;
  const minor = minorAt(utterance, unit.to, true);
  return minor === undefined
    ? undefined
    : { to: minor.to, candidates: [round(1 + minor.value / 100)], named: true };
}

/** "A fiver". */
function noteAt({ keys, pack }: Utterance, at: number, currency: string): Amount | undefined {
  const from = pack.numbers.articles.has(keys[at] ?? "") ? at + 1 : at;
  const value = pack.currencies.get(currency)?.notes?.get(keys[from] ?? "");
  return value === undefined ? undefined : { to: from + 1, candidates: [value], named: true };
}

/** "And twenty cents", "twenty": hundredths after a whole amount. */
function minorAt(utterance: Utterance, at: number, afterUnit: boolean) {
  const { compiled, keys, pack } = utterance;
  const joined = afterUnit && pack.numbers.joiners.has(keys[at] ?? "") ? 1 : 0;
  // "Ten dollars and a half".
  const part = joined === 1 ? partAt(utterance, at + 1) : undefined;
  if (part !== undefined) return { to: part.to, value: part.value * 100, named: true };
  // "Not ten, twenty" are two sums.
  if (
    !afterUnit &&
    utterance.text.slice(utterance.tokens[at - 1]?.to, utterance.tokens[at]?.from).includes(",")
  )
    return undefined;
  const oh = digitAt(utterance, at);
  const cents = oh === "0" ? digitAt(utterance, at + 1) : undefined;
  // "Four oh five".
  if (cents !== undefined && !afterUnit) return { to: at + 2, value: Number(cents), named: true };
  const [number] = numbersAt(utterance, at + joined).filter(
    ({ value, ordinal }) => !ordinal && Number.isInteger(value) && value > 0 && value < 100,
  );
  if (number === undefined) return undefined;
  const unit = longestAt(compiled.currencies, keys, number.to);
  if (unit?.value.minor === true) return { to: unit.to, value: number.value, named: true };
  // "Twelve euros and twenty" is 12.20; "twelve five" is ambiguous and has no hundredths.
  if ((unit !== undefined && afterUnit) || (joined === 1 && !afterUnit) || number.value < 10)
    return undefined;
  return { to: number.to, value: number.value, named: false };
}
