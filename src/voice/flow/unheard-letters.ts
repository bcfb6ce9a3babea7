// Unheard letters: the part of a flow's answer that the caller did not hear, for the flow's history.

import { lettersIn } from "../../flow/engine/run/cut-speech.ts";
import { sentencesOf } from "../sentence-splitter.ts";

export interface Said {
  readonly text: string;
  /** The same with sensitive parts masked. */
  readonly logged: string;
  /** True if it is in the flow's history. */
  readonly isRemembered: boolean;
}

/**
 * Letters and digits at the end of the history's texts. `heard`: the heard part of the answer, cut into sentences for
 * the voice. A masked text not heard to its end counts as unheard.
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
