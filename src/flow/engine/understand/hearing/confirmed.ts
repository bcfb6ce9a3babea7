// Confirmed: the answer to "four people tomorrow, is that right?" is a yes, a no, a better value, or the next answer.

import type { Decision } from "../../../grammar/decide.ts";
import type { Hearing } from "../../../grammar/hearing.ts";
import type { Language } from "../../../grammar/language.ts";
import type { Arc } from "../../../grammar/scene.ts";
import { ACCEPT_MIN } from "../thresholds.ts";
import type { AskedConfirmation, ListeningPoint, Understood } from "../understanding.ts";
import { correction, filledBy, isSettled, sortedOf } from "./answer-meaning.ts";
import { calledIn } from "./calls.ts";
import { consent, languageAt } from "./slots.ts";
import { wrongIn } from "./wrong.ts";

export function confirmed(
  hearing: Hearing,
  point: ListeningPoint,
  { values }: AskedConfirmation,
): Understood {
  const pending = new Map(values.map(({ name, value }) => [name, value]));
  const others = hearing.decisions.filter(({ name }) => name !== consent.name);
  const sorted = sortedOf(others, point);
  const read = sorted.current.filter(({ name }) => pending.has(name));
  const next = sorted.current.filter(({ name }) => !pending.has(name));
  const moved = read.filter(
    ({ name, value, isDenied }) => isDenied === true || (value !== undefined && value !== pending.get(name)),
  );
  if (moved.length === 0 && sorted.changes.length > 0) return correction({ ...sorted, current: next }, point);
  const again = read.filter(({ name, value }) => value !== undefined && value === pending.get(name));
  const isNoRead = values.some(({ value }) => value === false);
  const yes = consentOf(hearing, { moved, again, read, others, isNoRead, language: languageAt(point) });
  if (yes === undefined) return calledIn(hearing, point) ?? wrongIn(hearing, point) ?? { type: "unclear" };
  const also = yes || moved.length > 0 ? next : [];
  const decisions = [...moved.filter(isSettled), ...also];
  const filled = filledBy(decisions);
  const isDoubtful =
    filled.length > 0 &&
    (point.confidence < ACCEPT_MIN || decisions.some(({ verdict }) => verdict === "read_back"));
  return { type: "confirmed", yes, values: filled, ...(isDoubtful && { decision: "confirm" }) };
}

interface Said {
  readonly moved: readonly Decision[];
  /** Values of the read-back that the caller repeats. */
  readonly again: readonly Decision[];
  readonly read: readonly Decision[];
  readonly others: readonly Decision[];
  /** Whether a no is read back. */
  readonly isNoRead: boolean;
  readonly language: Language;
}

/** "That's right, he's fine otherwise": the first words answer the read-back, unless the caller retracts them. */
function beginsWithYes({ path, tokens }: Hearing, language: Language): boolean {
  const [first, ...others] = path.filter(({ kind }) => kind !== "beside");
  const isTakenBack = others.some(
    (arc, at) =>
      (arc.kind === "mark" && arc.what === "mend" && others.slice(at).some(isValue)) ||
      (arc.kind === "act" && arc.what === "dont_know") ||
      (arc.what === "yesno" && consents(arc, false)),
  );
  if (first === undefined || !consents(first, true) || isTakenBack) return false;
  if (tokens.some(({ text }) => language.wrongSet.has(text))) return false;
  // "Right now", "do I have enough": agreement without a yes stands apart, or nearly alone.
  const isApart = tokens[first.end]?.isAfterBreak === true;
  const last = tokens[first.end - 1]?.text ?? "";
  const isWhole = !language.auxiliarySet.has(last) && !language.subjectSet.has(last);
  const isNearlyAlone =
    first.end - first.start > 1 &&
    first.end < tokens.length &&
    (others.length === 0 || (isWhole && path[path.indexOf(first) + 1] !== others[0]));
  return first.what === "yesno" || (first.what === "agreement" && (isApart || isNearlyAlone));
}

const isValue = ({ kind }: Arc): boolean => kind === "value" || kind === "foreign";
const consents = ({ sets = [] }: Arc, value: boolean): boolean =>
  sets.some(({ name, fit }) => name === consent.name && fit.value === value);

/** Undefined: neither a yes nor a no. A caller who continues does not object. */
function consentOf(
  hearing: Hearing,
  { moved, again, read, others, isNoRead, language }: Said,
): boolean | undefined {
  const { path, decisions } = hearing;
  const isNo = path.some(({ kind, what }) => kind === "mark" && what === "no");
  if (moved.length > 0 || isNo) return false;
  // "It is no emergency, is that right?" – "No, it is not an emergency", "no, right".
  const isBoth = [true, false].every((value) => path.some((arc) => consents(arc, value)));
  if (again.some(({ value }) => value === false) || (isBoth && isNoRead)) return true;
  const answer = decisions.find(({ name }) => name === consent.name);
  // "Yes, at eight": the agent asks for the half of the day of the following value.
  const isDoubted = read.some(
    ({ verdict, isDenied, choices = [] }) => verdict === "asked" && isDenied !== true && choices.length > 0,
  );
  // "Yes… no wait, twenty-nine": another value follows, which the rules have not read.
  const mended = path.findIndex(({ kind, what }) => kind === "mark" && what === "mend");
  if (mended > 0 && path.slice(mended).some(({ kind }) => kind === "foreign")) return undefined;
  if (answer?.verdict === "taken" && !(isDoubted && answer.value === true)) return answer.value === true;
  if (!isDoubted && beginsWithYes(hearing, language)) return true;
  const isAgreed = again.length > 0 && answer?.value === true;
  return isAgreed || [...again, ...others].some(({ verdict }) => verdict === "taken") ? true : undefined;
}
