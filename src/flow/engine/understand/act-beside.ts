// Acts beside answers: what a caller says that answers nothing and is no command of the author's, such as a greeting or
// "who are you". It counts where no answer was understood, and before any free text.

import { acts, type CallerAct, courtesies } from "../../locale/acts.ts";
import { actsIn } from "../../grammar/acts.ts";
import { languageOf } from "../../grammar/languages/languages.ts";
import type { ListeningPoint, Understood } from "./understanding.ts";

const namesOf = (chosen: readonly CallerAct[]): ReadonlySet<string> =>
  new Set(chosen.map(({ name }) => name));
const urgent = namesOf(acts.filter(({ isUrgent }) => isUrgent === true));
/** They lead away from the question. */
const weighty = namesOf(
  acts.filter(({ escalates, declines }) => escalates !== undefined || declines === true),
);

/** The act that the words are in place of what they were read as; undefined: it stands. */
export function actBeside(words: string, meaning: Understood, point: ListeningPoint): Understood | undefined {
  const isAsking = point.asked !== undefined || point.lists !== undefined || isReadBack(point);
  if (!isAsking || isPlain(meaning, point)) return undefined;
  const heard = new Set(point.handlers.map(({ name }) => name));
  const all = actsIn(words, languageOf(point.pack.tag)).filter(({ name }) => heard.has(name));
  const alarm = meaning.type === "handler" ? undefined : all.find(({ name }) => urgent.has(name));
  // Where nothing was understood, a story may stand beside it: "hang on, the dog has got my slipper".
  const isLost = meaning.type === "unclear";
  const whole = all.filter(
    ({ name, isWhole, isAtEdge, words: said }) =>
      isWhole || (isLost && isAtEdge && !courtesies.has(name) && said >= (weighty.has(name) ? 2 : 1)),
  );
  // "Hello, who is this?"
  const act = alarm ?? whole.find(({ name }) => !courtesies.has(name)) ?? whole[0];
  if (act === undefined) return undefined;
  // "Am I talking to a real person" asks for the truth, and for no one else.
  if (meaning.type === "handler" && !(meaning.name === "operator" && act.name === "who_are_you"))
    return undefined;
  return { type: "handler", name: act.name, confidence: point.confidence };
}

const isReadBack = ({ confirming }: ListeningPoint): boolean => (confirming?.values.length ?? 0) > 0;

/** Something was understood for sure; not in free text, which takes any words. */
function isPlain(meaning: Understood, { asked }: ListeningPoint): boolean {
  switch (meaning.type) {
    case "unclear":
      return false;
    case "handler":
      return meaning.name !== "operator";
    case "answer":
      return asked?.wanted.kind !== "text" || meaning.values.some(({ name }) => name !== asked.name);
    default:
      return true;
  }
}
