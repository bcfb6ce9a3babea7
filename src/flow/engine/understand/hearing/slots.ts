// Slots: the variables of a listening point for the grammar, asked ones first.

import { wallOf } from "../../../grammar/calendar.ts";
import type { Language } from "../../../grammar/language.ts";
import { languageOf } from "../../../grammar/languages/languages.ts";
import type { Place, Slot } from "../../../grammar/scene.ts";
import type { Value as GrammarValue, Variable } from "../../../grammar/variables.ts";
import type { Value } from "../../../value/value.ts";
import type { AskedVariable, Correctable, ListeningPoint } from "../understanding.ts";
import { callsOf } from "./calls.ts";

/** Variable for the yes or no to a read-back. */
export const consent: Variable = { name: " consent", type: "boolean" };

export const languageAt = ({ pack }: ListeningPoint): Language => languageOf(pack.tag);

export function placeOf(point: ListeningPoint): Place {
  const language = languageAt(point);
  return {
    slots: point.confirming === undefined ? openSlots(point) : readBackSlots(point),
    language,
    now: { ...wallOf(point.moment), ...(point.region !== undefined && { region: point.region }) },
    calls: callsOf(point.handlers, language),
  };
}

function openSlots(point: ListeningPoint): readonly Slot[] {
  const { asked, open, correctable, alternatives } = point;
  const wanted = [...(asked === undefined ? [] : [asked]), ...open].map((each): Slot => {
    const choices = alternatives?.name === each.name ? alternatives.values.filter(isPlain) : undefined;
    return {
      variable: { ...variableOf(each), ...(choices !== undefined && { choices }) },
      isAsked: each === asked,
      ...(each.isAhead === true && { isAhead: true }),
    };
  });
  return [...wanted.filter(isHeard), ...earlierSlots(correctable)];
}

function readBackSlots(point: ListeningPoint): readonly Slot[] {
  const read = point.confirming?.values ?? [];
  const open = point.open.filter(({ name }) => !read.some((each) => each.name === name));
  return [
    { variable: consent, isAsked: true },
    ...read.map((each): Slot => ({ variable: readBack(each), isAsked: true })),
    ...open.map((each): Slot => ({ variable: variableOf(each), isAsked: false })).filter(isHeard),
    ...earlierSlots(point.correctable),
  ];
}

/** A yes or a no changes no earlier answer. */
const earlierSlots = (variables: readonly Correctable[]): readonly Slot[] =>
  variables
    .filter(({ wanted }) => wanted.kind !== "boolean")
    .map((each) => ({
      variable: withNearValue(each),
      isAsked: false,
      isFilled: true,
      isEchoed: each.echoed,
    }));

/** A yes answers only the present question. */
const isHeard = ({ variable, isAsked }: Slot): boolean => variable.type !== "boolean" || isAsked;

const withNearValue = (variable: AskedVariable & { readonly value: Value }): Variable => ({
  ...variableOf(variable),
  ...(isPlain(variable.value) && { near: variable.value }),
});

const readBack = (variable: AskedVariable & { readonly value: Value }): Variable => ({
  ...withNearValue(variable),
  ...(isPlain(variable.value) && { read: variable.value }),
});

export function variableOf({
  name,
  wanted,
  synonyms,
  question,
}: Pick<AskedVariable, "name" | "wanted" | "synonyms" | "question">): Variable {
  const { kind, ...rest } = wanted;
  return { ...rest, name, type: kind, synonyms, ...(question !== undefined && { ask: question }) };
}

const isPlain = (value: Value): value is GrammarValue =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";
