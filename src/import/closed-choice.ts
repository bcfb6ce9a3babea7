// Closed choice: conditions in words that form a closed list of answers, which need no model.

import { normalised } from "../flow/language/model/normalised-phrase.ts";

export type KeylessChoice =
  | { readonly is: "yes-no"; readonly isYesFirst: boolean }
  /** One label per condition, in order. */
  | { readonly is: "options"; readonly labels: readonly string[] };

const no =
  /\b(?:no|not|nein|declin\w*|refus\w*|disagree\w*|reject\w*|den(?:y|ies|ied)|negative\w*|isn't|doesn't|don't)\b/i;
const yes = /\b(?:yes|ja|agree\w*|confirm\w*|accept\w*|affirm\w*|positive\w*)\b/i;
/** Text between quotes: a literal answer. */
const quoted = /["“]([^"“”{}]{1,40})["”]|(?<![\p{L}])['‘]([^'‘’{}]{1,40})['’](?![\p{L}])/gu;

/** Undefined if only a model can decide. Conditions must be short with one meaning each, or nothing is assumed. */
export function choiceIn(conditions: readonly string[]): KeylessChoice | undefined {
  const [first = "", second = ""] = conditions;
  if (conditions.length === 2 && conditions.every((each) => each.length <= 80)) {
    const isYes = (text: string): boolean => yes.test(text) && !no.test(text);
    const isNo = (text: string): boolean => no.test(text) && !yes.test(text);
    if (isYes(first) && isNo(second)) return { is: "yes-no", isYesFirst: true };
    if (isNo(first) && isYes(second)) return { is: "yes-no", isYesFirst: false };
  }
  if (conditions.length < 2) return undefined;
  const labels = conditions.map((each) =>
    [...each.matchAll(quoted)].map((match) => match[1] ?? match[2] ?? ""),
  );
  const each = labels.map(([label = ""]) => label);
  const isClosed =
    labels.every(({ length }) => length === 1) && new Set(each.map(normalised)).size === each.length;
  return isClosed && each.every((label) => normalised(label) !== "")
    ? { is: "options", labels: each }
    : undefined;
}
