// Utterance interpreter: says what the caller's words mean at a listening point. One grammar reads them, one decision is
// made on each variable, and this says what the decisions mean together: an answer, a correction, a call of a handler.
//
// The rooms that words pass, 13 at most: slots (what is open), tokens, chart (what the rules read), scene (readings and
// slots side by side), arcs (what each stretch of words is), cover (the cheapest row of them), decide (one verdict for
// each slot), checked; then urgent calls, lists, one of three answers (to a read-back, to an open question, to any
// other), calls of handlers and what is "wrong", and acts beside answers.

import { hear } from "../../grammar/hearing.ts";
import { actBeside } from "./act-beside.ts";
import { answered } from "./hearing/answer-meaning.ts";
import { urgentIn } from "./hearing/calls.ts";
import { checked } from "./hearing/checked.ts";
import { confirmed } from "./hearing/confirmed.ts";
import { placeOf } from "./hearing/slots.ts";
import { textAnswer } from "./hearing/text-answer.ts";
import { listMeant } from "./lists/list-answer.ts";
import { CONFIRM_MIN } from "./thresholds.ts";
import type { ListeningPoint, Understood } from "./understanding.ts";

/** Total: any text, any listening point. `words` is the transcript as the recogniser or the typist wrote it. */
export function understand(words: string, point: ListeningPoint): Understood {
  const meaning = understoodIn(words, point);
  return actBeside(words, meaning, point) ?? meaning;
}

function understoodIn(words: string, point: ListeningPoint): Understood {
  const place = placeOf(point);
  const hearing = checked(hear(words, place), point);
  if (hearing.tokens.length === 0 || point.confidence < CONFIRM_MIN) return { type: "unclear", coverage: 0 };
  const urgent = urgentIn(hearing, point, place.language);
  if (urgent !== undefined) return { type: "handler", name: urgent, confidence: point.confidence };
  const listed = listMeant(hearing, point);
  if (listed !== undefined) return listed;
  if (point.confirming !== undefined) return confirmed(hearing, point, point.confirming);
  return textAnswer(words, hearing, point) ?? answered(hearing, point);
}
