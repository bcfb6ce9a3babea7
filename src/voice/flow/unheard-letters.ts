// Unheard letters: how much of what a flow has said in an answer the caller did not hear, for the flow's history.

import { lettersIn } from "../../flow/engine/run/cut-speech.ts";
import { sentencesOf } from "../sentence-splitter.ts";

export interface Said {
  readonly text: string;
  /** The same with what is sensitive masked. */
  readonly logged: string;
  /** Whether it stands in the flow's history. */
  readonly isRemembered: boolean;
}

/**
 * Letters and digits at the end of the history's texts. `heard`: all that was heard of the answer, as it was cut into
 * sentences for the voice. A masked text that was not heard to its end counts as unheard.
 */
export function unheardLetters(texts: readonly Said[], heard: string): number {
  let left = lettersIn(heard);
  let unheard = 0;
  for (const { text, logged, isRemembered } of texts) {
    const spoken = lettersIn(sentencesOf(text).join(" "));
    const now = Math.min(left, spoken);
    left -= now;
    if (now === spoken || !isRemembered) continue;
    unheard += logged === text ? spoken - now : lettersIn(logged);
  }
  return unheard;
}
