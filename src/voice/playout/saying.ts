// Saying: the agent's words at a moment, for a comparison with the caller's.

import type { AgentSentence } from "./agent-sentence.ts";

export interface CurrentWords {
  /** The present sentence and the previous one. */
  readonly text: string;
  /** Half of the last sentence, the question, has been heard: a caller who answers now knows the question. */
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
