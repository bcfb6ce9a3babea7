// Options of a choice: named completely or in part, by their place, or by the day or time in their labels.

import { timesOf, clockOf, daysOf, isoOf } from "../calendar.ts";
import { parse, type Reading } from "../chart.ts";
import { placeOf } from "../fitting.ts";
import { endOf, isPart, isPlain, joins, namesOf, nearlyNamed } from "./option-names.ts";
import { type Arc, readingsAt, type ReadySlot, type Scene } from "../scene.ts";
import { tokenise } from "../tokens.ts";
import type { Fit, Now, Option } from "../variables.ts";

interface Named {
  readonly start: number;
  readonly end: number;
  readonly id: string;
  readonly cost: number;
  readonly doubt?: string;
  /** Whether only a word of the name was said. */
  readonly isBare?: true;
}

/** Cost of a complete name, which explains its words better than anything else does. */
const WHOLE_COST = -0.06;
const PART_COST = 0.3;
/** Doubt about a word of an option's name, which corrects no earlier answer without a question. */
const PART_DOUBT = "only a part of its name was said";
/** Cost of a similar word, as recognisers write unknown names. */
const NEAR_COST = 0.25;
const NEAR_DOUBT = "its name was only nearly said";
const PLACE_COST = 0.15;
const CLOCK_COST = 0.1;

export function optionArcs(scene: Scene, slot: ReadySlot): readonly Arc[] {
  const { variable, order } = slot;
  const options = variable.options ?? [];
  const seen = options.flatMap((option, place) => [
    ...namedIn(scene, option, slot.isAsked).filter((each) => !isConsent(scene, each)),
    ...placesIn(scene).flatMap(({ value, ...each }) =>
      placeOf(value, options.length) === place ? [{ ...each, id: option.id }] : [],
    ),
  ]);
  // "A large mergerita", if the question is about the size: an open question has no claim to a word alone.
  const isNamed = seen.length > 0 || !slot.isAsked;
  const closeNames = slot.isFilled === true ? [] : nearIn(scene, { options, isNamed });
  const clocks = variable.fromData === true ? clockedIn(scene, options) : [];
  return [
    ...(slot.isAsked ? countedIn(scene, slot) : []),
    ...[...seen, ...closeNames, ...clocks].map((each) => {
      const rivals = new Set(
        [...seen, ...clocks]
          .filter(({ start, end, cost }) => start === each.start && end === each.end && cost <= each.cost)
          .map(({ id }) => id),
      );
      const { id, doubt, isBare } = each;
      const one: Fit = {
        value: id,
        ...(doubt !== undefined && { doubt }),
        ...(isBare && { isBare }),
      };
      const fit: Fit = rivals.size > 1 ? { values: [...rivals] } : one;
      return arcOf({ ...each, cost: each.cost + order }, variable.name, fit);
    }),
  ];
}

const arcOf = ({ start, end, cost }: Omit<Named, "id">, name: string, fit: Fit): Arc => ({
  start,
  end,
  kind: "value",
  cost,
  sets: [{ name, fit }],
});

/** At another yes-or-no question, such as a read-back, an option called "yes" is not meant. */
const isConsent = (scene: Scene, { start, end }: Named): boolean =>
  scene.hasBoolean &&
  readingsAt(scene, start).some((reading) => reading.type === "yesno" && reading.end === end);

function namedIn(scene: Scene, option: Option, isAsked: boolean): readonly Named[] {
  const names = namesOf(option, scene.language);
  return [...scene.tokens.keys()].flatMap((start) => {
    const ends = names.flatMap((name) => endOf(scene, start, name) ?? []);
    if (ends.length > 0)
      return ends.map((end) => ({ start, end, id: option.id, cost: isAsked ? WHOLE_COST : 0.1 }));
    const isJoined = names.some((name) => joins(scene, start, name));
    if (!isJoined && !names.some((name) => isPart(scene, start, name))) return [];
    const doubt = isJoined || !isAsked ? { doubt: PART_DOUBT } : {};
    return [{ start, end: start + 1, id: option.id, cost: PART_COST, isBare: true, ...doubt }];
  });
}

const nearIn = (scene: Scene, among: Parameters<typeof nearlyNamed>[2]): readonly Named[] =>
  [...scene.tokens.keys()].flatMap((start) => {
    const option = nearlyNamed(scene, start, among);
    return option === undefined
      ? []
      : [{ start, end: start + 1, id: option.id, cost: NEAR_COST, doubt: NEAR_DOUBT }];
  });

const placesIn = (scene: Scene): readonly (Omit<Named, "id"> & { readonly value: number | string })[] =>
  scene.tokens.flatMap((_, start) =>
    readingsAt(scene, start).flatMap(({ type, value, end, cost }) =>
      type === "position" ? [{ start, end, value, cost: PLACE_COST + cost }] : [],
    ),
  );

const CLOCKED = new Set(["day", "time", "barehour", "bareday"]);

/** Options from data, by the day or the time in their labels: "at ten" for "10 a.m.". */
function clockedIn(scene: Scene, options: readonly Option[]): readonly Named[] {
  const labels = options.map(({ id, label = id }) => ({ id, clock: clockOfLabel(label, scene) }));
  return scene.tokens.flatMap((_, start) =>
    readingsAt(scene, start)
      .filter(({ type }) => CLOCKED.has(type))
      .flatMap((reading) => {
        const clocks = clockOfReading(reading, scene.now);
        const matching = labels.filter(({ clock }) => clocks.some((each) => clock.has(each)));
        return matching.length === options.length && matching.length > 1
          ? []
          : matching.map(({ id }) => ({ start, end: reading.end, id, cost: CLOCK_COST + reading.cost }));
      }),
  );
}

const clockOfReading = ({ type, value }: Reading, now: Now): readonly string[] =>
  type === "time" || type === "barehour"
    ? timesOf(value, { today: 0, now: 0 }).map(clockOf)
    : daysOf(value, { today: now.today, now: now.minute }).map(isoOf);

const knownClocks = new Map<string, ReadonlySet<string>>();
const KNOWN_MAX = 500;

function clockOfLabel(label: string, { language, now }: Scene): ReadonlySet<string> {
  const key = `${language.code} ${now.today} ${label}`;
  const cached = knownClocks.get(key);
  if (cached !== undefined) return cached;
  const { tokens } = tokenise(label, language);
  const all = new Set(
    parse(tokens, language.grammar)
      .flat()
      .filter(({ type }) => type === "day" || type === "time")
      .flatMap((reading) => clockOfReading(reading, now)),
  );
  if (knownClocks.size >= KNOWN_MAX) knownClocks.clear();
  knownClocks.set(key, all);
  return all;
}

/** A number, if the caller said nothing else. */
function countedIn(scene: Scene, { variable }: ReadySlot): readonly Arc[] {
  if (!isOnlyNumber(scene)) return [];
  return scene.tokens.flatMap((_, start) =>
    readingsAt(scene, start).flatMap(({ type, value: n, end, cost }): readonly Arc[] => {
      const isPlace = type === "number" || type === "ordinal";
      const option = isPlace ? variable.options?.[Number(n) - 1] : undefined;
      return option === undefined
        ? []
        : [arcOf({ start, end, cost: 0.4 + cost }, variable.name, { value: option.id, isAlone: true })];
    }),
  );
}

const isOnlyNumber = (scene: Scene): boolean => [...scene.tokens.keys()].every((at) => isPlain(scene, at));
