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
  /** Asked for by a key or a click: then everything is offered that is not typed away. */
  readonly isAsked: boolean;
  /** The field holds one name: all of its text is the word. */
  readonly isWhole: boolean;
}

export function offerAt(
  { text, at }: Caret,
  { completions, isAsked, isWhole }: CompletionRequest,
): ComboOffer | undefined {
  const { from, options } = completions;
  const word = text.slice(from, at);
  // A name that is there already is no search for others.
  const isAll = isAsked && isWhole;
  const found = isAll ? options : matching(options, word);
  const isDone = found.length === 1 && found[0]?.text === word;
  if (found.length === 0 || (!isAsked && (isDone || !isWorthIt(text.slice(0, from), word)))) return undefined;
  const current = isAll ? found.findIndex((each) => each.text === text.trim()) : 0;
  return { from, options: found, marked: isWhole && !isAsked ? 0 : current };
}

/** In a formula nothing is offered before a word begins, or a place where one must. */
function isWorthIt(ahead: string, word: string): boolean {
  return word !== "" || /(?:^|\{\{\s?|[.|'"])$/.test(ahead);
}

export function marked(offer: ComboOffer, by: 1 | -1): ComboOffer {
  const count = offer.options.length;
  const from = offer.marked === -1 && by === -1 ? count : offer.marked;
  return { ...offer, marked: (from + by + count) % count };
}

/** The text with an option in place of the word, and the caret behind it. */
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
