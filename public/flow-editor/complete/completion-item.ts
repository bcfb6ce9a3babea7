// Completion item: one suggestion at a caret, and the filter by the word before it.

import type { NamedThing } from "../../../src/flow/language/schema/shape.ts";

export interface Completion {
  readonly kind: "key" | "value" | "function" | "variable" | "option" | "word" | NamedThing;
  /** What is written. */
  readonly text: string;
  /** What is shown, when that is something else. */
  readonly label?: string;
  /** Beside it: a type, a form. */
  readonly detail?: string;
  /** One sentence, or nothing. */
  readonly doc: string;
}

export interface Completions {
  /** Where the word begins that is completed: UTF-16 units of what stands before the caret. */
  readonly from: number;
  readonly options: readonly Completion[];
}

/** What fits to a word, the best first: what begins with it, then what has it inside. */
export function matching(options: readonly Completion[], word: string): readonly Completion[] {
  const wanted = word.toLowerCase();
  const labelOf = ({ label, text }: Completion): string => (label ?? text).toLowerCase();
  const first = options.filter((each) => labelOf(each).startsWith(wanted));
  const second = options.filter(
    (each) => labelOf(each).includes(wanted) && !labelOf(each).startsWith(wanted),
  );
  return [...first, ...second].slice(0, shownMax);
}

/** Nobody reads more. */
const shownMax = 60;
