// One of several options: by its label, a synonym, or its place ("two", "number two", "the second one").

import type { Option } from "../document.ts";
import { numberWords, ordinalWords } from "../spoken.ts";
import { coverage, findSpans, isMarker, tokenise, type Entry, type Understood } from "./words.ts";

interface Meaning {
  readonly id: string;
  /** Named by place: only trusted when nothing else was said. */
  readonly placed: boolean;
}

/** Every phrase that stands for one of the options. */
export function choicePhrases(options: readonly Option[]): readonly string[] {
  return lexiconOf(options).map(({ words }) => words.join(" "));
}

const negations = new Set(["not", "don't", "never", "isn't", "neither", "nor"]);

export function matchChoice(text: string, options: readonly Option[]): Understood<string> | undefined {
  const tokens = tokenise(text);
  const all = findSpans(tokens, lexiconOf(options));
  // In "no, the time" the "no" is not an answer of its own, even where an option is called so.
  const meant = all.filter(({ start, end }) => !tokens.slice(start, end).every(isMarker));
  const spans = meant.length > 0 ? meant : all;
  const first = spans[0];
  if (first === undefined || spans.some(({ value }) => value.id !== first.value.id)) return undefined;
  const negated = tokens.some(
    (token, at) => negations.has(token) && !spans.some(({ start, end }) => at >= start && at < end),
  );
  if (negated) return undefined;
  const share = coverage(tokens, spans);
  if (share < 1 && spans.every(({ value }) => value.placed)) return undefined;
  return { value: first.value.id, coverage: share };
}

/** Names first: a place is only a name where no option is called so. */
function lexiconOf(options: readonly Option[]): readonly Entry<Meaning>[] {
  const byWords = new Map<string, Entry<Meaning>>();
  const add = (phrase: string, meaning: Meaning): void => {
    const words = tokenise(phrase);
    if (words.length > 0 && !byWords.has(words.join(" "))) {
      byWords.set(words.join(" "), { words, value: meaning });
    }
  };
  for (const { id, label, synonyms } of options) {
    for (const name of [label, ...synonyms]) add(name, { id, placed: false });
  }
  for (const [index, option] of options.entries()) {
    for (const place of placesOf(option, index)) add(place, { id: option.id, placed: true });
  }
  return [...byWords.values()];
}

/** A caller who says "two" means the key if the options have keys, else the second one. */
function placesOf(option: Option, index: number): readonly string[] {
  const key = option.dtmf === undefined ? index + 1 : Number(option.dtmf);
  const ordinal = ordinalWords(index + 1);
  const places = [ordinal, `the ${ordinal} one`, `the ${ordinal}`, `${ordinal} option`];
  if (!Number.isInteger(key)) return places;
  const cardinal = numberWords(key);
  return [cardinal, String(key), `number ${cardinal}`, `option ${cardinal}`, ...places];
}
