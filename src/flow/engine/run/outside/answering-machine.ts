// Answering machine detection: whether a machine answers an outbound call, by its words, the length of its greeting,
// and its beep. The rest is the flow's handler `voicemail`.

import type { Program } from "../../../language/program.ts";
import { languageOf } from "../../../locale/languages.ts";
import { isCalledAnywhere } from "../../understand/hearing/calls.ts";
import { namesIn } from "../ask/choice-options.ts";
import type { FlowState } from "../flow-state.ts";
import { viewAt } from "../running-flow.ts";
import { StepDraft } from "../step-draft.ts";
import { type ActiveHandler, machineHandler } from "../walk/handler-calls.ts";

/** Event from a call that has heard the tone of an answering machine; others may post it too. */
export const beepEvent = "call.beep";

/** Greetings are over by then, pauses and all. */
const greetingMsMax = 60_000;
/** A greeting with pauses is heard as several turns. */
const greetingTurnsMax = 3;
/** People never answer a telephone with so many words at once. */
const greetingWordsMin = 25;

/** Handler while a machine may still have answered. */
function mayBeMachine(draft: StepDraft): ActiveHandler | undefined {
  const { facts, turns, isMachine, outcome } = draft.state;
  if (facts.direction !== "outbound" || isMachine === true || outcome !== null) return undefined;
  const isEarly = turns <= greetingTurnsMax && draft.wallMs - facts.startedAtMs <= greetingMsMax;
  return isEarly ? machineHandler(draft) : undefined;
}

/** True if a beep would show a machine. */
export function beepShowsMachine(draft: StepDraft): boolean {
  return mayBeMachine(draft) !== undefined;
}

/** True for a machine's words. They already count among the turns. */
export function wordsShowMachine(draft: StepDraft, text: string): boolean {
  const active = mayBeMachine(draft);
  if (active === undefined) return false;
  const isLong = draft.state.turns === 1 && (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= greetingWordsMin;
  if (isLong) return true;
  const phrases = namesIn(active.handler.phrases, viewAt(draft, active.depth));
  return isCalledAnywhere(text, phrases, languageOf(draft.state.language).pack);
}

/** True if the flow waits for a beep now; read for each frame of a call. */
export function awaitsBeep(program: Program, state: FlowState, wallMs: number): boolean {
  if (state.facts.direction !== "outbound" || state.outcome !== null) return false;
  const draft = new StepDraft(program, state, wallMs);
  const { act } = draft.node;
  return (act.type === "wait" && act.event === beepEvent) || beepShowsMachine(draft);
}
