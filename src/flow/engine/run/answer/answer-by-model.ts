// Answer by a model: has matching passages put into words. The model's words stay within them, sentence by sentence;
// otherwise, or after a failure, the passage itself is spoken.

import type { FoundPassage } from "../../../knowledge/knowledge-index.ts";
import { spokenAnswer, staysWithin } from "../../../knowledge/spoken-answer.ts";
import { renderSpeech } from "../../../language/expression/template-renderer.ts";
import { factsOf } from "../converse/model-request.ts";
import { scopeOf } from "../expression-scope.ts";
import type { PendingAnswer } from "../flow-state.ts";
import { dropWork, startWork, takeWork } from "../outside/pending-work.ts";
import { historyOf, isAnswer, llmHere, nowHere, personaOf } from "../model-context.ts";
import { viewOf } from "../running-flow.ts";
import type { ModelReply } from "../step-contract.ts";
import { type Continuation, rest, type StepDraft } from "../step-draft.ts";
import { joinLastLines, speak } from "../walk/say.ts";
import { answered, type LookUp } from "./answered.ts";

const goal =
  "Answer the caller's last question from the facts alone, in one or two sentences. Say nothing that they do not say.";
const notFound = { name: "not_found", when: "the facts do not answer the question" };
/** Turns of the caller: the previous one explains "and on Sundays?". */
const turnsShown = 3;

/** Asks a model; its text returns as the inputs `uttering` and `uttered`. */
export function askForWording(
  draft: StepDraft,
  { words, back }: LookUp,
  passages: readonly FoundPassage[],
): Continuation {
  const { language } = draft.state;
  const request = {
    language,
    goal,
    ...personaOf(draft),
    ...llmHere(draft),
    ...nowHere(draft),
    facts: factsOf(passages),
    variables: {},
    fill: [],
    exits: [notFound],
    tools: [],
    history: historyOf(draft.state, turnsShown),
  };
  const work = startWork(draft, { type: "utter", request }, "model");
  draft.changeFrame({ phase: { type: "answering", work, words, found: passages, hasSpoken: false, back } });
  return rest;
}

/** A sentence of the model's answer, as soon as it is written. */
export function onAnswerSentence(
  draft: StepDraft,
  phase: PendingAnswer,
  { work, sentence }: { work: number; sentence: string },
): Continuation {
  if (phase.work !== work) return rest;
  if (isWithin(phase, sentence)) {
    sayPart(draft, phase, sentence);
    draft.changeFrame({ phase: { ...phase, hasSpoken: true } });
    return rest;
  }
  dropWork(draft, work);
  return instead(draft, phase);
}

/** Undefined: the model finds no answer in the passages. */
export function onAnswerReply(
  draft: StepDraft,
  phase: PendingAnswer,
  { work, utterance }: { work: number; utterance?: ModelReply },
): Continuation | undefined {
  if (phase.work !== work || !takeWork(draft, work)) return rest;
  if (!isAnswer(utterance)) return instead(draft, phase);
  if (utterance.exit === notFound.name && !phase.hasSpoken) {
    draft.changeFrame({ phase: phase.back });
    draft.trace("knowledge", "the model found no answer in it");
    return undefined;
  }
  const text = typeof utterance.say === "string" ? utterance.say : "";
  if (!isWithin(phase, text) || (text === "" && !phase.hasSpoken)) return instead(draft, phase);
  sayPart(draft, phase, text);
  return answered(draft, phase.back, "");
}

function isWithin({ found, words }: PendingAnswer, text: string): boolean {
  return staysWithin(text, { found, asked: words });
}

/** Says a part of the answer as text without templates and mark-up. */
function sayPart(draft: StepDraft, { hasSpoken }: PendingAnswer, words: string): void {
  const { text } = renderSpeech([words], scopeOf(viewOf(draft)));
  if (text === "") return;
  speak(draft, { text, logged: text, language: draft.state.language });
  if (hasSpoken) joinLastLines(draft);
}

/** The passage's own answer, unless the caller has already heard one. */
function instead(draft: StepDraft, { back, found, words, hasSpoken }: PendingAnswer): Continuation {
  draft.trace("knowledge", "the model's words were not used");
  const { language } = draft.program;
  return answered(draft, back, hasSpoken ? "" : (spokenAnswer(found, { words, language }) ?? ""));
}
