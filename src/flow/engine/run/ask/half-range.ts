// Half an answer: one end of a range, such as "from Monday", or the first digits of a telephone number. It is kept
// and repeated, and the rest is asked for.

import type { RenderedText } from "../../../language/expression/template-renderer.ts";
import type { Language } from "../../../locale/languages.ts";
import { intervalOf } from "../../../value/interval.ts";
import type { Value } from "../../../value/value.ts";
import { variableOf } from "../expression-scope.ts";
import type { HalfRange } from "../flow-state.ts";
import type { StepDraft } from "../step-draft.ts";
import { ownWords, type SpokenText } from "../walk/say.ts";

/** True if a variable's value is such a half. */
export function isHalf(draft: StepDraft, name: string, value: Value): value is string {
  const { kind } = variableOf(draft.program, name).type;
  if ((kind !== "date_range" && kind !== "time_range") || typeof value !== "string") return false;
  const { from, to } = intervalOf(value);
  return (from === undefined) !== (to === undefined);
}

/** "From Monday. Until when?", or "Which day?" of a period. `spoken`: the half as said and logged. */
export function halfWords(draft: StepDraft, half: HalfRange, { text, logged }: RenderedText): SpokenText {
  const words = (spoken: string): SpokenText => ownWords(draft, wordsOf(draft, half, spoken));
  return { ...words(text), logged: words(logged).text };
}

const wordsOf =
  (draft: StepDraft, { name, value }: HalfRange, spoken: string) =>
  ({ wordings }: Language): string => {
    const { kind } = variableOf(draft.program, name).type;
    if (kind === "time") return wordings.whichTime;
    if (kind === "phone") return wordings.restOf(spoken);
    const { from, to } = intervalOf(value);
    return from !== undefined && to !== undefined
      ? wordings.whichDay(spoken)
      : wordings.otherEnd(spoken, from === undefined);
  };
