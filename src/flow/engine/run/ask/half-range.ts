// Half a range: one end of a range was said, such as "from Monday". It is kept and repeated, and the other one is asked for.

import { intervalOf } from "../../../value/interval.ts";
import type { Value } from "../../../value/value.ts";
import { variableOf } from "../expression-scope.ts";
import type { HalfRange } from "../flow-state.ts";
import type { StepDraft } from "../step-draft.ts";
import { ownWords, type SpokenText } from "../walk/say.ts";

/** Whether the value of a variable is such a half. */
export function isHalf(draft: StepDraft, name: string, value: Value): value is string {
  const { kind } = variableOf(draft.program, name).type;
  if ((kind !== "date_range" && kind !== "time_range") || typeof value !== "string") return false;
  const { from, to } = intervalOf(value);
  return (from === undefined) !== (to === undefined);
}

/** "From Monday. Until when?", or "Which day?" of a period. `spoken` is the half as it is said. */
export const halfWords = (draft: StepDraft, { name, value }: HalfRange, spoken: string): SpokenText =>
  ownWords(draft, ({ wordings }) => {
    if (variableOf(draft.program, name).type.kind === "time") return wordings.whichTime;
    const { from, to } = intervalOf(value);
    return from !== undefined && to !== undefined
      ? wordings.whichDay(spoken)
      : wordings.otherEnd(spoken, from === undefined);
  });
