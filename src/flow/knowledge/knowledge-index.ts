// Knowledge index: the passages of a flow's own document, searched in place. Accounts' bases are searched in their
// stores by the same ranking.

import type { Passage } from "./passage.ts";
import { indexOf, type IndexedSlice, rank } from "./ranking.ts";
import { termsOf } from "./search-terms.ts";

/** A passage that was found. */
export interface FoundPassage extends Passage {
  /** Share of the question that it covers, 0 to 1. */
  readonly covers: number;
}

/** As many passages as a model gets, and more than a caller listens to. */
export const foundMax = 3;
/** Passages of a source in one slice, whose terms are indexed together. */
export const slicePassagesMax = 100;
/** Terms of one question; people say fewer. */
const termsMax = 24;

/** Terms of the question, each once. */
export const questionTerms = (words: string, language: string): ReadonlySet<string> =>
  new Set(termsOf(words, language).slice(0, termsMax));

export class KnowledgeIndex {
  readonly #passages: readonly Passage[];
  readonly #language: string;
  /** Made on its first search. */
  #slice: IndexedSlice | undefined;

  /** `language`, a BCP 47 tag, is that of the passages. */
  constructor(passages: readonly Passage[], language: string) {
    this.#passages = passages;
    this.#language = language;
  }

  get size(): number {
    return this.#passages.length;
  }

  /** The best first, at most `foundMax`. */
  find(words: string): readonly FoundPassage[] {
    const { terms, termCount } = (this.#slice ??= indexOf(this.#passages, this.#language));
    const question = questionTerms(words, this.#language);
    const rows = [...question].flatMap((term) => {
      const postings = terms.get(term);
      return postings === undefined ? [] : [{ slice: "", term, postings }];
    });
    const size = { passages: this.#passages.length, terms: termCount };
    return rank(question, rows, { size, max: foundMax }).flatMap(({ place, covers }) => {
      const passage = this.#passages[place];
      return passage === undefined ? [] : [{ ...passage, covers }];
    });
  }
}
