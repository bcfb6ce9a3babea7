// Measure matcher: reads durations and amounts in the unit of their variable, such as "half an hour" for minutes or "500
// grams" for kilograms.

import type { LanguagePack } from "../../../locale/language-pack.ts";
import { type Dimension, type MeasureUnit, dimensions, sizeOf } from "../../../value/measure-unit.ts";
import { compiledOf } from "../compiled-pack.ts";
import { findAll } from "../lexicon.ts";
import { type ValueReading, fittingValues } from "../reading.ts";
import { numbersAt } from "../spoken-numbers.ts";
import { measureAt, unitAt } from "./spoken-measures.ts";
import { overlaps, type Utterance, utteranceOf } from "../tokenised-utterance.ts";
import { fitsNumber, type NumberRange, readNumber } from "./number.ts";

export interface MeasureRange extends NumberRange {
  readonly unit: MeasureUnit;
}

/** Decimals that a conversion keeps. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/**
 * Values in the unit of the range. `asking`: the words that ask for it and its names. A bare number counts the unit that
 * they name; where they name none it is doubtful.
 */
export function readMeasure(
  utterance: Utterance,
  range: MeasureRange,
  asking: readonly string[],
): readonly ValueReading[] {
  const { dimension, size } = sizeOf(range.unit);
  const readings: ValueReading[] = [];
  for (let at = 0; at < utterance.tokens.length;) {
    const measure = measureAt(utterance, dimension, at);
    const value = measure === undefined ? 0 : rounded(measure.value / size);
    const found =
      measure === undefined ? undefined : fittingValues([value], (each) => fitsNumber(each, range));
    if (measure !== undefined && found !== undefined)
      readings.push({
        from: at,
        to: measure.to,
        ...found,
        clear: true,
        ...(isGoingOn(utterance, measure.to) && { doubtful: true }),
      });
    at = measure?.to ?? at + 1;
  }
  const named = unitNamed(asking, range.unit, utterance.pack);
  const factor = named === undefined ? 1 : sizeOf(named).size / size;
  const bare = readNumber(utterance, { integer: false }).flatMap((reading): readonly ValueReading[] => {
    const [number] = reading.values;
    const isPart = readings.some((each) => overlaps(each, reading.from, reading.to));
    if (typeof number !== "number" || isPart || isOfOther(utterance, reading.to)) return [];
    const shared = sharedUnit(utterance, dimension, reading.to);
    const each = shared === undefined ? factor : shared / size;
    const found = fittingValues([rounded(number * each)], (value) => fitsNumber(value, range));
    const isEnd = shared === undefined && isTill(utterance, reading.from);
    const doubtful = reading.doubtful === true || (named === undefined && shared === undefined) || isEnd;
    return found === undefined
      ? []
      : [{ from: reading.from, to: reading.to, ...found, clear: false, doubtful }];
  });
  return [...readings, ...bare].sort((a, b) => a.from - b.from);
}

/** The unit of this dimension that words name, the wanted one before others. */
export function unitNamed(
  asking: readonly string[],
  unit: MeasureUnit,
  pack: LanguagePack,
): MeasureUnit | undefined {
  const { units } = compiledOf(pack).scales[sizeOf(unit).dimension];
  const found = asking.flatMap((words) => findAll(units, utteranceOf(words.replaceAll("_", " "), pack).keys));
  return found.some(({ value }) => value === unit) ? unit : found[0]?.value;
}

/** "An hour and twenty or so": a number that was not understood may belong to it. */
const isGoingOn = (utterance: Utterance, to: number): boolean =>
  utterance.pack.numbers.joiners.has(utterance.keys[to] ?? "") && numbersAt(utterance, to + 1).length > 0;

/** "Three to four hours": the size of the unit that a number shares with the one after it. */
function sharedUnit(utterance: Utterance, dimension: Dimension, to: number): number | undefined {
  const { keys, pack } = utterance;
  const joins = (key: string): boolean => pack.or.has(key) || pack.rangeWords.has(key);
  return joins(keys[to] ?? "") ? measureAt(utterance, dimension, to + 1)?.size : undefined;
}

/** "Until three" is no length, but its end. */
const isTill = ({ keys, pack }: Utterance, from: number): boolean =>
  pack.rangeWords.has(keys[from - 1] ?? "");

/** "Two kilos" are no hours. */
const isOfOther = (utterance: Utterance, at: number): boolean =>
  dimensions.some((dimension) => unitAt(utterance, utterance.compiled.scales[dimension], at) !== undefined);
