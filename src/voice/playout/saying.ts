// Saying: the agent's words at a moment, for a comparison with the caller's.

import type { AgentSentence } from "./agent-sentence.ts";

export interface CurrentWords {
  /** The sentence that is heard and the one before. */
  readonly text: string;
  /** The last sentence, in which the agent asks, has been heard to its half: who answers now knows what was asked. */
  readonly hasAsked: boolean;
}

/** `isAll`: no more sentences will come. `now` in milliseconds of the call's clock. */
export function sayingOf(sentences: readonly AgentSentence[], isAll: boolean, now: number): CurrentWords {
  const begun = sentences.filter((sentence) => sentence.begun).slice(-2);
  return {
    text: begun.map(({ text }) => text).join(" "),
    hasAsked: isAll && sentences.at(-1)?.isHalfHeard(now) === true,
  };
}
