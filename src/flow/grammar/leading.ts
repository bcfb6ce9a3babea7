// Leading: position of a value in its turn: whether it opens, closes or decides the turn, or is corrected in it.

import { clausesOf } from "./clauses.ts";
import type { Sign } from "./discourse.ts";
import type { Language } from "./language.ts";
import { type Arc, isBare, isOf, nextValue } from "./scene.ts";
import type { Token } from "./tokens.ts";
import type { Variable } from "./variables.ts";

export interface Heard {
  readonly tokens: readonly Token[];
  readonly path: readonly Arc[];
  readonly isQuestion: boolean;
  /** Whether the turn is longer than any answer, so that its rest was not read. */
  readonly isLong: boolean;
}

/** The value of a variable among the words. */
export interface Standing extends Heard {
  readonly variable: Variable;
  readonly own: Arc;
  readonly signs: readonly Sign[];
  readonly language: Language;
}

/** "Yes, it's me again about the bag": callers say yes before they introduce themselves. */
export function introduces({ path, own, tokens, language }: Standing): boolean {
  if (own.sets?.[0]?.fit.value !== true) return false;
  const next = tokens[own.end]?.text ?? "";
  const isSubject = language.subjectSet.has(next) || language.pointerSet.has(next);
  const isCutOff = language.auxiliarySet.has(tokens[own.end - 1]?.text ?? "");
  const isContinued = path.some(({ kind, start }) => kind === "open" && start >= own.end);
  return isContinued && tokens[own.end]?.isAfterBreak !== true && (isSubject || isCutOff);
}

const isMark = ({ kind, what = "" }: Arc, ...marks: readonly string[]): boolean =>
  kind === "mark" && marks.includes(what);
/** "No, four" is a correction; "no rush" is none. */
export const isMending = (path: readonly Arc[], arc: Arc): boolean =>
  isMark(arc, "but", "mend", "not", "instead") ||
  (isMark(arc, "no") && path[path.indexOf(arc) + 1]?.kind !== "open");
export const isNo = ({ sets }: Arc): boolean => sets?.[0]?.fit.value === false;
export const isEcho = ({ sets }: Arc): boolean => sets?.some(({ fit }) => fit.isEcho) === true;
export const isAlone = ({ own, variable }: Standing): boolean =>
  own.sets?.some(({ name, fit }) => name === variable.name && fit.isAlone) === true;
export const hasSubject = (tokens: readonly Token[], { subjectSet }: Language): boolean =>
  tokens.some(({ text }) => subjectSet.has(text));

/** "She's two years, so twenty four months": start of the conclusion. */
export const concludedBefore = (path: readonly Arc[], valueArc: Arc): number =>
  path.slice(0, path.indexOf(valueArc)).findLast((arc) => isMark(arc, "conclude"))?.start ?? 0;

/** Whether another value precedes this one, with a "so" or a "no, sorry" between them. */
export function mends({ path, own, variable }: Standing): boolean {
  const before = path.slice(0, path.indexOf(own));
  const earlier = before.findLastIndex((arc) => isOf(arc, variable));
  return earlier >= 0 && before.slice(earlier).some((arc) => isMark(arc, "conclude", "mend", "no"));
}

/** Whether a yes or no begins the turn. */
export function leads(standing: Standing): boolean {
  const { path, variable, own } = standing;
  return (
    variable.type === "boolean" &&
    !isAlone(standing) &&
    own.sets?.[0]?.fit.isEcho !== true &&
    path.every((arc) => arc.start >= own.start || isPolite(standing, arc))
  );
}

/** "Badly but yes": a yes or no that ends the turn sums it up; "I know you ja" is a sentence without an answer. */
export function closes({ path, own, tokens, language, variable }: Standing): boolean {
  const concluded = concludedBefore(path, own);
  const isApart = tokens[own.start]?.isAfterBreak === true || concluded > 0;
  const isSame = (arc: Arc): boolean => (isApart || !isEcho(arc)) && isNo(arc) === isNo(own);
  const isEnd = path
    .slice(path.indexOf(own) + 1)
    .every((arc) => arc.kind === "beside" || arc.what === "thanks" || (isOf(arc, variable) && isSame(arc)));
  const isOnly = path.every(
    (arc) => arc === own || arc.start < concluded || (isOf(arc, variable) ? isSame(arc) : arc.what !== "not"),
  );
  const isSentence = !isApart && hasSubject(tokens.slice(0, own.start), language);
  return isEnd && isOnly && !isSentence && own.sets?.[0]?.fit.isEcho !== true;
}

/** Whether only politeness or a wish precedes the value: "I have ten" tells, "I'd like ten" answers. */
export function opens({ path, tokens, own, language, variable }: Standing): boolean {
  const isPlain = path
    .slice(0, path.indexOf(own))
    .every(
      (arc) =>
        arc.kind === "beside" ||
        isMark(arc, "mend", "conclude") ||
        (arc.kind === "act" && ACCOMPANYING.has(arc.what ?? "")),
    );
  const before = tokens.slice(0, own.start);
  const isWish = before.some(({ text }) => language.wantSet.has(text));
  // "I've a van" names the meant one, too.
  const isNamed = variable.type === "choice" && !isBare(own);
  return isPlain && (isWish || isNamed || !hasSubject(before, language));
}

/** "Could it be sunday?" */
export function proposes({ tokens, language }: Standing): boolean {
  const first = tokens.findIndex(({ text }) => !language.hesitationSet.has(text));
  const [verb, subject] = tokens.slice(first, first + 2);
  return language.wantSet.has(verb?.text ?? "") && language.proposingSet.has(subject?.text ?? "");
}

export function beginsLikeQuestion({ tokens, path, language, own, variable }: Standing): boolean {
  const first = tokens.findIndex((token) => !language.hesitationSet.has(token.text));
  // "Have you got": the phrase expresses a wish.
  const isPhrase =
    variable.type === "choice" &&
    path.some(({ start, end, kind }) => kind === "beside" && start === first && end - start > 1);
  return first >= 0 && first < own.start && !isPhrase && language.askSet.has(tokens[first]?.text ?? "");
}

/** Whether the arc is hesitation, thanks, or another word that leaves the answer as short as it is. */
export function isPolite({ tokens, variable, language }: Standing, arc: Arc): boolean {
  const { kind, what, start, end } = arc;
  if (kind === "act") return what === "thanks" || what === "greeting";
  if (kind === "value") return isOf(arc, variable);
  if (kind === "mark") return what === "mend" || what === "conclude";
  const isShort = end - start > 1 && variable.type !== "choice";
  return kind === "beside" && (isShort || language.hesitationSet.has(tokens[start]?.text ?? ""));
}

/** Acts that may stand beside an answer. */
export const ACCOMPANYING = new Set(["thanks", "greeting", "goodbye"]);

/** Acts that end a call. */
const LEAVING = new Set(["goodbye", "never_mind", "call_later"]);
const OBJECTS: ReadonlySet<Arc["kind"]> = new Set(["value", "foreign", "open"]);

/** "Leave it with a neighbour", "I have to go downstairs": an act with an object of its own ends no call. */
export function hasObject(words: Parameters<typeof clausesOf>[0], act: Arc): boolean {
  if (!LEAVING.has(act.what ?? "")) return false;
  const next = nextValue(words.path, act);
  const clauses = clausesOf(words);
  return next !== undefined && OBJECTS.has(next.kind) && clauses[next.start] === clauses[act.start];
}
