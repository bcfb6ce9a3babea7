// Hearing: meaning of a turn's words for each variable of the scene.

import { arcsOf } from "./arcs.ts";
import { dayOf, isoOf } from "./calendar.ts";
import { parse, type Reading } from "./chart.ts";
import { cover } from "./cover.ts";
import { decide, type Decision } from "./decide.ts";
import { type Place, sceneOf } from "./scene.ts";
import type { Heard } from "./leading.ts";
import { tokenise } from "./tokens.ts";

/** Maximum number of words, longer than any answer: the longest of the corpus has 27 words. */
const WORDS_MAX = 60;

export interface Hearing extends Heard {
  readonly readings: readonly (readonly Reading[])[];
  readonly decisions: readonly Decision[];
}

export function hear(words: string, place: Place): Hearing {
  const { language, slots } = place;
  const { tokens: all, isQuestion } = tokenise(words, language, WORDS_MAX + 1);
  const tokens = all.slice(0, WORDS_MAX);
  const readings = parse(tokens, language.grammar);
  const path = cover(
    arcsOf(sceneOf({ tokens, readings }, place)),
    slots.map(({ variable }) => variable.name),
  );
  const heard = { tokens, path, isQuestion, isLong: all.length > WORDS_MAX };
  const decisions = slots.flatMap(({ variable }) => decide(heard, variable, language) ?? []);
  return { ...heard, readings, decisions: inOrder(decisions, place) };
}

/** "Arriving friday, leaving sunday": the second day follows the first within a week. */
function inOrder(decisions: readonly Decision[], { slots }: Place): readonly Decision[] {
  const isDate = ({ name }: Decision): boolean =>
    slots.some(({ variable }) => variable.name === name && variable.type === "date");
  let first: string | undefined;
  return decisions.map((decision) => {
    if (typeof decision.value !== "string" || !isDate(decision)) return decision;
    const late = first === undefined ? 0 : dayOf(first) - dayOf(decision.value);
    first ??= decision.value;
    if (late <= 0) return decision;
    return late < 7
      ? { ...decision, value: isoOf(dayOf(decision.value) + 7) }
      : { ...decision, verdict: "asked" };
  });
}
