// Handler matcher: finds the handler whose phrases an utterance contains.

import { phrasesOf } from "./compiled-pack.ts";
import type { HandlerPhrases } from "./understanding.ts";
import { findAll } from "./lexicon.ts";
import { coveredBy, type Utterance } from "./tokenised-utterance.ts";

export interface HandlerMatch {
  readonly name: string;
  /** Share of the words with content that belong to its phrases, 0 to 1. */
  readonly coverage: number;
  /** Nothing else was said but politeness, not even a small word. */
  readonly alone: boolean;
}

/**
 * The handler whose phrases cover most words; of equals the first, which is the node's own. Undefined when none
 * occurs.
 */
export function matchHandler(
  utterance: Utterance,
  handlers: readonly HandlerPhrases[],
): HandlerMatch | undefined {
  let best: HandlerMatch | undefined;
  for (const { name, phrases } of handlers) {
    const { keys, neutral, compiled } = utterance;
    const spans = findAll(phrasesOf(phrases, utterance.pack), keys);
    if (spans.length === 0) continue;
    const inside = keys.map((_, at) => spans.some(({ from, to }) => at >= from && at < to));
    const words = inside.filter(Boolean).length;
    const polite = coveredBy(compiled.polite, keys);
    const others = keys.filter(
      (_, at) => inside[at] !== true && neutral[at] !== true && polite[at] !== true,
    ).length;
    const coverage = words / (words + others);
    const first = inside.indexOf(true);
    const asking = coveredBy(compiled.requests, keys.slice(0, first));
    const alone = keys.every((_, at) => inside[at] === true || polite[at] === true || asking[at] === true);
    if (coverage > (best?.coverage ?? 0)) best = { name, coverage, alone };
  }
  return best;
}
