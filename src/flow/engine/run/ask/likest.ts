// Likest value: the option that a caller may have described, asked about in place of the whole question.

import { likestAnswer, likestIn } from "../../understand/hearing/likest-answer.ts";
import type { Understood } from "../../understand/understanding.ts";
import { own } from "../flow-state.ts";
import type { StepDraft } from "../step-draft.ts";
import { heardPointOf, isSensitiveHere } from "./listening-point.ts";

/**
 * For words without understanding, the option nearest in meaning. A question with a refused guess is asked again; a
 * sensitive answer is not guessed.
 */
export function orLikest(draft: StepDraft, text: string, meaning: Understood): Understood {
  if (meaning.type !== "unclear" || isSensitiveHere(draft)) return meaning;
  const point = heardPointOf(draft, draft.state.last.confidence ?? 1);
  const name = point?.asked?.name ?? "";
  const isRefused = (own(draft.frame.failures, name)?.refused ?? 0) > 0;
  const likest = point === undefined || isRefused ? undefined : likestIn(text, point);
  if (point === undefined || likest === undefined) return meaning;
  const { words, score, lead } = likest;
  draft.trace("likest", `${name} by ${words.length} words, score ${told(score)}, lead ${told(lead)}`);
  return likestAnswer(likest, point);
}

const told = (score: number): string => score.toFixed(5);
