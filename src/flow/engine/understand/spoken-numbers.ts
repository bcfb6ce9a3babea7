// Spoken number reader: finds numbers in a row of tokens, such as "four", "24th", "two hundred and five", "2.5", "two
// and a half", "a dozen". Every position is read by itself; the matcher that asks decides which of the readings it
// can use.

import type { NumberWord } from "../../locale/number-words.ts";
import { longestAt } from "./lexicon.ts";
import type { Utterance } from "./tokenised-utterance.ts";

export interface NumberReading {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly ordinal: boolean;
}

/** All numbers that begin at a token, the longest first. */
export function numbersAt(utterance: Utterance, at: number): readonly NumberReading[] {
  const known = knownNumbers.get(utterance) ?? [];
  knownNumbers.set(utterance, known);
  return (known[at] ??= readNumbers(utterance, at));
}

/** Cache: many patterns ask for the same numbers. */
const knownNumbers = new WeakMap<Utterance, (readonly NumberReading[])[]>();

function readNumbers(utterance: Utterance, at: number): readonly NumberReading[] {
  if (isPronoun(utterance, at) || isInside(utterance, at)) return [];
  const byEnd = new Map<number, NumberReading>();
  const add = (reading: NumberReading): void => {
    if (!byEnd.has(reading.to)) byEnd.set(reading.to, reading);
  };
  const minus = utterance.pack.numbers.minus.has(utterance.keys[at] ?? "") ? 1 : 0;
  for (const whole of wholesAt(utterance, at + minus)) {
    const sign = minus === 1 ? -1 : 1;
    const fractions = extended(utterance, whole);
    const scaled = fractions.flatMap((fraction) => scaledBy(utterance, fraction));
    for (const each of [...scaled, ...fractions, whole]) {
      add({ ...each, from: at, value: sign * each.value });
    }
  }
  const phrase = longestAt(utterance.compiled.numberPhrases, utterance.keys, at);
  if (phrase !== undefined) add({ ...phrase, ordinal: false });
  const all = [...byEnd.values()].sort((a, b) => b.to - a.to);
  // "Two hundred and three hundred" are no 203 and a hundred.
  return all.filter(({ to }) => !isJoined(utterance, to - 2) || !isMultiplied(utterance, to));
}

const isJoined = ({ keys, pack }: Utterance, at: number): boolean => pack.numbers.joiners.has(keys[at] ?? "");

const isMultiplied = (utterance: Utterance, at: number): boolean => {
  const word = wordReading(utterance, at);
  return word !== undefined && isMultiplier(word) && !isParted(utterance, at);
};

/** The "one" of "that one" is a pronoun, not a number; that of "the one night" is. */
export function isPronoun({ tokens, keys, pack }: Utterance, at: number): boolean {
  const before = tokens[at - 1];
  if (keys[at] !== "1" || before === undefined || pack.units.has(keys[at + 1] ?? "")) return false;
  return pack.numbers.notBeforeOne.has(before.word);
}

/** The "five" of "twenty five" is not a number of its own. */
function isInside(utterance: Utterance, at: number): boolean {
  const before = wordReading(utterance, at - 1);
  const here = wordReading(utterance, at);
  return (
    !utterance.pack.numbers.unitFirst &&
    !isParted(utterance, at) &&
    before?.rank === "ten" &&
    !before.ordinal &&
    here?.rank === "unit" &&
    here.value > 0
  );
}

/** "Two" as "two point five" and "two and a half". */
function extended(utterance: Utterance, whole: NumberReading): readonly NumberReading[] {
  if (whole.ordinal) return [];
  const half = longestAt(utterance.compiled.halves, utterance.keys, whole.to);
  const halves = half === undefined ? [] : [{ ...whole, to: half.to, value: whole.value + 0.5 }];
  if (!utterance.pack.numbers.point.has(utterance.keys[whole.to] ?? "")) return halves;
  let decimals = "";
  let at = whole.to + 1;
  for (; decimals.length < 6; at++) {
    const digit = digitAt(utterance, at);
    if (digit === undefined) break;
    decimals += digit;
  }
  if (decimals === "") return halves;
  return [...halves, { ...whole, to: at, value: Number(`${whole.value}.${decimals}`) }];
}

/** "Two and a half thousand", "2.5 million". */
function scaledBy(utterance: Utterance, reading: NumberReading): readonly NumberReading[] {
  const word = wordReading(utterance, reading.to);
  // "A million two hundred thousand" is no million thousands.
  if (word === undefined || word.ordinal || !isMultiplier(word) || reading.value >= 1_000_000) return [];
  return [{ ...reading, to: reading.to + 1, value: Math.round(reading.value * word.value * 1e6) / 1e6 }];
}

/** One digit, said or written: "oh" is 0. */
export function digitAt({ tokens, pack }: Utterance, at: number): string | undefined {
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.numeral) return /^[0-9]$/.test(token.word) && !token.ordinal ? token.word : undefined;
  const word = pack.numbers.read(token.word);
  if (word?.rank === "unit" && !word.ordinal) return String(word.value);
  return pack.numbers.digits.get(token.word);
}

/** The value of a written numeral; undefined for times, dates and the like. */
function numeralValue(word: string, decimalMark: "." | ","): number | undefined {
  const groupMark = decimalMark === "." ? "," : ".";
  const grouped = decimalMark === "." ? /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/ : /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
  const plain = decimalMark === "." ? /^\d+(?:\.\d+)?$/ : /^\d+(?:,\d+)?$/;
  if (word.length > 20) return undefined;
  if (grouped.test(word)) return Number(word.replaceAll(groupMark, "").replace(decimalMark, "."));
  // "49,90" is written in English, too, by people who write it so everywhere else.
  const isForeign = decimalMark === "." && /^\d+,\d{1,2}$/.test(word);
  return plain.test(word) || isForeign ? Number(word.replace(isForeign ? "," : decimalMark, ".")) : undefined;
}

export const wordReading = ({ tokens, pack }: Utterance, at: number): NumberWord | undefined => {
  const token = tokens[at];
  return token === undefined || token.numeral ? undefined : pack.numbers.read(token.word);
};

/** "Ein und zwanzig", "ein bis zwei". */
function articleReading({ keys, pack, tokens }: Utterance, at: number): NumberWord | undefined {
  const { articles, joiners, read, unitFirst } = pack.numbers;
  if (!unitFirst || !articles.has(keys[at] ?? "")) return undefined;
  const [next = "", number] = [keys[at + 1], read(tokens[at + 2]?.word ?? "")];
  const isTen = joiners.has(next) && number?.rank === "ten";
  const isEither = (pack.or.has(next) || pack.rangeWords.has(next)) && number?.ordinal === false;
  return isTen || isEither ? { value: 1, rank: "unit", ordinal: false } : undefined;
}

/** Below 100, said or written; a numeral may be of any size. */
function smallsAt(utterance: Utterance, at: number): readonly NumberReading[] {
  const token = utterance.tokens[at];
  if (token?.numeral === true) {
    const value = numeralValue(token.word, utterance.pack.spelling.decimalMark);
    return value === undefined ? [] : [{ from: at, to: at + 1, value, ordinal: token.ordinal }];
  }
  const word = wordReading(utterance, at) ?? articleReading(utterance, at);
  if (word === undefined || isMultiplier(word)) return [];
  const alone = { from: at, to: at + 1, value: word.value, ordinal: word.ordinal };
  if (word.ordinal) return [alone];
  const { joiners, unitFirst } = utterance.pack.numbers;
  if (word.rank === "ten" && !unitFirst) {
    const unit = wordReading(utterance, at + 1);
    // "Fifty, five zero" is no fifty-five.
    if (unit?.rank === "unit" && unit.value > 0 && !isParted(utterance, at + 1)) {
      return [{ from: at, to: at + 2, value: word.value + unit.value, ordinal: unit.ordinal }];
    }
  }
  if (word.rank === "unit" && unitFirst && joiners.has(utterance.keys[at + 1] ?? "")) {
    const ten = wordReading(utterance, at + 2);
    if (ten?.rank === "ten") {
      return [{ from: at, to: at + 3, value: word.value + ten.value, ordinal: ten.ordinal }, alone];
    }
  }
  return [...(unitFirst ? roundAndMore(utterance, alone) : []), alone];
}

/** "Zweihundert fünfzig": one number that was written as two words. */
function roundAndMore(utterance: Utterance, { from, to, value }: NumberReading): readonly NumberReading[] {
  const next = wordReading(utterance, to);
  const scale = value % 1_000 === 0 ? 1_000 : value % 100 === 0 ? 100 : 0;
  const isRest = next !== undefined && !isMultiplier(next) && next.value > 0 && next.value < scale;
  return value === 0 || !isRest || isParted(utterance, to)
    ? []
    : [{ from, to: to + 1, value: value + next.value, ordinal: next.ordinal }];
}

const isParted = ({ text, tokens }: Utterance, at: number): boolean =>
  text.slice(tokens[at - 1]?.to, tokens[at]?.from).includes(",");

const isMultiplier = ({ rank }: NumberWord): boolean =>
  rank === "hundred" || rank === "thousand" || rank === "million";

/** Whole numbers up to millions, at every token where one may end. */
function wholesAt(utterance: Utterance, at: number): readonly NumberReading[] {
  let readings: readonly NumberReading[] = smallsAt(utterance, at);
  const first = wordReading(utterance, at);
  // "A hundred", "hundred and five".
  if (first !== undefined && isMultiplier(first)) readings = [{ from: at, to: at, value: 1, ordinal: false }];
  const all = readings.filter(({ to }) => to > at);
  for (const size of [100, 1_000, 1_000_000]) {
    const grown = readings.flatMap((reading) => multiplied(utterance, reading, size));
    readings = [...readings, ...grown];
    all.push(...grown);
  }
  return all;
}

/** "Five" + "hundred" (+ "and" + what is below a hundred). */
function multiplied(utterance: Utterance, reading: NumberReading, size: number): readonly NumberReading[] {
  if (reading.ordinal || reading.value <= 0 || reading.value >= 1_000) return [];
  // "Fifty, a hundred" are two.
  if (reading.to > reading.from && isParted(utterance, reading.to)) return [];
  const word = wordReading(utterance, reading.to);
  if (word === undefined || !isMultiplier(word) || word.value !== size) return [];
  const base = { ...reading, to: reading.to + 1, value: reading.value * size, ordinal: word.ordinal };
  if (word.ordinal) return [base];
  const joined = utterance.pack.numbers.joiners.has(utterance.keys[base.to] ?? "") ? 1 : 0;
  const restsOf = size === 100 ? smallsAt : size === 1_000 ? belowThousandAt : wholesAt;
  const rests = restsOf(utterance, base.to + joined);
  const sums = rests
    .filter(({ value }) => Number.isInteger(value) && value > 0 && value < size)
    .map(({ to, value, ordinal }) => ({ ...base, to, value: base.value + value, ordinal }));
  return [...sums, base];
}

function belowThousandAt(utterance: Utterance, at: number): readonly NumberReading[] {
  const smalls = smallsAt(utterance, at);
  return [...smalls.flatMap((small) => multiplied(utterance, small, 100)), ...smalls].sort(
    (a, b) => b.to - a.to,
  );
}
