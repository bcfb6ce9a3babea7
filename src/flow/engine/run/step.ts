// Step function of a flow: a pure function from a state and an input to a new state and effects. No clock, no socket,
// no promise; the same inputs give the same states and effects.

import type { Program } from "../../language/program.ts";
import { askAgain } from "./ask/ask.ts";
import type { FlowEffect, FlowEvent, Speech } from "./step-contract.ts";
import { onFound, onUttered, onUttering } from "./answer/on-found.ts";
import { onToolDoneInConverse } from "./converse/model-tools.ts";
import { onCut } from "./cut-speech.ts";
import { StepDraft, type Continuation, rest } from "./step-draft.ts";
import { heardPointOf, isKeysOnly } from "./ask/listening-point.ts";
import {
  keepEvent,
  onRecorded,
  takeEvent,
  takeReturn,
  onTransferred,
} from "./outside/transfer-record-wait.ts";
import { beepEvent, beepShowsMachine } from "./outside/answering-machine.ts";
import { onPressed } from "./outside/press.ts";
import { runTransitions } from "./walk/enter-node.ts";
import { endSession } from "./walk/end-call.ts";
import { answerMachine, machineHandler, repeatLastTurn } from "./walk/handler-calls.ts";
import { transitionTo } from "./walk/leave-node.ts";
import { pressKeptKeys, pressKeys } from "./ask/key-presses.ts";
import { onProposal } from "./ask/model-proposal.ts";
import { ownWords, speak } from "./walk/say.ts";
import type { FlowState } from "./flow-state.ts";
import { onLine, onLineSentence } from "./wording/on-worded.ts";
import { takeBack } from "./take-back.ts";
import { onToolDone } from "./outside/call-tool.ts";
import { onWords, onNoMatch, onSilence } from "./caller-input.ts";

/** Texts of the last turn kept for `repeat`. */
const saidMax = 20;

/**
 * The step function: returns the new state and the effects, in order. After the end of the flow every input but
 * `reopened` (which may take the last turn back) leaves the state unchanged. Never throws, for any input.
 */
export function step(
  program: Program,
  state: FlowState,
  event: FlowEvent,
): readonly [FlowState, readonly FlowEffect[]] {
  if (state.outcome !== null && event.type !== "reopened") return [state, []];
  const draft = new StepDraft(program, { ...state, wallMs: event.wallMs }, event.wallMs);
  if (event.type === "keys") pressKeys(draft, event.keys);
  else runTransitions(draft, take(draft, event));
  pressKeptKeys(draft);
  breakSilence(draft, event);
  keepSaid(draft, event);
  return [draft.state, draft.effects];
}

function take(draft: StepDraft, event: Exclude<FlowEvent, { type: "keys" }>): Continuation {
  const { act } = draft.node;
  const { phase } = draft.frame;
  switch (event.type) {
    case "start":
      return start(draft);
    case "words":
      return onWords(draft, event);
    case "reopened":
      if (takeBack(draft)) return onWords(draft, event);
      // The caller talked over an answer before hearing any of it, so it is repeated.
      if (isOurTurnOver(draft)) repeatLastTurn(draft);
      return rest;
    case "no-match":
      return onNoMatch(draft);
    case "silence":
      return onSilence(draft);
    case "ask-again":
      // A caller who talks to another person hears nothing.
      if (phase.type === "away") return rest;
      if (event.whole === true && draft.state.said.length > 0) {
        repeatLastTurn(draft);
        return rest;
      }
      if (isTalking(draft)) repeatLastTurn(draft);
      return askAgain(draft);
    case "tool-done":
      return act.type === "tool" ? onToolDone(draft, act, event) : onToolDoneInConverse(draft, event);
    case "proposed":
      return onProposal(draft, event);
    case "uttering":
      return phase.type === "wording" ? onLineSentence(draft, phase, event) : onUttering(draft, event);
    case "uttered":
      return phase.type === "wording" ? onLine(draft, phase, event) : onUttered(draft, event);
    case "found":
      return onFound(draft, event);
    case "cut":
      return onCut(draft, event);
    case "transferred":
      return act.type === "transfer" ? onTransferred(draft, act, event) : rest;
    case "pressed":
      return act.type === "press" ? onPressed(draft, act, event) : rest;
    case "recorded":
      return act.type === "record" ? onRecorded(draft, act, event) : rest;
    case "event":
      keepEvent(draft, event.name, event.data);
      if (event.name === beepEvent && beepShowsMachine(draft)) return answerMachine(draft);
      if (act.type === "transfer") return takeReturn(draft, act);
      return act.type === "wait" ? takeEvent(draft, act) : rest;
    case "hang-up":
      draft.change({ echo: null, before: null });
      return endSession(draft, phase.type === "away" ? "transferred" : "hung_up");
  }
}

function start(draft: StepDraft): Continuation {
  const { entered, phase } = draft.frame;
  if (Object.keys(entered).length > 0 || phase.type !== "passing") return rest;
  if (draft.state.facts.answeredBy === "machine" && machineHandler(draft)?.handler.resumes === false)
    return answerMachine(draft);
  // A callee has already said hello before being identified.
  const isGreeted = draft.state.facts.answeredBy !== undefined;
  if (draft.program.startSpeaker === "agent" || isGreeted) return transitionTo(draft.program.start, "start");
  draft.changeFrame({ phase: { type: "hello" } });
  return rest;
}

/**
 * Says "I am listening" where a step would leave the caller without a word: after an input, or at a question without
 * text.
 */
function breakSilence(draft: StepDraft, event: FlowEvent): void {
  const { phase } = draft.frame;
  if (draft.hasEnded || (phase.type !== "asking" && phase.type !== "conversing")) return;
  if (phase.type === "conversing" && !isTalking(draft)) return;
  speak(draft, undefined);
  if (draft.effects.some(({ type }) => type === "say")) return;
  const hasMoved = draft.effects.some(({ type }) => type === "enter");
  const isTurn = ["words", "no-match", "silence", "ask-again"].includes(event.type);
  // Sounds beside a keys-only question, where words are only heard for later questions.
  const isBeside = event.type === "words" || event.type === "no-match";
  if (isBeside && isKeysOnly(draft) && heardPointOf(draft, 1) !== undefined) return;
  if (hasMoved || isTurn)
    speak(
      draft,
      ownWords(draft, ({ wordings }) => wordings.listening),
    );
}

/** Keeps the agent's last turn for `repeat`: all words until the caller's next input. */
function keepSaid(draft: StepDraft, event: FlowEvent): void {
  if (draft.repeats) return;
  const speeches = draft.effects.flatMap((effect): Speech[] => {
    if (effect.type !== "say") return [];
    const { type: _, ...speech } = effect;
    return [speech];
  });
  const isCallers = ["start", "words", "reopened", "no-match", "keys", "silence", "ask-again"].includes(
    event.type,
  );
  if (speeches.length === 0 && !isWorking(draft)) return;
  const before = isCallers ? [] : draft.state.said;
  draft.change({ said: [...before, ...speeches].slice(-saidMax) });
}

/** True if the agent has finished and waits for the caller. */
const isOurTurnOver = (draft: StepDraft): boolean =>
  !draft.hasEnded && !isWorking(draft) && draft.state.said.length > 0;

/** True if it is the caller's turn in a `converse`; the agent's last words are then the question. */
function isTalking({ frame: { phase } }: StepDraft): boolean {
  return phase.type === "conversing" && phase.work === null;
}

function isWorking(draft: StepDraft): boolean {
  return draft.state.works.length > 0;
}
