// Acts in words: the rules that read them, and the acts in a caller's words.

import { arcsOf } from "./arcs.ts";
import { parse } from "./chart.ts";
import { cover } from "./cover.ts";
import type { Language } from "./language.ts";
import { hasObject } from "./leading.ts";
import type { Rule } from "./rules.ts";
import { type Arc, sceneOf, type Words } from "./scene.ts";

/** Maximum number of words: longer turns tell a story, in which only an urgent act counts. */
const wordsMax = 18;
/** Cost of an act: below zero, because it explains its words better than words beside an answer do. */
const actCost = -0.05;

const lines = (text: string): readonly string[] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim());

/** A rule for each line of each act; `classes` are word classes that several acts share. */
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

/**
 * Suffix of an act that counts only if the caller says nothing else: "the police", but not "my brother is with the
 * police".
 */
const alone = "_alone";

export interface HeardAct {
  readonly name: string;
  /** Whether the caller says nothing else, except politeness. */
  readonly isWhole: boolean;
  /** Whether the act begins or ends the caller's words. */
  readonly isAtEdge: boolean;
  /** Whether the act ends the caller's words. */
  readonly isLast: boolean;
  /** Number of words in the act. */
  readonly words: number;
}

/**
 * Acts in the words, in their order; those behind a "not" are left out. Words without a meaning beside an act ("just",
 * "really") may also be inside it.
 */
export function actsIn({ tokens, readings }: Words, language: Language): readonly HeardAct[] {
  const heard = wholeOrPart({ tokens, readings }, language);
  const plain = tokens.filter(({ text }) => !language.asideSet.has(text));
  if (plain.length === 0 || plain.length === tokens.length) return heard;
  const again = wholeOrPart({ tokens: plain, readings: parse(plain, language.grammar) }, language);
  const more = length(again) - length(heard);
  return more > 0 || (more === 0 && again.some(({ isWhole }) => isWhole)) ? again : heard;
}

const length = (heard: readonly HeardAct[]): number => heard.reduce((sum, { words }) => sum + words, 0);

function wholeOrPart({ tokens, readings }: Words, language: Language): readonly HeardAct[] {
  const now = { today: 0, minute: 0 };
  const path = cover(arcsOf(sceneOf({ tokens, readings }, { slots: [], language, now })), []);
  const isPlain = ({ kind, what, start }: Arc): boolean =>
    kind === "act" ||
    kind === "beside" ||
    (kind === "mark" && what !== "not") ||
    language.asideSet.has(tokens[start]?.text ?? "");
  const isWhole = tokens.length <= wordsMax && path.every(isPlain);
  return path.flatMap((arc, at) => {
    const { kind, what = "", start, end } = arc;
    if (kind !== "act" || path[at - 1]?.what === "not" || (what.endsWith(alone) && !isWhole)) return [];
    if (hasObject({ tokens, path, language }, arc)) return [];
    const isLast = path.slice(at).every(isPlain);
    const isAtEdge = isLast || path.slice(0, at).every(isPlain);
    return [{ name: what.replace(alone, ""), isWhole, isAtEdge, isLast, words: end - start }];
  });
}
