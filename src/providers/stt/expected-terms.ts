// Expected terms: the names and options that a flow listens for, as the short list of hints that vendors'
// recognisers accept.

import type { Expectation } from "../../flow/engine/expectation.ts";

/** Fewer than any vendor accepts (AssemblyAI 100 terms of 50 characters, Cartesia 1,200 characters in all). */
const termsMax = 50;
const termCharsMax = 50;
const allCharsMax = 1_000;

/**
 * At most 50 terms of at most 50 UTF-16 units each, 1,000 in all. Phrases are taken whole, and only the
 * examples of grammars: single words of a grammar ("please", "half") would be heard everywhere.
 */
export function expectedTerms(expectation: Expectation | undefined): readonly string[] {
  if (expectation === undefined) return [];
  const phrases = expectation.anyOf.flatMap((expected) =>
    expected.type === "phrases" ? expected.phrases : [],
  );
  const terms = new Set<string>();
  let chars = 0;
  for (const phrase of [...phrases, ...(expectation.examples ?? [])]) {
    const term = phrase.trim();
    if (term === "" || term.length > termCharsMax || terms.has(term)) continue;
    chars += term.length;
    if (terms.size === termsMax || chars > allCharsMax) break;
    terms.add(term);
  }
  return [...terms];
}
