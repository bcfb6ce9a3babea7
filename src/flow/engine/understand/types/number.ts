// Number matcher: reads "four", "24", "the second" (for whole numbers), "two and a half".

import { inAnyNumber, phrasesOf } from "../compiled-pack.ts";
import { findAll, longestAt, longestBefore } from "../lexicon.ts";
import { digitAt, type NumberReading, numbersAt } from "../spoken-numbers.ts";
import { quantitiesAt } from "../spoken-quantities.ts";
import { type ValueReading, fittingValues } from "../reading.ts";
import { coveredBy, type Utterance } from "../tokenised-utterance.ts";

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

export function readNumber(utterance: Utterance, range: NumberRange): readonly ValueReading[] {
  const readings: ValueReading[] = [];
  for (let at = 0; at < utterance.tokens.length;) {
    const [number] = quantitiesAt(utterance, at).filter(({ ordinal }) => range.integer || !ordinal);
    if (number === undefined) {
      at++;
      continue;
    }
    // German "keine Sechs" is neither none nor six.
    if (number.value === 0 && !isZero(utterance, at) && numbersAt(utterance, number.to).length > 0) {
      at = number.to;
      continue;
    }
    const { value, to } =
      outOfMax(utterance, at, range) ??
      inDigits(utterance, number) ??
      hundredsAt(utterance, number, range) ??
      number;
    const counted = readings.at(-1);
    if (counted !== undefined && isPartOf(utterance, { at, to })) {
      const rest = restOf(utterance, at);
      readings[readings.length - 1] = { ...counted, shares: rest, doubtful: true };
      at = to;
      continue;
    }
    const sign = isNegative(utterance, at) ? -1 : 1;
    const found = fittingValues([sign * value], (each) => fitsNumber(each, range));
    // "The fifteenth" is no count that is too high, but a day.
    const isDay = number.ordinal && found?.values.length === 0;
    if (found !== undefined && !isDay)
      readings.push({ from: at, to, ...found, clear: false, doubtful: value > number.value });
    at = to;
  }
  return readings;
}

/** "Zero", and not "none". */
const isZero = (utterance: Utterance, at: number): boolean => digitAt(utterance, at) === "0";

/** "8/10" of at most ten. */
function outOfMax({ tokens }: Utterance, at: number, { integer, max }: NumberRange): Quantity | undefined {
  const [, points, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(tokens[at]?.word ?? "") ?? [];
  return integer && points !== undefined && Number(of) === max
    ? { value: Number(points), to: at + 1 }
    : undefined;
}

/** "Fifteen, one five": the number once more, digit by digit. */
function inDigits(utterance: Utterance, { value, to }: NumberReading): Quantity | undefined {
  if (!Number.isInteger(value) || value < 10) return undefined;
  const digits = String(value).split("");
  const isSame = digits.every((digit, index) => digitAt(utterance, to + index) === digit);
  return isSame && digitAt(utterance, to + digits.length) === undefined
    ? { value, to: to + digits.length }
    : undefined;
}

/** "One fifty", "three oh five": hundreds without the word. */
function hundredsAt(utterance: Utterance, number: NumberReading, range: NumberRange): Quantity | undefined {
  const { text, tokens } = utterance;
  const { value, to, ordinal } = number;
  const between = text.slice(tokens[to - 1]?.to, tokens[to]?.from);
  const isUnit = Number.isInteger(value) && value > 0 && value < 10 && !ordinal && to - number.from === 1;
  if (!isUnit || between.trim() !== "" || tokens[to]?.numeral === true) return undefined;
  const unit = digitAt(utterance, to) === "0" ? digitAt(utterance, to + 1) : undefined;
  const [tens] = numbersAt(utterance, to).filter(
    (each) => !each.ordinal && Number.isInteger(each.value) && each.value >= 10 && each.value < 100,
  );
  const rest = unit === undefined ? tens : { value: Number(unit), to: to + 2 };
  if (rest === undefined || !fitsNumber(value * 100 + rest.value, range)) return undefined;
  return { value: value * 100 + rest.value, to: rest.to };
}

/** "Four people, two of them children": the second number tells of the first. */
function isPartOf({ compiled, keys }: Utterance, { at, to }: { readonly at: number; readonly to: number }) {
  return (
    longestAt(compiled.partsOf, keys, to) !== undefined ||
    longestBefore(compiled.partsOf, keys, at) !== undefined
  );
}

/** The words from there to the next comma. */
function restOf({ text, tokens }: Utterance, at: number): readonly number[] {
  const end = tokens.findIndex(
    ({ from }, next) => next > at && text.slice(tokens[next - 1]?.to, from).includes(","),
  );
  const last = end < 0 ? tokens.length : end;
  return Array.from({ length: last - at + 1 }, (_, index) => at - 1 + index);
}

interface Quantity {
  readonly value: number;
  readonly to: number;
}

/** "-5", but not the 34 of "12-34". */
function isNegative({ text, tokens }: Utterance, at: number): boolean {
  const from = tokens[at]?.from ?? 0;
  return tokens[at]?.numeral === true && /(?:^|\s)[-−]$/.test(text.slice(Math.max(0, from - 2), from));
}

/** "No kids", "a kid": none or one of what the variable is called, which may go without saying ("eine"). */
export function readFew(
  utterance: Utterance,
  range: NumberRange,
  synonyms: readonly string[],
): readonly ValueReading[] {
  const { compiled, keys, pack } = utterance;
  const { none, aloneOne, articles } = pack.numbers;
  const alone = keys.findIndex((key) => aloneOne.has(key));
  const isAlone =
    alone >= 0 && coveredBy(compiled.polite, keys).every((polite, at) => polite || at === alone);
  if (isAlone && fitsNumber(1, range)) return [{ from: alone, to: alone + 1, values: [1], clear: false }];
  const names = findAll(phrasesOf(inAnyNumber(synonyms, pack), pack), keys);
  return names.flatMap(({ from }): readonly ValueReading[] => {
    const before = keys[from - 1] ?? "";
    const value = none.has(before) ? 0 : articles.has(before) ? 1 : undefined;
    return value === undefined || !fitsNumber(value, range)
      ? []
      : [{ from: from - 1, to: from, values: [value], clear: false }];
  });
}

/** "A mile and a half": a half behind the name of what is counted belongs to the number before it. */
export function withHalves(
  { compiled, keys, pack }: Utterance,
  readings: readonly ValueReading[],
  { range, synonyms }: { readonly range: NumberRange; readonly synonyms: readonly string[] },
): readonly ValueReading[] {
  const names = phrasesOf(inAnyNumber(synonyms, pack), pack);
  return readings.map((reading): ValueReading => {
    const [value] = reading.values.length > 0 ? reading.values : [reading.misfit];
    const name = longestAt(names, keys, reading.to);
    const half = name === undefined ? undefined : longestAt(compiled.halves, keys, name.to);
    if (half === undefined || typeof value !== "number") return reading;
    const found = fittingValues([value + 0.5], (each) => fitsNumber(each, range));
    return { from: reading.from, to: half.to, values: [], ...found, clear: true };
  });
}
