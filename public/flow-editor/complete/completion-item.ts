// Completion item: one suggestion at a caret, and the filter by the word before it.

import type { NamedThing } from "../../../src/flow/language/schema/shape.ts";

export interface Completion {
  readonly kind: "key" | "value" | "function" | "variable" | "option" | "word" | NamedThing;
  /** The text that is inserted. */
  readonly text: string;
  /** The text that is shown, if it differs. */
  readonly label?: string;
  /** Shown beside it: a type or a function's signature. */
  readonly detail?: string;
  /** Documentation, one sentence; may be empty. */
  readonly doc: string;
}

export interface Completions {
  /** Start of the completed word, in UTF-16 units within the text before the caret. */
  readonly from: number;
  readonly options: readonly Completion[];
}

/** The options that match a word, ignoring case: prefixes first, then other occurrences. */
export function matching(options: readonly Completion[], word: string): readonly Completion[] {
  const wanted = word.toLowerCase();
  const labelOf = ({ label, text }: Completion): string => (label ?? text).toLowerCase();
  const first = options.filter((each) => labelOf(each).startsWith(wanted));
  const second = options.filter(
    (each) => labelOf(each).includes(wanted) && !labelOf(each).startsWith(wanted),
  );
  return [...first, ...second].slice(0, shownMax);
}

/** A longer list of suggestions is not readable. */
const shownMax = 60;
