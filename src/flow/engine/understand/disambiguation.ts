// Disambiguation matcher: reads the answer to "8 a.m. or 8 p.m.?" as a part of the day, a position, or one of the
// values.

import { indexOfPlace } from "../../locale/places.ts";
import type { AskedVariable, ListeningPoint, PendingAlternatives } from "./understanding.ts";
import { parseJointly } from "./joint-parse.ts";
import { findAll } from "./lexicon.ts";
import { intervalOf } from "../../value/interval.ts";
import { minutesOf } from "../../value/gregorian.ts";
import { dayPartsIn, isWithin } from "./types/time.ts";
import type { Utterance } from "./tokenised-utterance.ts";
import type { Value } from "../../value/value.ts";

/** The value that the caller picked. Undefined when none of them is meant, or still more than one. */
export function pickedFrom(
  utterance: Utterance,
  {
    asked,
    alternatives,
    point,
  }: {
    readonly asked: AskedVariable;
    readonly alternatives: PendingAlternatives;
    readonly point: ListeningPoint;
  },
): Value | undefined {
  const { values } = alternatives;
  const place = byPlace(utterance, values);
  if (asked.wanted.kind === "choice" && place !== undefined) return place;
  const said = parseJointly(utterance, [{ ...asked, mode: "asked" }], point.moment);
  const named = said.fills[0]?.values ?? [];
  const shared = values.filter((value) => named.includes(value));
  if (shared.length === 1 && said.coverage >= coverageMin) return shared[0];
  if (named.length > 0 && shared.length === 0) return undefined;
  const isTime = asked.wanted.kind === "time" || asked.wanted.kind === "time_range";
  const byPart = isTime ? inPartOfDay(utterance, values) : [];
  if (byPart.length === 1) return byPart[0];
  return place;
}

const coverageMin = 0.5;

function inPartOfDay(utterance: Utterance, values: readonly Value[]): readonly Value[] {
  const parts = dayPartsIn(utterance);
  if (parts.length === 0) return [];
  return values.filter((value) => {
    const minutes = typeof value === "string" ? minutesOf(intervalOf(value).from ?? value) : undefined;
    return minutes !== undefined && parts.every((part) => isWithin(Math.floor(minutes / 60), part.value));
  });
}

function byPlace({ compiled, keys }: Utterance, values: readonly Value[]): Value | undefined {
  const places = findAll(compiled.places, keys).map(
    ({ value }) => values[indexOfPlace(value, values.length) ?? -1],
  );
  return new Set(places).size === 1 ? places[0] : undefined;
}
