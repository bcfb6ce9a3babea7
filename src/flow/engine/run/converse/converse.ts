// Open conversation with a model (`converse` node): the model speaks, fills variables from what it heard, calls
// tools, and leaves by an exit whose condition holds.

import { holds } from "../../../language/expression/evaluator.ts";
import { renderSpeech } from "../../../language/expression/template-renderer.ts";
import type { Exit } from "../../../language/program.ts";
import { endReplay } from "../ask/ask.ts";
import { assign } from "../assign.ts";
import type { ModelReply } from "../step-contract.ts";
import { askModel, type ConverseAct, fillsOf, inputsOf } from "./model-request.ts";
import { beginCalls } from "./model-tools.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { emitNodeEvents, transitionTo, replayedVisit } from "../walk/leave-node.ts";
import { ownWords, sayNode, speak } from "../walk/say.ts";
import { scopeOf } from "../expression-scope.ts";
import type { Conversing, NodeResult } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";
import { takeWork } from "../outside/pending-work.ts";

/** After so many failures in a row the model is not asked again. */
const modelFailuresMax = 2;

const beginning: Conversing = {
  type: "conversing",
  turns: 0,
  work: null,
  calls: [],
  callsInTurn: 0,
  modelFailures: 0,
  noInputs: 0,
  failures: 0,
  isConfirming: false,
  heard: [],
  filled: [],
  isPatient: false,
};

/**
 * Enters a `converse` node. Without a model its `say` is left out too: it belongs to a conversation that does not
 * happen.
 */
export function converse(draft: StepDraft, act: ConverseAct): Continuation {
  if (!draft.state.facts.hasModel) return transitionTo(act.withoutLlm, "without_llm");
  const words = sayNode(draft);
  const done = replayedVisit(draft)?.done ?? null;
  if (done !== null && done.target !== null && done.inputs === inputsOf(draft, act)) {
    assign(draft, done.filled, "flow");
    return leaveBy(draft, done);
  }
  draft.changeFrame({ phase: beginning });
  endReplay(draft);
  if (words === undefined) return askModel(draft, act, beginning);
  speak(draft, words);
  return rest;
}

/** The model's reply has come; absent, the model failed. Nothing of it is used before it is checked. */
export function onModelReply(
  draft: StepDraft,
  { work, utterance }: { work: number; utterance?: ModelReply },
): Continuation {
  const { phase } = draft.frame;
  const { act } = draft.node;
  if (phase.type !== "conversing" || act.type !== "converse") return rest;
  if (phase.work !== work || !takeWork(draft, work)) return rest;
  if (!isAnswer(utterance)) return modelFailed(draft, act, phase);
  const fills = fillsOf(draft, { act, phase, utterance });
  assign(draft, fills, "flow");
  const filled = [...phase.filled.filter(({ name }) => !fills.some((one) => one.name === name)), ...fills];
  const now: Conversing = { ...phase, work: null, modelFailures: 0, filled };
  draft.changeFrame({ phase: now });
  const exit = exitOf(draft, act.exits, utterance.exit);
  const calls = exit === undefined ? (utterance.tools ?? []) : [];
  say(draft, utterance.say, exit === undefined && calls.length === 0);
  if (exit !== undefined) {
    draft.trace("exit", exit.name);
    return leaveBy(draft, {
      inputs: inputsOf(draft, act),
      filled,
      target: transitionTo(exit.target, `exit:${exit.name}`),
      failure: null,
    });
  }
  if (calls.length > 0) {
    const next = beginCalls(draft, { act, phase: now, calls });
    if (next !== undefined) return next;
    // None of the tools may be called, and the reply holds no other words.
    speakFallback(draft);
  }
  return now.turns >= act.turnsMax ? outOfTurns(draft, act) : rest;
}

/** Whether a model's JSON is an object at all; it may be anything. */
export function isAnswer<T>(answer: T): answer is T & object {
  return typeof answer === "object" && answer !== null;
}

function outOfTurns(draft: StepDraft, act: ConverseAct): Continuation {
  draft.trace("give-up", "turns of the conversation");
  draft.changeFrame({ phase: { type: "passing" } });
  return transitionTo(act.giveUp, "give_up");
}

function say(draft: StepDraft, text: unknown, mustSpeak: boolean): void {
  const plain = typeof text === "string" ? renderSpeech([text], scopeOf(viewOf(draft))).text : "";
  if (plain !== "") speak(draft, { text: plain, logged: plain, language: draft.state.language });
  else if (mustSpeak) speakFallback(draft);
}

function speakFallback(draft: StepDraft): void {
  if (draft.effects.some(({ type }) => type === "say")) return;
  speak(
    draft,
    ownWords(draft, ({ wordings }) => wordings.listening),
  );
}

/**
 * An exit with only `if` is taken as soon as that holds. One with `when` is the model's choice, and allowed only
 * while `if` holds.
 */
function exitOf(draft: StepDraft, exits: readonly Exit[], chosen: unknown): Exit | undefined {
  const scope = scopeOf(viewOf(draft));
  const isOpen = (exit: Exit): boolean => exit.if === undefined || holds(exit.if, scope);
  const forced = exits.find((exit) => exit.if !== undefined && exit.when === undefined && isOpen(exit));
  if (forced !== undefined) return forced;
  if (typeof chosen !== "string") return undefined;
  const wanted = exits.find(({ name, when }) => name === chosen && when !== undefined);
  if (wanted !== undefined && isOpen(wanted)) return wanted;
  draft.trace("exit-refused", wanted === undefined ? "no such exit" : wanted.name);
  return undefined;
}

function leaveBy(draft: StepDraft, done: NodeResult): Continuation {
  emitNodeEvents(draft);
  draft.recordVisit({ done });
  return done.target ?? rest;
}

function modelFailed(draft: StepDraft, act: ConverseAct, phase: Conversing): Continuation {
  const modelFailures = phase.modelFailures + 1;
  draft.trace("model-failed", String(modelFailures));
  if (modelFailures < modelFailuresMax) return askModel(draft, act, { ...phase, modelFailures });
  draft.changeFrame({ phase: { type: "passing" } });
  return transitionTo(act.withoutLlm, "without_llm");
}
