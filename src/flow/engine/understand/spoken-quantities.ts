// Spoken quantity reader: numbers with scales and fractions around them, such as "15k", "half a million", "a million
// and a half", "three quarters", "point five", "3 1/2". No quantity ends before a word that still belongs to it.

import { longestAt } from "./lexicon.ts";
import { digitAt, type NumberReading, numbersAt, wordReading } from "./spoken-numbers.ts";
import type { Utterance } from "./tokenised-utterance.ts";

/** Decimals of a fraction that has no end. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** All quantities that begin at a token, the longest first. Ordinals are as `numbersAt` reads them. */
export function quantitiesAt(utterance: Utterance, at: number): readonly NumberReading[] {
  const plain = numbersAt(utterance, at);
  const parts = [partAt(utterance, at), decimalsAt(utterance, at), oneAt(utterance, at)].filter(
    (each) => each !== undefined,
  );
  if (plain.length + parts.length === 0) return plain;
  const byEnd = new Map<number, NumberReading>();
  const first = [...parts, ...plain.filter(({ ordinal }) => !ordinal)];
  const scaled = first.flatMap((reading) => scaledBy(utterance, reading));
  const joined = [...scaled, ...first].flatMap((reading) => withPart(utterance, reading));
  const all = [...joined, ...scaled, ...parts, ...plain];
  for (const each of all) if (!byEnd.has(each.to)) byEnd.set(each.to, { ...each, from: at });
  return [...byEnd.values()].sort((a, b) => b.to - a.to);
}

/** "Three quarters", "1/2": a part of one. */
export function partAt(utterance: Utterance, at: number): NumberReading | undefined {
  const { compiled, keys, tokens } = utterance;
  const named = longestAt(compiled.parts, keys, at);
  if (named !== undefined) return { ...named, value: rounded(named.value), ordinal: false };
  const [, above, below] = /^(\d{1,2})\/(\d{1,2})$/.exec(tokens[at]?.word ?? "") ?? [];
  if (above === undefined || below === undefined || Number(above) >= Number(below)) return undefined;
  return { from: at, to: at + 1, value: rounded(Number(above) / Number(below)), ordinal: false };
}

/** "A grand". */
function oneAt({ keys, pack }: Utterance, at: number): NumberReading | undefined {
  const scale = pack.numbers.articles.has(keys[at] ?? "")
    ? pack.numbers.scales.get(keys[at + 1] ?? "")
    : undefined;
  return scale === undefined ? undefined : { from: at, to: at + 2, value: scale, ordinal: false };
}

/** "Point five". */
function decimalsAt(utterance: Utterance, at: number): NumberReading | undefined {
  if (!utterance.pack.numbers.point.has(utterance.keys[at] ?? "")) return undefined;
  let decimals = "";
  let to = at + 1;
  for (; decimals.length < 6; to++) {
    const digit = digitAt(utterance, to);
    if (digit === undefined) break;
    decimals += digit;
  }
  return decimals === "" ? undefined : { from: at, to, value: Number(`0.${decimals}`), ordinal: false };
}

/** The factor of a word behind a number: "k", "million". */
function scaleAt(utterance: Utterance, at: number): number | undefined {
  const scale = utterance.pack.numbers.scales.get(utterance.keys[at] ?? "");
  if (scale !== undefined) return scale;
  const word = wordReading(utterance, at);
  return word !== undefined && !word.ordinal && word.value >= 1_000 && /sand|million/.test(word.rank)
    ? word.value
    : undefined;
}

/** "15k", "three quarters of a million". */
function scaledBy(utterance: Utterance, reading: NumberReading): readonly NumberReading[] {
  if (scaleAt(utterance, reading.to - 1) !== undefined && utterance.tokens[reading.to - 1]?.numeral !== true)
    return [];
  const between = longestAt(utterance.compiled.partOf, utterance.keys, reading.to);
  const at = reading.value < 1 && between !== undefined ? between.to : reading.to;
  const scale = scaleAt(utterance, at);
  return scale === undefined ? [] : [{ ...reading, to: at + 1, value: rounded(reading.value * scale) }];
}

/** "One and three quarters", "3 1/2", "a million and a half". */
function withPart(utterance: Utterance, reading: NumberReading): readonly NumberReading[] {
  const { keys, pack, tokens } = utterance;
  if (!Number.isInteger(reading.value)) return [];
  const joined = pack.numbers.joiners.has(keys[reading.to] ?? "") ? 1 : 0;
  if (joined === 0 && tokens[reading.to]?.numeral !== true) return [];
  const part = partAt(utterance, reading.to + joined);
  if (part === undefined) return [];
  const scale = scaleAt(utterance, reading.to - 1) ?? 1;
  return [{ ...reading, to: part.to, value: rounded(reading.value + part.value * scale) }];
}
