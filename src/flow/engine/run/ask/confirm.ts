// Explicit confirmation: reads understood values back where the flow or low confidence asks for it, and handles the
// caller's yes or no.

import type { Decision, FilledVariable, Understood } from "../../understand/understanding.ts";
import { languageOf } from "../../../locale/languages.ts";
import { saysOnlyYesOrNo } from "../../understand/hearing/yes-or-no.ts";
import { ACCEPT_MIN } from "../../understand/thresholds.ts";
import { accept, askNextOrLeave } from "./accept-answer.ts";
import { isAheadHere, optionAhead } from "./ahead.ts";
import { askAgain, askFirst, askPending } from "./ask.ts";
import { dictate, dictatedLength, mayBeMisheard } from "./dictation.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { countFailure, dropAhead, failQuestion } from "./no-answer.ts";
import { entriesSoFar, listType } from "./list-question.ts";
import { questioning, queueEcho, readBackValue } from "./question-words.ts";
import { ownWords, speak } from "../walk/say.ts";
import { variableOf } from "../expression-scope.ts";
import { type Dictation, type Failures, noFailures, own, put } from "../flow-state.ts";

/** Accepts values of the current node; values to confirm are read back together. */
export function takeValues(
  draft: StepDraft,
  values: readonly FilledVariable[],
  decision: Decision,
): Continuation {
  const { asking } = draft;
  if (asking === undefined) return rest;
  const part = takenPart(draft, values, decision);
  if (part !== undefined) return takeGroup(draft, values, part);
  const unsure = values.filter((filled) => mustConfirm(draft, filled, decision));
  const sure = values.filter((filled) => !unsure.includes(filled));
  acceptAloud(draft, sure);
  queueEcho(
    draft,
    sure.filter(({ name }) => !isAheadHere(draft, name) && questioning(draft, name)?.confirm === "implicit"),
    true,
  );
  const isOnlyAhead = sure.length > 0 && sure.every(({ name }) => isAheadHere(draft, name));
  const option = unsure.length === 0 ? optionAhead(draft) : undefined;
  if (option !== undefined) return takeValues(draft, [option], "accept");
  // The same question follows again, so the caller hears the kept part.
  if (isOnlyAhead && draft.asking?.open.includes(asking.variable) === true) queueEcho(draft, sure, true);
  draft.changeAsking({ pending: null, rounds: 0 });
  const [only, second] = unsure;
  if (only === undefined) return askNextOrLeave(draft);
  return second === undefined && isCircular(draft, only)
    ? takeCircular(draft, only)
    : readBack(draft, unsure);
}

/** "That is right, is that right?" asks nothing. A no among other words leads to the change; the rest is asked again. */
function takeCircular(draft: StepDraft, filled: FilledVariable): Continuation {
  const isHeard = (draft.state.last.confidence ?? 1) >= ACCEPT_MIN;
  if (filled.value === true || !isHeard) return failQuestion(draft, "noMatch");
  accept(draft, [filled]);
  return askNextOrLeave(draft);
}

const isCircular = (draft: StepDraft, filled: FilledVariable): boolean =>
  typeof filled.value === "boolean" &&
  questioning(draft, filled.name)?.confirm !== "explicit" &&
  (questioning(draft, filled.name)?.readBack.size ?? 0) === 0 &&
  saysOnlyYesOrNo(readBackValue(draft, filled, [filled]).text, languageOf(draft.state.language).pack);

/** Accepts values, and says the changed list, so that the caller hears the result. */
function acceptAloud(draft: StepDraft, values: readonly FilledVariable[]): void {
  const lists = values.filter((filled) => isOtherList(draft, filled));
  accept(draft, values);
  queueEcho(
    draft,
    lists.filter(({ value }) => Array.isArray(value) && value.length > 0),
    false,
  );
}

function isOtherList(draft: StepDraft, { name, value }: FilledVariable): boolean {
  return (
    listType(draft, name) !== undefined && JSON.stringify(value) !== JSON.stringify(entriesSoFar(draft, name))
  );
}

/** Dictated value with its new group. All digits at once replace the earlier ones. */
function takenPart(
  draft: StepDraft,
  values: readonly FilledVariable[],
  decision: Decision,
): Dictation | undefined {
  const { asking } = draft;
  const value = values.find(({ name }) => name === asking?.variable)?.value;
  if (asking?.dictation === undefined || asking.pending !== null || typeof value !== "string")
    return undefined;
  const isDoubtful = decision === "confirm";
  const { dictation, variable } = asking;
  if (value.length === dictatedLength(draft, variable)) return { ...dictation, digits: value, isDoubtful };
  return {
    ...dictation,
    digits: dictation.digits + value,
    isDoubtful: isDoubtful || dictation.isDoubtful,
  };
}

/** Asks for the next group, or takes all of them as one answer. */
function takeGroup(draft: StepDraft, values: readonly FilledVariable[], part: Dictation): Continuation {
  const variable = draft.asking?.variable ?? "";
  const isWhole = part.digits.length === dictatedLength(draft, variable);
  draft.changeAsking({ dictation: isWhole ? undefined : part, rounds: 0 });
  draft.change({ failuresInRow: 0 });
  if (!isWhole) return askAgain(draft);
  const all = values.map((filled) => (filled.name === variable ? { ...filled, value: part.digits } : filled));
  return takeValues(draft, all, part.isDoubtful ? "confirm" : "accept");
}

/** Accepts the values that need no confirmation; the others stay open and are asked. */
export function acceptClear(draft: StepDraft, values: readonly FilledVariable[]): void {
  acceptAloud(
    draft,
    values.filter((filled) => !mustConfirm(draft, filled, "accept")),
  );
}

/** Asks the caller to confirm values: "four people tomorrow, is that right?" */
export function readBack(draft: StepDraft, values: readonly FilledVariable[]): Continuation {
  const { asking } = draft;
  const [first] = values;
  if (asking === undefined || first === undefined) return rest;
  const pending = { type: "confirm", values, isOld: false } as const;
  return askPending(draft, { ...asking, variable: first.name, pending, rounds: 0 });
}

/** True if a value must be read back, by the question's `confirm` and the certainty. */
export function mustConfirm(
  draft: StepDraft,
  { name, isDoubtful }: FilledVariable,
  decision: Decision,
): boolean {
  // A certain value is read back, or echoed, at its own question.
  if (isAheadHere(draft, name)) return decision === "confirm" || isDoubtful === true;
  const { sensitive, type } = variableOf(draft.program, name);
  switch (questioning(draft, name)?.confirm) {
    case "explicit":
      return true;
    case "auto":
    case undefined:
      return (decision === "confirm" && type.kind !== "text") || (type.kind === "name" && isSpelled(draft));
    // The author accepts the risk of mishearing, but not that of misunderstanding: "15 something" may be another
    // number.
    case "never":
    case "implicit":
      return isDoubtful === true && type.kind !== "text" && !sensitive;
  }
}

/** Three letters or more, one by one: a wrong one makes another name. */
const isSpelled = ({ state: { last } }: StepDraft): boolean =>
  /(?:^|[\s.,-])\p{L}(?:[\s.,-]+\p{L}){2,}(?=$|[\s.,-])/u.test(last.text ?? "");

/** Handles the caller's yes or no to a read-back, possibly with better values. */
export function onConfirmation(
  draft: StepDraft,
  { yes, values, decision = "accept" }: Extract<Understood, { type: "confirmed" }>,
): Continuation {
  const { asking } = draft;
  if (asking?.pending?.type !== "confirm") return rest;
  const { pending } = asking;
  const names = values.map(({ name }) => name);
  // To "what shall I change?" a no is no answer to a read-back.
  if (pending.isChanging !== true) draft.trace("read-back", yes ? "yes" : "no");
  if (isSummary(draft) && values.length === 0) return onSummary(draft, yes);
  if (yes) {
    accept(
      draft,
      pending.values.filter(({ name }) => !names.includes(name)),
    );
    return takeValues(draft, values, decision);
  }
  const replaced = values.filter(({ name }) => pending.values.some((one) => one.name === name));
  if (replaced.length === 0) {
    const other = values.length === 0 ? otherOf(pending.values) : undefined;
    const spent = other === undefined || pending.isOld ? undefined : refuse(draft, pending.values);
    if (other !== undefined) return spent ?? takeValues(draft, [other], decision);
    acceptClear(draft, values);
    return values.length === 0 && pending.instead !== undefined
      ? offered(draft, pending.values, pending.instead)
      : refused(draft, pending.values, pending.isOld);
  }
  const over = pending.isOld ? undefined : refuse(draft, replaced);
  if (over !== undefined) return over;
  accept(
    draft,
    pending.values.filter(({ name }) => !names.includes(name)),
  );
  return takeValues(draft, values, isSummary(draft) ? "accept" : decision);
}

/** "It is an emergency, is that right?" "No." leaves one value of two. The no to a no may agree with it. */
function otherOf([filled, second]: readonly FilledVariable[]): FilledVariable | undefined {
  return filled?.value === true && second === undefined ? { name: filled.name, value: false } : undefined;
}

/** A yes continues, a no asks for the change. A no to that means no change. */
function onSummary(draft: StepDraft, yes: boolean): Continuation {
  const { asking } = draft;
  if (asking?.pending?.type !== "confirm") return rest;
  const { pending } = asking;
  if (yes === (pending.isChanging !== true)) {
    draft.changeAsking({ isReviewed: true });
    accept(draft, pending.values);
    return askNextOrLeave(draft);
  }
  draft.trace("review", "not right");
  return askPending(draft, { ...asking, pending: { ...pending, isChanging: true } });
}

/** True if all answers of the node are read back at once. */
const isSummary = ({ asking, node: { act } }: StepDraft): boolean =>
  act.type === "ask" && act.reviews === true && asking?.pending?.type === "confirm" && asking.pending.isOld;

/** "The day": it is asked again, and the summary follows. */
export function changeNamed(draft: StepDraft, names: readonly string[]): Continuation | undefined {
  const { asking, node } = draft;
  if (node.act.type !== "ask" || asking?.pending?.type !== "confirm" || names.length === 0) return undefined;
  return askFirst(draft, node.act, { open: names });
}

/** Reads back the alternative of a refused value: as good a guess as asking again, and quicker. */
function offered(draft: StepDraft, values: readonly FilledVariable[], instead: FilledVariable): Continuation {
  return refuse(draft, values) ?? readBack(draft, [instead]);
}

/** Handles a bare "no": drops all values of the read-back, and asks for them one by one. `isOld`: no failure. */
export function refused(draft: StepDraft, values: readonly FilledVariable[], isOld: boolean): Continuation {
  const over = isOld ? undefined : refuse(draft, values);
  if (over !== undefined) return over;
  const { asking, node } = draft;
  if (asking === undefined || node.act.type !== "ask") return rest;
  const dropped = values.map(({ name }) => name);
  const open = node.act.questions
    .map(({ variable }) => variable)
    .filter((name) => asking.open.includes(name) || dropped.includes(name));
  const sorry = isOld ? undefined : ownWords(draft, ({ wordings }) => wordings.refused);
  const [name = ""] = dropped;
  // Only volunteered values were refused: their question comes later.
  if (open.length === 0) {
    if (sorry !== undefined) speak(draft, sorry);
    return dropAhead(draft);
  }
  const isMisheard = !isOld && dropped.length === 1 && mayBeMisheard(draft);
  if (isMisheard && dictate(draft, name, false) !== undefined) return askAgain(draft, sorry);
  return askFirst(draft, node.act, { open, before: sorry });
}

/** Counts a refusal: one failure of the question. A value refused twice is spelled at the next read-back. */
function refuse(draft: StepDraft, values: readonly FilledVariable[]): Continuation | undefined {
  const { asking } = draft;
  for (const { name } of values) {
    if (name === asking?.variable) continue;
    const so: Failures = own(draft.frame.failures, name) ?? noFailures;
    draft.changeFrame({
      failures: put(draft.frame.failures, name, { ...so, refused: so.refused + 1 }),
    });
  }
  return countFailure(draft, "refused");
}
