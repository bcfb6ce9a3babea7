// Hearing: what the words of a turn mean for each variable of the scene.

import { arcsOf } from "./arcs.ts";
import { parse } from "./chart.ts";
import { cover } from "./cover.ts";
import { decide, type Decision, type Heard } from "./decide.ts";
import { type Place, sceneOf } from "./scene.ts";
import { tokenise } from "./tokens.ts";

/** Longer than any answer. */
const WORDS_MAX = 100;

export interface Hearing extends Heard {
  readonly decisions: readonly Decision[];
}

export function hear(words: string, place: Place): Hearing {
  const { language, slots } = place;
  const { tokens: all, isQuestion } = tokenise(words, language);
  const tokens = all.slice(0, WORDS_MAX);
  const readings = parse(tokens, language.grammar);
  const path = cover(
    arcsOf(sceneOf({ tokens, readings }, place)),
    slots.map(({ variable }) => variable.name),
  );
  const heard = { tokens, path, isQuestion, isLong: all.length > WORDS_MAX };
  const decisions = slots.flatMap(({ variable }) => decide(heard, variable, language) ?? []);
  return { ...heard, decisions };
}
