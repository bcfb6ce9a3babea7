// Combo box state: which completions are offered, which one is marked, and the text after one is chosen. Pure
// functions.

import { type Completion, type Completions, matching } from "../../complete/completion-item.ts";

export interface ComboOffer {
  readonly from: number;
  readonly options: readonly Completion[];
  /** Index of the marked one; -1 for none. */
  readonly marked: number;
}

export interface Caret {
  readonly text: string;
  /** UTF-16 units from its start. */
  readonly at: number;
}

export interface CompletionRequest {
  readonly completions: Completions;
  /** Requested by a key or a click, not by typing: then all options are offered. */
  readonly isAsked: boolean;
  /** The whole text of the field is one name, and so the word to complete. */
  readonly isWhole: boolean;
}

/** Completions at a caret; undefined when there is nothing worth offering. */
export function offerAt(
  { text, at }: Caret,
  { completions, isAsked, isWhole }: CompletionRequest,
): ComboOffer | undefined {
  const { from, options } = completions;
  const word = text.slice(from, at);
  // A complete name is not used as a filter.
  const isAll = isAsked && isWhole;
  const matches = isAll ? options : matching(options, word);
  const isDone = matches.length === 1 && matches[0]?.text === word;
  if (matches.length === 0 || (!isAsked && (isDone || !isWorthIt(text.slice(0, from), word))))
    return undefined;
  const current = isAll ? matches.findIndex((each) => each.text === text.trim()) : 0;
  return { from, options: matches, marked: isWhole && !isAsked ? 0 : current };
}

/** In an expression suggestions start with a word, or where a word must follow. */
function isWorthIt(ahead: string, word: string): boolean {
  return word !== "" || /(?:^|\{\{\s?|[.|'"])$/.test(ahead);
}

/** Moves the mark by one option, wrapping around. */
export function marked(offer: ComboOffer, by: 1 | -1): ComboOffer {
  const count = offer.options.length;
  const from = offer.marked === -1 && by === -1 ? count : offer.marked;
  return { ...offer, marked: (from + by + count) % count };
}

/** Replaces the word before the caret with an option; the caret is then behind it. */
export function chosen(
  caret: Caret,
  {
    from,
    isWhole,
    option,
  }: { readonly from: number; readonly isWhole: boolean; readonly option: Completion },
): Caret {
  if (isWhole) return { text: option.text, at: option.text.length };
  const { text, at } = caret;
  const now = text.slice(0, from) + option.text;
  return { text: now + text.slice(at), at: now.length };
}
