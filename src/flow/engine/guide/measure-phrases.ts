// Measure grammar: what may be said for a duration or an amount, the counterpart of `understand/types/measure`.

import { type MeasureUnit, sizeOf } from "../../value/measure-unit.ts";
import { unitNamed } from "../understand/types/measure.ts";
import type { AskedVariable, Wanted } from "../understand/understanding.ts";
import type { DateLanguage, ValueTrees } from "./date-phrases.ts";
import { cardinalsTree, decimalsTree, NUMBER_MAX } from "./number-phrases.ts";
import { anyOf, type MaybeSayable, optional, phrasesTree, sequence } from "./phrase-tree.ts";

type MeasureWanted = Extract<Wanted, { kind: "duration" | "amount" }>;

/** Names of units in a grammar: of others than the wanted one, those that are nearest in size. */
const unitsMax = 4;
/** Numbers of a larger unit that is converted. */
const largerMax = 24;
/** The same of a smaller one: "seven hundred grams". */
const smallerMax = 999;

interface SaidUnit {
  readonly unit: MeasureUnit;
  readonly names: MaybeSayable;
}

/** The unit and those nearest to it, with what they are called. */
function unitsNear(unit: MeasureUnit, { pack, words }: DateLanguage): readonly SaidUnit[] {
  const { dimension, size } = sizeOf(unit);
  const distance = (other: MeasureUnit): number => Math.abs(Math.log(sizeOf(other).size / size));
  // "Twenty second" is an ordinal.
  const isSaid = (name: string): boolean =>
    name.length > 2 && !words.rareWords.has(name) && pack.numbers.read(name) === undefined;
  return [...Map.groupBy(pack.measures, ([, each]) => each)]
    .filter(([each]) => sizeOf(each).dimension === dimension)
    .sort(([one], [other]) => distance(one) - distance(other))
    .slice(0, unitsMax)
    .map(([each, named]) => ({ unit: each, names: phrasesTree(named.map(([name]) => name).filter(isSaid)) }));
}

/** "Two hours", "an hour and a half", "half an hour", "one hour and fifteen minutes", and a bare number of the wanted unit. */
export function measureTrees(
  { name, question = "", synonyms }: AskedVariable,
  wanted: MeasureWanted,
  calendar: DateLanguage,
): ValueTrees {
  const { pack, words } = calendar;
  const { size } = sizeOf(wanted.unit);
  const units = unitsNear(wanted.unit, calendar);
  const range = { min: Math.ceil(wanted.min ?? 0), max: Math.floor(wanted.max ?? NUMBER_MAX) };
  const whole = cardinalsTree(words, range);
  const counted = units.map(({ unit, names }) => sequence(countOf(unit, wanted, calendar), names));
  /** Whether so many of the unit fit the wanted one, which may have to be whole. */
  const fits = (unit: MeasureUnit, count: number): boolean =>
    !wanted.integer || Number.isInteger((sizeOf(unit).size / size) * count);
  const ones = units.filter(({ unit }) => fits(unit, 1));
  const halved = units.filter(({ unit }) => fits(unit, 0.5));
  const quartered = units.filter(({ unit }) => fits(unit, 0.25));
  const namesOf = (all: readonly SaidUnit[]): MaybeSayable => anyOf(...all.map(({ names }) => names));
  const partsOf = (part: number): MaybeSayable =>
    phrasesTree(words.partsOf.flatMap(([phrase, each]) => (each === part ? [phrase] : [])));
  const parts = [
    sequence(partsOf(0.5), namesOf(halved)),
    sequence(anyOf(partsOf(0.25), partsOf(0.75)), namesOf(quartered)),
  ];
  const half = sequence(
    phrasesTree(words.oneOf),
    namesOf(ones),
    ...optional(halved.length > 0 ? words.andHalf : undefined),
  );
  const clear = anyOf(
    ...counted,
    half,
    ...parts,
    halvesTree(halved, calendar),
    compoundTree(wanted, units, calendar),
  );
  // A number that nobody gave a unit is read back, whatever was heard.
  const isNamed = unitNamed([question, name, ...synonyms], wanted.unit, pack) === wanted.unit;
  const bare = isNamed ? whole : undefined;
  return { all: anyOf(clear, bare), clear, bare };
}

function countOf(unit: MeasureUnit, wanted: MeasureWanted, { words }: DateLanguage): MaybeSayable {
  const range = { min: Math.ceil(wanted.min ?? 0), max: Math.floor(wanted.max ?? NUMBER_MAX) };
  if (unit === wanted.unit) return wanted.integer ? cardinalsTree(words, range) : decimalsTree(words, range);
  const isLarger = sizeOf(unit).size > sizeOf(wanted.unit).size;
  return cardinalsTree(words, { min: 1, max: isLarger ? largerMax : smallerMax });
}

/** "One and a half kilos". */
function halvesTree(halved: readonly SaidUnit[], { words }: DateLanguage): MaybeSayable {
  const names = anyOf(...halved.map(({ names: each }) => each));
  return sequence(anyOf(...words.small.slice(1, 10)), words.andHalf, names);
}

/** "One hour and fifteen minutes": of the next larger unit, and of the wanted one what is less than one of it. */
function compoundTree(
  wanted: MeasureWanted,
  units: readonly SaidUnit[],
  { words }: DateLanguage,
): MaybeSayable {
  const { size } = sizeOf(wanted.unit);
  const [larger] = units
    .filter(({ unit }) => sizeOf(unit).size > size)
    .sort((one, other) => sizeOf(one.unit).size - sizeOf(other.unit).size);
  const own = units.find(({ unit }) => unit === wanted.unit);
  const ratio = larger === undefined ? 0 : sizeOf(larger.unit).size / size;
  if (wanted.kind !== "duration" || !Number.isInteger(ratio) || ratio < 2) return undefined;
  return sequence(
    anyOf(...words.oneOf, ...words.small.slice(1, 10)),
    larger?.names,
    ...optional(words.and),
    cardinalsTree(words, { min: 1, max: ratio - 1 }),
    own?.names,
  );
}
