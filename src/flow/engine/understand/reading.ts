// Value reading: what a matcher finds in an utterance, which is values and the words that say them.

import type { Value } from "../../value/value.ts";

export interface ValueReading {
  /** Tokens from `from` up to `to`, all explained by it. */
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
  /** It takes whatever is left, so small words beside it count ("is it raining"). */
  readonly strict?: boolean;
  /** Names an option by its place or by part of its name: less than by its name. */
  readonly vague?: boolean;
}

/** Sorts candidates into what fits and, if nothing does, the first that does not. */
export function fittingValues(
  candidates: readonly Value[],
  fits: (value: Value) => boolean,
): Pick<ValueReading, "values" | "misfit"> | undefined {
  const fitting = candidates.filter(fits);
  if (fitting.length > 0) return { values: [...new Set(fitting)] };
  const [misfit] = candidates;
  return misfit === undefined ? undefined : { values: [], misfit };
}
