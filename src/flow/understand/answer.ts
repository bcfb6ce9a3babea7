// One question, any type: from an utterance to a value, and from the type to what should be listened for.

import { unreachable } from "../../base/assert.ts";
import type { Answer, Value } from "../document.ts";
import type { Expected } from "../expectation.ts";
import { booleanPhrases, matchBoolean } from "./boolean.ts";
import { choicePhrases, matchChoice } from "./choice.ts";
import { matchDigits } from "./digits.ts";
import { matchNumber, numberPhrases } from "./number.ts";
import type { Understood } from "./words.ts";

export function matchAnswer(text: string, answer: Answer): Understood<Value> | undefined {
  switch (answer.type) {
    case "boolean":
      return matchBoolean(text);
    case "number":
      return matchNumber(text, answer);
    case "digits":
      return matchDigits(text, answer.lengths);
    case "choice":
      return matchChoice(text, answer.options);
    default:
      return unreachable(answer);
  }
}

/** From which share of explained words on an answer counts although something else was said too. */
export function coverageMin(answer: Answer): number {
  return answer.type === "choice" ? 1 / 3 : 0.5;
}

export function expectedOf(answer: Answer): Expected {
  switch (answer.type) {
    case "boolean":
      return { type: "phrases", phrases: booleanPhrases };
    case "number":
      return { type: "phrases", phrases: numberPhrases(answer) };
    case "digits":
      return { type: "digits", lengths: answer.lengths };
    case "choice":
      return { type: "phrases", phrases: choicePhrases(answer.options) };
    default:
      return unreachable(answer);
  }
}

/** How long people pause within an answer of this type, in milliseconds. */
export function endSilenceMs(answer: Answer): number {
  if (answer.type === "digits") return 1_200;
  return answer.type === "number" ? 700 : 500;
}
