// Waiting words: short sentences for a caller who waits for an answer, by language. They promise nothing and ask
// nothing, so that any answer may follow them.

import { englishWaitingWords } from "./en/waiting-words.ts";
import { germanWaitingWords } from "./de/waiting-words.ts";

export interface WaitingWords {
  /** When the answer does not come at once. */
  readonly soon: readonly string[];
  /** When it has not come for a while. */
  readonly still: readonly string[];
}

const known: ReadonlyMap<string, WaitingWords> = new Map([
  ["en", englishWaitingWords],
  ["de", germanWaitingWords],
]);

/** Those of a BCP 47 tag. Undefined for a language without any: a caller is not addressed in another one. */
export function waitingWordsOf(tag: string): WaitingWords | undefined {
  return known.get(tag.split("-")[0]?.toLowerCase() ?? "");
}
