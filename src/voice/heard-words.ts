// Heard words: the recogniser's words of a turn, and its confidence.

import type { HearingReading } from "../providers/provider-contract.ts";

/**
 * `confidence`: of the recogniser, 0 to 1; absent: unknown. `second`: hearing of another recogniser. `alternative`:
 * its likeliest answer with another meaning. `reading`: a recogniser's answer to the question, unchecked.
 */
export interface HeardWords {
  readonly text: string;
  readonly confidence?: number;
  readonly second?: string;
  readonly alternative?: string;
  readonly reading?: HearingReading;
}

export function heardOf({ text, confidence, second, alternative, reading }: HeardWords): HeardWords {
  return {
    text,
    ...(confidence === undefined ? {} : { confidence }),
    ...(second === undefined ? {} : { second }),
    ...(alternative === undefined ? {} : { alternative }),
    ...(reading === undefined ? {} : { reading }),
  };
}

/** Two turns heard as one are as certain as the less certain of them. */
export function joinedWords(before: HeardWords, after: HeardWords): HeardWords {
  const text = `${before.text} ${after.text}`;
  const confidences = [before.confidence, after.confidence].filter((each) => each !== undefined);
  return confidences.length === 0 ? { text } : { text, confidence: Math.min(...confidences) };
}
