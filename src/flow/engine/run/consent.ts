// Consent by going on: a caller who answers the next question during a read-back has not objected. The step after a
// yes is tried on a copy, and holds only if the words are a plain answer there.

import { ACCEPT_MIN } from "../understand/thresholds.ts";
import { understand } from "../understand/understand.ts";
import type { ListeningPoint } from "../understand/understanding.ts";
import { onConfirmation } from "./ask/confirm.ts";
import { heardPointOf, isSensitiveHere } from "./ask/listening-point.ts";
import { StepDraft } from "./step-draft.ts";
import { runTransitions } from "./walk/enter-node.ts";

/** Continues with the next question, unsaid, if the words answer only it. */
export function consentByGoingOn(draft: StepDraft, text: string, confidence: number): void {
  const pending = draft.asking?.pending;
  const point = heardPointOf(draft, confidence);
  if (pending?.type !== "confirm" || pending.isOld || point === undefined || confidence < ACCEPT_MIN) return;
  if (understand(text, point).type !== "unclear") return;
  const next = afterYes(draft);
  const there = next && heardPointOf(next, confidence);
  if (next === undefined || there === undefined || !isPlainAnswer(text, there)) return;
  draft.state = next.state;
  draft.effects.push(...next.effects.filter(({ type }) => type !== "say"));
  draft.trace("consent", next.asking?.variable ?? "");
}

/** The question after a yes; undefined if anything else is said or done before it. */
function afterYes(draft: StepDraft): StepDraft | undefined {
  const next = new StepDraft(draft.root, draft.state, draft.wallMs);
  runTransitions(next, onConfirmation(next, { type: "confirmed", yes: true, values: [] }));
  const sayCount = next.effects.filter(({ type }) => type === "say").length;
  const isOnlyAsked = sayCount === 1 && next.effects.every(({ type }) => type !== "work" && type !== "emit");
  return isOnlyAsked && next.asking?.pending === null && !isSensitiveHere(next) ? next : undefined;
}

/** Free text takes any words, and a yes or no would be one to the value. */
function isPlainAnswer(text: string, point: ListeningPoint): boolean {
  const { asked } = point;
  if (asked === undefined || asked.wanted.kind === "text" || asked.wanted.kind === "boolean") return false;
  const meaning = understand(text, point);
  return (
    meaning.type === "answer" &&
    meaning.decision === "accept" &&
    meaning.isDoubtful !== true &&
    meaning.values.some(({ name }) => name === asked.name)
  );
}
