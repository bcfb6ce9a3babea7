// Acts in words: the rules that hear them, and which acts a caller's words are.

import { arcsOf } from "./arcs.ts";
import { parse } from "./chart.ts";
import { cover } from "./cover.ts";
import type { Language } from "./language.ts";
import type { Rule } from "./rules.ts";
import { sceneOf } from "./scene.ts";
import { tokenise } from "./tokens.ts";

/** Longer turns tell something, and only an urgent act is looked for in them. */
const wordsMax = 18;
/** An act explains its words better than words beside an answer do. */
const actCost = -0.05;

const lines = (text: string): readonly string[] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim());

/** A rule for each line of each act; `classes` are what several of them share. */
export function actsOf(
  forms: Readonly<Record<string, string>>,
  classes: Readonly<Record<string, string>>,
): readonly Rule[] {
  return [
    ...Object.entries(classes).flatMap(([type, text]) => lines(text).map((form): Rule => ({ type, form }))),
    ...Object.entries(forms).flatMap(([name, text]) =>
      lines(text).map((form): Rule => ({ type: "act", form, value: () => name, cost: actCost })),
    ),
  ];
}

export interface HeardAct {
  readonly name: string;
  /** Nothing else was said but politeness. */
  readonly isWhole: boolean;
}

/** The acts in the words, in their order; those behind a "not" are left out. */
export function actsIn(words: string, language: Language): readonly HeardAct[] {
  const tokens = tokenise(words, language).tokens.slice(0, wordsMax * 2);
  if (tokens.length === 0) return [];
  const now = { today: 0, minute: 0 };
  const scene = sceneOf({ tokens, readings: parse(tokens, language.grammar) }, { slots: [], language, now });
  const path = cover(arcsOf(scene), []);
  const isWhole =
    tokens.length <= wordsMax &&
    path.every(
      ({ kind, what }) => kind === "act" || kind === "beside" || (kind === "mark" && what !== "not"),
    );
  return path.flatMap(({ kind, what }, at) =>
    kind !== "act" || what === undefined || path[at - 1]?.what === "not" ? [] : [{ name: what, isWhole }],
  );
}
