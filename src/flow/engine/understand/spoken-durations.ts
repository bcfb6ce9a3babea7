// Duration reader: lengths of time for a number that counts a unit of time, such as "two weeks" for a number of nights
// or "an hour and a half" for minutes.

import { sizeOf } from "../../value/measure-unit.ts";
import { entriesOf } from "./compiled-pack.ts";
import { findAll } from "./lexicon.ts";
import { type ValueReading, fittingValues } from "./reading.ts";
import { measureAt } from "./types/spoken-measures.ts";
import type { Utterance } from "./tokenised-utterance.ts";
import { fitsNumber, type NumberRange } from "./types/number.ts";

/**
 * Readings of lengths of time in the unit that one of the names says; none if no name is a unit of time. A length that
 * is no number of that unit has no value.
 */
export function readDurations(
  utterance: Utterance,
  range: NumberRange,
  names: readonly string[],
): readonly ValueReading[] {
  const own = ownSize(utterance, names);
  if (own === undefined) return [];
  const readings: ValueReading[] = [];
  for (let at = 0; at < utterance.tokens.length;) {
    const length = measureAt(utterance, "time", at);
    if (length === undefined) {
      at++;
      continue;
    }
    const value = Math.round((length.value / own) * 100) / 100;
    const found = fittingValues([value], (each) => fitsNumber(each, range));
    if (found !== undefined) readings.push({ from: at, to: length.to, ...found, clear: true });
    at = length.to;
  }
  return readings;
}

/** Minutes of the unit that the variable counts. */
function ownSize({ compiled, pack }: Utterance, names: readonly string[]): number | undefined {
  const words = names.flatMap((name) => entriesOf([name.replaceAll("_", " ")], true, pack));
  const [unit] = words.flatMap(({ words: keys }) => findAll(compiled.scales.time.units, keys));
  return unit === undefined ? undefined : sizeOf(unit.value).size;
}
