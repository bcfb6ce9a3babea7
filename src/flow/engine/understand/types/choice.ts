// Choice matcher: reads one of several options by label, synonym or id, or by position ("the second one"). Options
// from data are also named by a word of a label or by the time in it. Words that fit several options leave all of
// these.

import type { LanguagePack } from "../../../locale/language-pack.ts";
import { indexOfPlace } from "../../../locale/places.ts";
import type { Value } from "../../../value/value.ts";
import { entriesOf, otherNumberOf } from "../compiled-pack.ts";
import type { WallTime, WantedOption } from "../understanding.ts";
import { findAll, type LexiconEntry, lexiconOf } from "../lexicon.ts";
import { numbersAt } from "../spoken-numbers.ts";
import type { ValueReading } from "../reading.ts";
import { overlaps, utteranceOf, type Utterance } from "../tokenised-utterance.ts";
import { readDate } from "./date.ts";
import { readTime } from "./time.ts";

export interface Options {
  readonly options: readonly WantedOption[];
  readonly fromData: boolean;
}

export const fitsChoice = (value: unknown, { options }: Options): value is string =>
  typeof value === "string" && options.some(({ id }) => id === value);

type Named = Pick<ValueReading, "from" | "to" | "values">;

export function readChoice(utterance: Utterance, wanted: Options, moment: WallTime): readonly ValueReading[] {
  const named = findAll(lexiconOf(namesOf(utterance, wanted.options)), utterance.keys).map(
    ({ from, to, value }): Named => ({ from, to, values: value }),
  );
  const free = (found: Named): boolean => !named.some((each) => overlaps(each, found.from, found.to));
  const places = placesNamed(utterance, wanted).filter(free);
  const isSure = ({ from, to }: Named): boolean =>
    places.some((place) => place.to - place.from > 1 && overlaps(place, from, to));
  const parts = (wanted.fromData ? partsNamed(utterance, wanted.options, moment) : []).filter(
    (part) => free(part) && !isSure(part),
  );
  const freePlaces = places.filter((place) => !parts.some((part) => overlaps(part, place.from, place.to)));
  return [
    ...named.map((each) => ({ ...each, clear: true })),
    ...parts.map((each) => ({ ...each, clear: false, vague: true })),
    ...freePlaces.map((each) => ({ ...each, clear: false, vague: true })),
  ].sort((a, b) => a.from - b.from);
}

/** "TV" is also written as it is spelled: "T V". */
const withLetters = (name: string): readonly string[] =>
  /^\p{L}{2,3}$/u.test(name) ? [name, name.split("").join(" ")] : [name];

/** A phrase that two options share names both. */
function namesOf(
  { pack }: Utterance,
  options: readonly WantedOption[],
): readonly LexiconEntry<readonly string[]>[] {
  const byPhrase = new Map<string, { words: readonly string[]; value: string[] }>();
  const add = (id: string, words: readonly string[]): void => {
    const known = byPhrase.get(words.join(" "));
    if (known === undefined) byPhrase.set(words.join(" "), { words, value: [id] });
    else if (!known.value.includes(id)) known.value.push(id);
  };
  const named = options.map(({ id, label, synonyms }) => ({
    id,
    names: [label, ...synonyms, id.replaceAll("_", " ")].flatMap(withLetters),
  }));
  for (const { id, names } of named) for (const { words } of entriesOf(names, true, pack)) add(id, words);
  // "Payments" is payment, unless another option is called so.
  const exact = new Set(byPhrase.keys());
  for (const { id, names } of named) {
    const forms = names.flatMap((name) => otherNumberOf(name, pack));
    for (const { words } of entriesOf(forms, true, pack)) if (!exact.has(words.join(" "))) add(id, words);
  }
  return [...byPhrase.values()];
}

function placesNamed(utterance: Utterance, { options, fromData }: Options): readonly Named[] {
  const { compiled, keys, tokens, pack } = utterance;
  const option = (place: number): readonly string[] => {
    const found = options[indexOfPlace(place, options.length) ?? -1];
    return found === undefined ? [] : [found.id];
  };
  const places = findAll(compiled.places, keys)
    .map(({ from, to, value }) => ({ from, to, values: option(value) }))
    // "Die ersten beiden"
    .filter(({ to, values }) => values.length > 0 && !pack.company.both.has(keys[to] ?? ""));
  const numbers = tokens.flatMap((_, at): readonly Named[] => {
    const [number] = numbersAt(utterance, at);
    if (number === undefined || places.some((place) => overlaps(place, at, number.to))) return [];
    // "The two" of them, German "die zwei": a count as likely as a place.
    if (!number.ordinal && number.value > 1 && pack.company.determiners.has(keys[at - 1] ?? "")) return [];
    // "All three", "one of each"
    if ([at - 2, at - 1, number.to].some((beside) => pack.numbers.all.has(keys[beside] ?? ""))) return [];
    const byKey = options.filter(({ dtmf }) => dtmf === String(number.value) && !number.ordinal);
    const values = byKey.length > 0 && !fromData ? byKey.map(({ id }) => id) : option(number.value);
    const noun = pack.placeNouns.includes(tokens[at - 1]?.word ?? "") ? 1 : 0;
    return values.length === 0 ? [] : [{ from: at - noun, to: number.to, values }];
  });
  return [...places, ...numbers];
}

/** Words and times of labels, with the options that have them. */
function partsNamed(
  utterance: Utterance,
  options: readonly WantedOption[],
  moment: WallTime,
): readonly Named[] {
  const { keys, neutral, pack } = utterance;
  const labels = options.map(({ id, label }) => ({ id, ...partsOf(label, utterance, moment) }));
  const byClock = [...readTime(utterance, {}, moment), ...readDate(utterance, {}, moment)].map(
    ({ from, to, values }): Named => ({
      from,
      to,
      values: labels.filter(({ clock }) => values.some((value) => clock.has(value))).map(({ id }) => id),
    }),
  );
  const decisive = byClock.filter(
    ({ values }) => values.length > 0 && values.length < Math.max(2, options.length),
  );
  const byWord = keys.flatMap((key, at): readonly Named[] => {
    if (
      neutral[at] === true ||
      pack.notInNames.has(key) ||
      decisive.some((each) => overlaps(each, at, at + 1))
    )
      return [];
    const values = labels.filter(({ words }) => words.has(key)).map(({ id }) => id);
    return values.length === 0 ? [] : [{ from: at, to: at + 1, values }];
  });
  return [...decisive, ...byWord];
}

interface Parts {
  readonly words: ReadonlySet<string>;
  /** Dates and times in it. */
  readonly clock: ReadonlySet<Value>;
}

/** Cache: the same labels are matched with every answer. */
const knownParts = new WeakMap<LanguagePack, Map<string, Parts>>();
const knownPartsMax = 2_000;

function partsOf(label: string, { pack }: Utterance, moment: WallTime): Parts {
  const known = knownParts.get(pack) ?? new Map<string, Parts>();
  knownParts.set(pack, known);
  const key = `${moment.date} ${moment.time} ${label}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= knownPartsMax) known.clear();
  const said = utteranceOf(label, pack);
  const clock = [...readTime(said, {}, moment), ...readDate(said, {}, moment)].flatMap(
    ({ values }) => values,
  );
  const parts = { words: new Set(said.keys), clock: new Set(clock) };
  known.set(key, parts);
  return parts;
}
