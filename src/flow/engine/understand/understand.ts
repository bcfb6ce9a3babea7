// Utterance interpreter: says what the caller's words mean at a listening point. One grammar reads them, one decision is
// made on each variable, and this says what the decisions mean together: an answer, a correction, a call of a handler.
//
// The rooms that words pass, 12 at most: slots (what is open), tokens, chart (what the rules read), scene (readings and
// slots side by side), arcs (what each stretch of words is), cover (the cheapest row of them), decide (one verdict for
// each slot); then urgent calls, lists, one of three answers (to a read-back, to an open question, to any other), calls
// of handlers and what is "wrong", and acts beside answers.

import { actsIn } from "../../grammar/acts.ts";
import type { Decision } from "../../grammar/decide.ts";
import { hear, type Hearing } from "../../grammar/hearing.ts";
import { acts, type CallerAct, courtesies } from "../../locale/acts.ts";
import { fits } from "./fits.ts";
import { answered } from "./hearing/answer-meaning.ts";
import { urgentIn } from "./hearing/calls.ts";
import { confirmed } from "./hearing/confirmed.ts";
import { languageAt, placeOf } from "./hearing/slots.ts";
import { textAnswer } from "./hearing/text-answer.ts";
import { listMeant } from "./lists/list-answer.ts";
import { CONFIRM_MIN } from "./thresholds.ts";
import type { ListeningPoint, Understood, ValueRule } from "./understanding.ts";

/**
 * Total function: it takes any text and any listening point. `words` is the transcript as the recogniser or the typist
 * wrote it.
 */
export function understand(words: string, point: ListeningPoint): Understood {
  const hearing = hear(words, placeOf(point));
  const meaning = meaningOf({ ...hearing, decisions: checked(hearing.decisions, point) }, words, point);
  return actBeside(hearing, meaning, point) ?? meaning;
}

function meaningOf(hearing: Hearing, words: string, point: ListeningPoint): Understood {
  if (hearing.tokens.length === 0 || point.confidence < CONFIRM_MIN) return { type: "unclear" };
  const urgent = urgentIn(hearing, point, languageAt(point));
  if (urgent !== undefined) return { type: "handler", name: urgent, confidence: point.confidence };
  const listed = listMeant(hearing, point);
  if (listed !== undefined) return listed;
  if (point.confirming !== undefined) return confirmed(hearing, point, point.confirming);
  return textAnswer(words, hearing, point) ?? answered(hearing, point);
}

/**
 * For traces, `guests: {n} more` for each value read by a form: forms hold words of a language and none of the
 * caller's.
 */
export const formsIn = (words: string, point: ListeningPoint): string =>
  hear(words, placeOf(point))
    .decisions.flatMap(({ name, form }) => (form === undefined ? [] : [`${name}: ${form}`]))
    .join("; ");

/** Checks values: one that its type does not accept never leaves understanding, because the rules may read more. */
function checked(decisions: readonly Decision[], point: ListeningPoint): readonly Decision[] {
  const { asked, open, correctable, confirming } = point;
  const variables = [...(asked ? [asked] : []), ...open, ...correctable, ...(confirming?.values ?? [])];
  const wanted = new Map(variables.map((each) => [each.name, each.wanted]));
  return decisions.map((decision) => {
    const rule = wanted.get(decision.name);
    return rule === undefined ? decision : checkedBy(rule, decision);
  });
}

function checkedBy(wanted: ValueRule, decision: Decision): Decision {
  const { name, value, choices, isOutside, why } = decision;
  if (value !== undefined)
    return fits(wanted, value)
      ? decision
      : { name, verdict: "asked", choices: [value], isOutside: true, why: `no ${wanted.kind}; ${why}` };
  if (choices === undefined || isOutside === true) return decision;
  return { ...decision, choices: choices.filter((each) => fits(wanted, each)) };
}

const namesOf = (chosen: readonly CallerAct[]): ReadonlySet<string> =>
  new Set(chosen.map(({ name }) => name));
const urgentActs = namesOf(acts.filter(({ isUrgent }) => isUrgent === true));
/** These handlers lead away from the question. */
const weighty = namesOf(
  acts.filter(({ escalates, declines }) => escalates !== undefined || declines === true),
);

/** The act that the words mean in place of their reading, such as "who are you"; undefined: the reading counts. */
function actBeside(hearing: Hearing, meaning: Understood, point: ListeningPoint): Understood | undefined {
  const isReadBack = (point.confirming?.values.length ?? 0) > 0;
  const isAsking = point.asked !== undefined || point.lists !== undefined || isReadBack;
  const isSure = isPlain(meaning, point);
  const leaves = mayLeave(meaning);
  if (!isAsking || (isSure && !leaves)) return undefined;
  const heard = new Set(point.handlers.map(({ name }) => name));
  const all = actsIn(hearing, languageAt(point)).filter(({ name }) => heard.has(name));
  // "No, just the balance. Bye."
  if (leaves && all.some(({ name, isLast }) => name === "goodbye" && isLast))
    return { type: "handler", name: "goodbye", confidence: point.confidence };
  if (isSure) return undefined;
  const alarm = meaning.type === "handler" ? undefined : all.find(({ name }) => urgentActs.has(name));
  // Words without a meaning may belong to a story: "hang on, the dog has got my slipper".
  const isLost = meaning.type === "unclear";
  const whole = all.filter(
    ({ name, isWhole, isAtEdge, words: wordCount }) =>
      isWhole || (isLost && isAtEdge && !courtesies.has(name) && wordCount >= (weighty.has(name) ? 2 : 1)),
  );
  // "Hello, who is this?"
  const act = alarm ?? whole.find(({ name }) => !courtesies.has(name)) ?? whole[0];
  // "Am I talking to a real person" asks for the truth, and not for a person.
  if (act === undefined || (meaning.type === "handler" && act.name !== "who_are_you")) return undefined;
  return { type: "handler", name: act.name, confidence: point.confidence };
}

/** A no, or an unsure answer, does not keep a caller who ends with a goodbye. */
const mayLeave = (meaning: Understood): boolean =>
  (meaning.type === "confirmed" && !meaning.yes && meaning.values.length === 0) ||
  (meaning.type === "answer" && (meaning.isDoubtful === true || meaning.decision === "confirm"));

/** Whether something was certainly understood; not in free text, which takes any words. */
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
