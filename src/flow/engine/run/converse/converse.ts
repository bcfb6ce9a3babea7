// Open conversation with a model (`converse` node): the model speaks, fills variables from the caller's words, calls
// tools, and leaves by an exit whose condition holds.

import { holds } from "../../../language/expression/evaluator.ts";
import { renderSpeech } from "../../../language/expression/template-renderer.ts";
import type { Exit } from "../../../language/program.ts";
import type { FilledVariable } from "../../understand/understanding.ts";
import { endReplay } from "../ask/ask.ts";
import { assign } from "../assign.ts";
import type { ModelReply } from "../step-contract.ts";
import { askModel, type ConverseAct, fillsOf, inputsOf } from "./model-request.ts";
import { askBack, sorted } from "./ask-back.ts";
import { beginCalls } from "./model-tools.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { emitNodeEvents, transitionTo, replayedVisit } from "../walk/leave-node.ts";
import { joinLastLines, ownWords, sayNode, speak } from "../walk/say.ts";
import { scopeOf } from "../expression-scope.ts";
import { isAnswer } from "../model-context.ts";
import type { OpenConversation, NodeResult } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";
import { takeWork } from "../outside/pending-work.ts";

/** Failures in a row after which the model is not asked again. */
const modelFailuresMax = 2;

export const beginning: OpenConversation = {
  type: "conversing",
  turns: 0,
  work: null,
  calls: [],
  callsInTurn: 0,
  modelFailures: 0,
  hasSpoken: false,
  isRepairing: false,
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
    return leave(draft, done);
  }
  draft.changeFrame({ phase: beginning });
  endReplay(draft);
  if (words === undefined) return askModel(draft, act, beginning);
  speak(draft, words);
  return rest;
}

/**
 * Sentence of a reply still being written. It is said before the rest is known: no check changes a reply's words,
 * only which of its values, exits and tools count.
 */
export function onSentence(
  draft: StepDraft,
  { work, sentence }: { work: number; sentence: string },
): Continuation {
  const { phase } = draft.frame;
  if (phase.type !== "conversing" || phase.work !== work || phase.calls.length > 0) return rest;
  if (sayReply(draft, phase, sentence)) draft.changeFrame({ phase: { ...phase, hasSpoken: true } });
  return rest;
}

/**
 * The model's reply; absent, the model failed. Only its words are used unchecked, and words already said are not
 * repeated.
 */
export function onModelReply(
  draft: StepDraft,
  { work, utterance }: { work: number; utterance?: ModelReply },
): Continuation {
  const { phase } = draft.frame;
  const { act } = draft.node;
  if (phase.type !== "conversing" || act.type !== "converse") return rest;
  if (phase.work !== work || !takeWork(draft, work)) return rest;
  if (!isAnswer(utterance)) return modelFailed(draft, act, phase);
  if (utterance.brokenOff === true) return brokenOff(draft, act, phase);
  const { sure, doubtful } = sorted(draft, phase, fillsOf(draft, { act, phase, utterance }));
  const settled = { work: null, modelFailures: 0, hasSpoken: false, isRepairing: false };
  const now = filledWith(draft, { ...phase, ...settled }, sure);
  draft.changeFrame({ phase: now });
  // One extra turn is for the yes to a value of the last.
  if (doubtful.length > 0 && now.turns <= act.turnsMax) {
    sayReply(draft, phase, utterance.say);
    askBack(draft, now, { values: doubtful, exit: utterance.exit });
    return rest;
  }
  const exit = exitOf(draft, act.exits, utterance.exit);
  const calls = exit === undefined ? (utterance.tools ?? []) : [];
  const isSilent = !sayReply(draft, phase, utterance.say) && !phase.hasSpoken && !phase.isRepairing;
  if (isSilent && exit === undefined && calls.length === 0) speakFallback(draft);
  if (exit !== undefined) return leaveBy(draft, act, { phase: now, exit });
  if (calls.length > 0) {
    const next = beginCalls(draft, { act, phase: now, calls });
    if (next !== undefined) return next;
    // None of the tools may be called, and the reply has no other words.
    if (isSilent) speakFallback(draft);
  }
  return now.turns >= act.turnsMax ? outOfTurns(draft, act) : rest;
}

/** Stores values that the model has filled. */
export function filledWith(
  draft: StepDraft,
  phase: OpenConversation,
  values: readonly FilledVariable[],
): OpenConversation {
  assign(draft, values, "flow");
  const others = phase.filled.filter(({ name }) => !values.some((one) => one.name === name));
  return { ...phase, filled: [...others, ...values] };
}

function outOfTurns(draft: StepDraft, act: ConverseAct): Continuation {
  draft.trace("give-up", "turns of the conversation");
  draft.changeFrame({ phase: { type: "passing" } });
  return transitionTo(act.giveUp, "give_up");
}

/** Says words of the model, as text without templates and mark-up. False when there is nothing to say. */
function sayReply(draft: StepDraft, { hasSpoken, isRepairing }: OpenConversation, text: unknown): boolean {
  const plain = typeof text === "string" ? renderSpeech([text], scopeOf(viewOf(draft))).text : "";
  if (plain === "" || isRepairing) return false;
  speak(draft, { text: plain, logged: plain, language: draft.state.language });
  if (hasSpoken) joinLastLines(draft);
  return true;
}

function speakFallback(draft: StepDraft): void {
  speak(
    draft,
    ownWords(draft, ({ wordings }) => wordings.listening),
  );
}

/**
 * An exit with only `if` is taken as soon as that holds. One with `when` is the model's choice, and allowed only
 * while `if` holds.
 */
export function exitOf(draft: StepDraft, exits: readonly Exit[], chosen: unknown): Exit | undefined {
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

export function leaveBy(
  draft: StepDraft,
  act: ConverseAct,
  { phase, exit }: { readonly phase: OpenConversation; readonly exit: Exit },
): Continuation {
  draft.trace("exit", exit.name);
  const target = transitionTo(exit.target, `exit:${exit.name}`);
  return leave(draft, { inputs: inputsOf(draft, act), filled: phase.filled, target, failure: null });
}

function leave(draft: StepDraft, done: NodeResult): Continuation {
  emitNodeEvents(draft);
  draft.recordVisit({ done });
  return done.target ?? rest;
}

function modelFailed(draft: StepDraft, act: ConverseAct, phase: OpenConversation): Continuation {
  const modelFailures = phase.modelFailures + 1;
  draft.trace("model-failed", String(modelFailures));
  const isRepairing = phase.hasSpoken || phase.isRepairing;
  if (modelFailures < modelFailuresMax) return askModel(draft, act, { ...phase, modelFailures, isRepairing });
  return goWithoutModel(draft, act);
}

/** Spoken words stand. The reply is not requested again at once: the model would repeat what the caller has heard. */
function brokenOff(draft: StepDraft, act: ConverseAct, phase: OpenConversation): Continuation {
  const modelFailures = phase.modelFailures + 1;
  draft.trace("model-broke-off", String(modelFailures));
  if (modelFailures >= modelFailuresMax) return goWithoutModel(draft, act);
  // The model could not hear the answer to "say that again".
  if (phase.turns >= act.turnsMax) return outOfTurns(draft, act);
  draft.changeFrame({ phase: { ...phase, work: null, modelFailures, hasSpoken: false, isRepairing: false } });
  speak(
    draft,
    ownWords(draft, ({ wordings }) => wordings.brokenOff),
  );
  return rest;
}

function goWithoutModel(draft: StepDraft, act: ConverseAct): Continuation {
  draft.changeFrame({ phase: { type: "passing" } });
  return transitionTo(act.withoutLlm, "without_llm");
}
