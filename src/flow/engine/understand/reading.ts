// Value reading: what a matcher finds in an utterance, which is values and the words that say them.

import type { Value } from "../../value/value.ts";

export interface ValueReading {
  /** Token indexes, `to` exclusive. The reading explains all tokens between them but the gaps. */
  readonly from: number;
  readonly to: number;
  /** Words elsewhere that it explains too, and which others may use as well ("in the evening"). */
  readonly shares?: readonly number[];
  /** Words between `from` and `to` that it does not explain. */
  readonly gaps?: readonly number[];
  /** Values that fit what is wanted; several when the words are ambiguous. */
  readonly values: readonly Value[];
  /** Understood, but not allowed; then `values` is empty. */
  readonly misfit?: Value;
  /** Can hardly mean something else, so it counts also for a variable that was not asked for. */
  readonly clear: boolean;
  /** It takes all remaining words, so small words beside it count as unexplained ("is it raining"). */
  readonly strict?: boolean;
  /** So likely wrong that it is always read back, whatever else was said. */
  readonly doubtful?: boolean;
  /** A date without its year. */
  readonly isYearless?: boolean;
  /** Names an option by its place or by part of its name: less than by its name. */
  readonly vague?: boolean;
}

/** The candidates that fit; if none does, the first of them as the misfit. Undefined without candidates. */
export function fittingValues(
  candidates: readonly Value[],
  fits: (value: Value) => boolean,
): Pick<ValueReading, "values" | "misfit"> | undefined {
  const fitting = candidates.filter(fits);
  if (fitting.length > 0) return { values: [...new Set(fitting)] };
  const [misfit] = candidates;
  return misfit === undefined ? undefined : { values: [], misfit };
}
