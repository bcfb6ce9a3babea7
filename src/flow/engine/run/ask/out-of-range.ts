// Answer out of range: the reply to a caller whose answer was understood but is not allowed, with the bounds.

import { MASK } from "../../../language/expression/template-renderer.ts";
import { languageOf } from "../../../locale/languages.ts";
import type { FilledVariable, ValueRule } from "../../understand/understanding.ts";
import { fitsRange } from "../../understand/fits.ts";
import type { Value } from "../../../value/value.ts";
import { isHidden, variableOf } from "../expression-scope.ts";
import { viewOf } from "../running-flow.ts";
import type { StepDraft } from "../step-draft.ts";
import { ownLanguage, type SpokenText } from "../walk/say.ts";
import { wantedOf } from "./wanted.ts";
import { spokenValue } from "./question-words.ts";

/**
 * "You said 40. I can take 1 to 12." `time`: how often this question was answered out of range, counted from 1.
 * Undefined for types without bounds, and where the flow gives none.
 */
export function outOfRange(
  draft: StepDraft,
  { name, value }: FilledVariable,
  time: number,
): SpokenText | undefined {
  const variable = variableOf(draft.program, name);
  const wanted = wantedOf(variable.type, viewOf(draft));
  const bounds = boundsOf(wanted);
  if (bounds === undefined || value === null || isWithin(wanted, value)) return undefined;
  const boundText = (bound: string | number): string => spokenValue(draft, { name, value: bound }).text;
  const range = {
    ...(bounds.min === undefined ? {} : { min: boundText(bounds.min) }),
    ...(bounds.max === undefined ? {} : { max: boundText(bounds.max) }),
    isMoment: typeof value === "string",
    whole: bounds.integer === true && !Number.isInteger(value),
  };
  const { wordings } = languageOf(draft.state.language);
  // Only a speaking caller has said something.
  const wording = draft.state.last.dtmf === null ? time : Math.max(time, 2);
  const words = (heard: string): string => wordings.outOfRange(heard, range, wording);
  const heard = spokenValue(draft, { name, value });
  return {
    text: words(heard.text),
    logged: isHidden(variable, draft.frame) ? words(MASK) : words(heard.text),
    language: ownLanguage(draft.state.language),
  };
}

/** Both ends of a range are allowed, and another rule is violated: no night between them. */
const isWithin = (wanted: ValueRule, value: Value): boolean =>
  (wanted.kind === "date_range" || wanted.kind === "time_range") &&
  fitsRange(value, { ...wanted, unit: "days" });

interface Bounds {
  readonly min?: string | number;
  readonly max?: string | number;
  readonly integer?: boolean;
}

function boundsOf(wanted: ValueRule): Bounds | undefined {
  switch (wanted.kind) {
    case "number":
    case "money":
    case "duration":
    case "amount":
    case "date":
    case "time":
    case "date_range":
    case "time_range":
      return wanted.min === undefined && wanted.max === undefined ? undefined : wanted;
    default:
      return undefined;
  }
}
