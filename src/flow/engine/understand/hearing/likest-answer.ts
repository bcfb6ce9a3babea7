// Likest answer: the option that words at a choice may describe, if the rules have read nothing. The agent asks about
// it ("Curtains, is that right?") and never stores it.

import { hear, type Hearing } from "../../../grammar/hearing.ts";
import { type LikestOption, likestOption } from "../../../grammar/likeness/likest-option.ts";
import { vectorsOf } from "../../../grammar/likeness/word-vectors.ts";
import type { Arc } from "../../../grammar/scene.ts";
import { CONFIRM_MIN } from "../thresholds.ts";
import type { ListeningPoint, Understood } from "../understanding.ts";
import { beginsToAsk } from "./calls.ts";
import { languageAt, placeOf } from "./slots.ts";

/** Undefined: the question is no choice, the words may be no answer, or no option is clearly the nearest. */
export function likestIn(words: string, point: ListeningPoint): LikestOption | undefined {
  const { asked, confirming, pack, confidence } = point;
  const wanted = asked?.wanted;
  // Options from data have names and times as labels, which words do not describe.
  if (wanted?.kind !== "choice" || wanted.fromData || confirming !== undefined) return undefined;
  if (confidence < CONFIRM_MIN) return undefined;
  const vectors = vectorsOf(pack.tag);
  if (vectors === undefined) return undefined;
  const hearing = hear(words, placeOf(point));
  // A single word more often names a thing that is no option than it describes one: "purple".
  if (hearing.tokens.length < 2 || !mayDescribe(hearing, point)) return undefined;
  // A number, a day or a price describes no option.
  const isForeign = (at: number): boolean =>
    hearing.path.some(({ kind, start, end }) => kind === "foreign" && start <= at && at < end);
  const told = hearing.tokens.filter((_, at) => !isForeign(at)).map(({ text }) => text);
  return likestOption(told, wanted.options, { vectors, language: languageAt(point) });
}

/** Whether the words ask nothing, deny nothing, call nothing, and name no option, not even in doubt. */
function mayDescribe(hearing: Hearing, point: ListeningPoint): boolean {
  const { tokens, path, readings, decisions, isQuestion, isLong } = hearing;
  const language = languageAt(point);
  const isElse = ({ kind, what = "" }: Arc): boolean =>
    kind === "act" ||
    (kind === "mark" && ELSE_MARKS.has(what)) ||
    (kind === "doubt" && ELSE_DOUBTS.has(what));
  const isDenied =
    tokens.some(({ text }) => language.denySet.has(text)) ||
    readings.flat().some(({ type }) => type === "noish");
  return (
    !isQuestion &&
    !isLong &&
    !isDenied &&
    decisions.length === 0 &&
    !beginsToAsk(tokens, language) &&
    !path.some(isElse)
  );
}

const ELSE_MARKS = new Set(["not", "no", "or", "none"]);
/**
 * Doubts that rule a description out: stories of the past are no answers, and some word of them resembles an option.
 */
const ELSE_DOUBTS = new Set(["question", "past", "none"]);

/** Doubtful answer with the nearest option. */
export const likestAnswer = ({ id }: LikestOption, { asked, confidence }: ListeningPoint): Understood => ({
  type: "answer",
  values: [{ name: asked?.name ?? "", value: id }],
  decision: "confirm",
  confidence,
  isDoubtful: true,
});
