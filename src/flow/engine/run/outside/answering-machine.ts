// Answering machine detection: whether a machine answers an outbound call, by its words, by the length of its
// greeting, and by its beep. The rest is the flow's handler `voicemail`.

import type { Program } from "../../../language/program.ts";
import { languageOf } from "../../../locale/languages.ts";
import { isCalledAnywhere } from "../../understand/hearing/calls.ts";
import { namesIn } from "../ask/choice-options.ts";
import type { FlowState } from "../flow-state.ts";
import { viewAt } from "../running-flow.ts";
import { StepDraft } from "../step-draft.ts";
import { type ActiveHandler, machineHandler } from "../walk/handler-calls.ts";

/** The event that a call tells a flow when it has heard the tone of an answering machine; others may post it, too. */
export const beepEvent = "call.beep";

/** Greetings are over by then, pauses and all. */
const greetingMsMax = 60_000;
/** A greeting with pauses is heard as several turns. */
const greetingTurnsMax = 3;
/** People never answer a telephone with so many words at once. */
const greetingWordsMin = 25;

/** The handler, as long as it may still be a machine that has answered. */
function mayBeMachine(draft: StepDraft): ActiveHandler | undefined {
  const { facts, turns, isMachine, outcome } = draft.state;
  if (facts.direction !== "outbound" || isMachine === true || outcome !== null) return undefined;
  const isEarly = turns <= greetingTurnsMax && draft.wallMs - facts.startedAtMs <= greetingMsMax;
  return isEarly ? machineHandler(draft) : undefined;
}

/** Whether a beep would show that a machine has answered. */
export function beepShowsMachine(draft: StepDraft): boolean {
  return mayBeMachine(draft) !== undefined;
}

/** Whether these are the words of a machine. They are counted among the turns already. */
export function wordsShowMachine(draft: StepDraft, text: string): boolean {
  const active = mayBeMachine(draft);
  if (active === undefined) return false;
  const isLong = draft.state.turns === 1 && (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= greetingWordsMin;
  if (isLong) return true;
  const phrases = namesIn(active.handler.phrases, viewAt(draft, active.depth));
  return isCalledAnywhere(text, phrases, languageOf(draft.state.language).pack);
}

/** Whether the flow wants to know of a beep now; asked for each frame of a call. */
export function awaitsBeep(program: Program, state: FlowState, wallMs: number): boolean {
  if (state.facts.direction !== "outbound" || state.outcome !== null) return false;
  const draft = new StepDraft(program, state, wallMs);
  const { act } = draft.node;
  return (act.type === "wait" && act.event === beepEvent) || beepShowsMachine(draft);
}
