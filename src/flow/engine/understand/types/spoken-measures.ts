// Spoken measure reader: a number with its unit, such as "two weeks", "an hour and a half", "half a litre", "two pounds
// and three ounces". All units of one dimension are read, and converted.

import { type Dimension, type MeasureUnit, sizeOf } from "../../../value/measure-unit.ts";
import type { MeasureScale } from "../compiled-pack.ts";
import { longestAt } from "../lexicon.ts";
import { partAt, quantitiesAt } from "../spoken-quantities.ts";
import { isRate } from "./rates.ts";
import type { Utterance } from "../tokenised-utterance.ts";

export interface SpokenMeasure {
  readonly to: number;
  /** In the first unit of the dimension. */
  readonly value: number;
  /** The size of the unit that was said last. */
  readonly size: number;
  /** The unit that was said first; undefined for a measure in one word. */
  readonly unit?: MeasureUnit;
}

/** Terms of one measure: "a week and two days" has two. */
const termsMax = 3;

/** The measure that begins at a token. */
export function measureAt(utterance: Utterance, dimension: Dimension, at: number): SpokenMeasure | undefined {
  if (isRate(utterance, at)) return undefined;
  const scale = utterance.compiled.scales[dimension];
  let measure = termAt(utterance, scale, at) ?? beginningUnit(utterance, scale, at);
  for (let terms = 1; measure !== undefined && terms < termsMax; terms++) {
    const longer = moreOf(utterance, scale, measure);
    if (longer === undefined) break;
    measure = longer;
  }
  return measure;
}

/** The unit that is named at a token. */
export const unitAt = (utterance: Utterance, { units }: MeasureScale, at: number) =>
  longestAt(units, utterance.keys, at);

interface Amount {
  readonly to: number;
  readonly value: number;
}

/** "Two weeks", "an hour", "three quarters of an hour", "a fortnight", "one full hour". */
function termAt(utterance: Utterance, scale: MeasureScale, at: number): SpokenMeasure | undefined {
  const { compiled, keys, pack } = utterance;
  const word = longestAt(scale.spans, keys, at);
  if (word !== undefined) return { to: word.to, value: word.value, size: word.value };
  const part = partAt(utterance, at) ?? longestAt(compiled.unitParts, keys, at);
  const isOne = pack.numbers.articles.has(keys[at] ?? "");
  const amounts: readonly Amount[] = [
    ...(isOne ? oneAndPart(utterance, at + 1) : []),
    ...quantitiesAt(utterance, at)
      .filter(({ ordinal, value }) => !ordinal && Number.isInteger(value) && value > 0)
      .flatMap(({ to, value }) => andPart(utterance, to, value)),
    ...(part === undefined ? [] : [part]),
    ...quantitiesAt(utterance, at).filter(
      ({ ordinal, value, to }) => !ordinal && (value > 0 || to === at + 1),
    ),
    ...(isOne ? [{ to: at + 1, value: 1 }] : []),
  ];
  for (const { to, value } of amounts) {
    // "Eight a day" is no eight days.
    const of = (value < 1 ? longestAt(compiled.partOf, keys, to)?.to : undefined) ?? to;
    const from = pack.numbers.wholeWords.has(keys[of] ?? "") ? of + 1 : of;
    const whole = longestAt(scale.spans, keys, from);
    if (whole !== undefined) return { to: whole.to, value: value * whole.value, size: whole.value };
    const unit = unitAt(utterance, scale, from);
    if (unit === undefined) continue;
    const { size } = sizeOf(unit.value);
    return { to: unit.to, value: value * size, size, unit: unit.value };
  }
  return undefined;
}

/** The "and a half" of "a half and one hour" as German says it: "eine und eine halbe Stunde". */
function oneAndPart(utterance: Utterance, at: number): readonly Amount[] {
  const { keys, pack } = utterance;
  const part = pack.numbers.joiners.has(keys[at] ?? "") ? partAt(utterance, at + 1) : undefined;
  return part === undefined ? [] : [{ to: part.to, value: 1 + part.value }];
}

/** "One and three quarter hours". */
function andPart(utterance: Utterance, at: number, value: number): readonly Amount[] {
  const { compiled, keys, pack } = utterance;
  if (!pack.numbers.joiners.has(keys[at] ?? "")) return [];
  const part = longestAt(compiled.unitParts, keys, at + 1);
  return part === undefined ? [] : [{ to: part.to, value: value + part.value }];
}

/** "Week and three days": who begins with a unit means one of it. */
function beginningUnit(utterance: Utterance, scale: MeasureScale, at: number): SpokenMeasure | undefined {
  const { keys, pack } = utterance;
  const unit = unitAt(utterance, scale, at);
  if (unit === undefined || !pack.numbers.joiners.has(keys[unit.to] ?? "")) return undefined;
  const { size } = sizeOf(unit.value);
  const one = { to: unit.to, value: size, size, unit: unit.value };
  return moreOf(utterance, scale, one) === undefined ? undefined : one;
}

/** "An hour and ten", but not "an hour and ten people". */
const isLast = ({ keys, politeness }: Utterance, from: number): boolean =>
  keys.every((_, at) => at < from || politeness[at] === true);

/** "And a half", "and two days", and the fifteen of "one hour fifteen" and "an hour and ten". */
function moreOf(
  utterance: Utterance,
  scale: MeasureScale,
  { to, value, size, unit }: SpokenMeasure,
): SpokenMeasure | undefined {
  const { keys, pack } = utterance;
  const first = unit === undefined ? {} : { unit };
  const at = to + (pack.numbers.joiners.has(keys[to] ?? "") ? 1 : 0);
  const term = termAt(utterance, scale, at);
  if (term !== undefined) {
    // "Two weeks, ten days" are two lengths.
    return term.size < size && term.value < size
      ? { to: term.to, value: value + term.value, size: term.size, ...first }
      : undefined;
  }
  const part = at === to ? undefined : partAt(utterance, at);
  if (part !== undefined) return { to: part.to, value: value + part.value * size, size: 1, ...first };
  if (size !== scale.split) return undefined;
  const [number] = quantitiesAt(utterance, at).filter(
    (each) => Number.isInteger(each.value) && each.value < size && (at === to || isLast(utterance, each.to)),
  );
  return number === undefined ? undefined : { to: number.to, value: value + number.value, size: 1, ...first };
}
