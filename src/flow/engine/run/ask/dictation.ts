// Dictation: a string of digits said in groups, because it was not, or only partly, understood as a whole. All of it
// at once is always accepted, and so are keys.

import { variableOf } from "../expression-scope.ts";
import { type Dictation, noFailures, own } from "../flow-state.ts";
import type { StepDraft } from "../step-draft.ts";
import { ownWords, type SpokenText } from "../walk/say.ts";

/** Shorter strings are as easy to say as a whole. */
const lengthMin = 4;
/** Groups of three, and of two where four are left. */
const groupMax = 4;
const groupUsual = 3;

/** True if the recogniser was not entirely certain of the last words. */
export const mayBeMisheard = (draft: StepDraft): boolean => (draft.state.last?.confidence ?? 1) < 1;

/** Digits of the variable; undefined for another type, or a variable length. */
export function dictatedLength(draft: StepDraft, name: string): number | undefined {
  const { type } = variableOf(draft.program, name);
  const isDictated = type.kind === "digits" && type.lengthMin === type.lengthMax;
  return isDictated && type.lengthMin >= lengthMin ? type.lengthMin : undefined;
}

/** Next request. */
export function groupSize({ digits, isSingle }: Dictation, length: number): number {
  const left = length - digits.length;
  if (isSingle) return 1;
  if (left < groupMax) return left;
  return left === groupMax ? groupMax / 2 : groupUsual;
}

/**
 * After the recogniser has misheard the open question: its digits are asked in groups, and if that fails too, one by
 * one. `keeps`: the understood part stays. Undefined without dictation.
 */
export function dictate(draft: StepDraft, name: string, keeps: boolean): Dictation | undefined {
  const { asking } = draft;
  if (asking === undefined || dictatedLength(draft, name) === undefined) return undefined;
  const { noMatch, invalid, refused } = own(draft.frame.failures, name) ?? noFailures;
  const before = keeps ? asking.dictation : undefined;
  const dictation = {
    digits: before?.digits ?? "",
    isSingle: noMatch + invalid + refused > 1,
    isDoubtful: before?.isDoubtful ?? false,
  };
  draft.changeAsking({ variable: name, pending: null, dictation });
  return dictation;
}

/** Understood but too few digits: the next ones are joined to them. */
export function keepBeginning(draft: StepDraft, name: string, digits: string): void {
  const length = dictatedLength(draft, name);
  if (length === undefined || digits === "" || digits.length >= length) return;
  const before = draft.asking?.dictation;
  draft.changeAsking({
    dictation: {
      digits,
      isSingle: before?.isSingle ?? false,
      isDoubtful: before?.isDoubtful === true || mayBeMisheard(draft),
    },
  });
}

/** "And the next 3 digits." */
export function groupWords(draft: StepDraft, name: string, dictation: Dictation): SpokenText {
  const size = groupSize(dictation, dictatedLength(draft, name) ?? 1);
  const isFirst = dictation.digits === "";
  const hasKeys = draft.node.listen.mode !== "speech";
  return ownWords(draft, ({ wordings }) => {
    const ask = wordings.askDigits(size, isFirst);
    return dictation.isSingle && isFirst ? `${wordings.digitByDigit(hasKeys)} ${ask}` : ask;
  });
}
