// Retrieval step: searches the flow's knowledge for the caller's words, and continues with the result: an answer as
// written, a model's within the passages, or the best sentences. Then the flow continues, or repeats its question.

import { type FoundPassage, foundMax, KnowledgeIndex } from "../../../knowledge/knowledge-index.ts";
import { ownBase } from "../../../knowledge/own-source.ts";
import type { Passage } from "../../../knowledge/passage.ts";
import { answering, spokenAnswer, writtenAnswer } from "../../../knowledge/spoken-answer.ts";
import type { Program } from "../../../language/program.ts";
import { askModel } from "../converse/model-request.ts";
import type { PendingAnswer } from "../flow-state.ts";
import { startWork } from "../outside/pending-work.ts";
import { type Continuation, rest, type StepDraft } from "../step-draft.ts";
import { answered, type LookUp } from "./answered.ts";
import { askForWording } from "./answer-by-model.ts";

/** A side question is answered only if certain: the words may be an answer that was not understood. */
const sideCoversMin = 0.6;

/**
 * Passages of the flow itself are searched at once; a base of the account, and the pages and files of the flow,
 * answer with the input `found`. Undefined: no result, and the flow stays.
 */
export function lookUp(
  draft: StepDraft,
  answerFrom: string,
  { words, back }: LookUp,
): Continuation | undefined {
  const source = draft.program.knowledge.get(answerFrom);
  if (source === undefined) return undefined;
  const { program } = draft;
  const { language } = draft.state;
  const passages = "passages" in source ? indexOf(source.passages, program).find(words) : [];
  const elsewhere = "base" in source ? source : ownSourcesOf(source, program);
  // An author's answer to this very question wins over any page.
  const isWritten = writtenAnswer(passages, { words, language: program.language }) !== undefined;
  if (elsewhere === undefined || isWritten) return carryOn(draft, { words, back }, passages);
  const work = startWork(draft, { type: "search", ...elsewhere, words, language }, "read");
  const phase: PendingAnswer = { type: "answering", work, words, found: passages, hasSpoken: false, back };
  draft.changeFrame({ phase });
  return rest;
}

const ownSourcesOf = ({ sources }: { readonly sources?: readonly string[] }, { id }: Program) =>
  sources && { base: ownBase(id), sources };

/** Best passages, including those of the flow's own document, best first. */
export const bestOf = (
  ownPassages: readonly FoundPassage[],
  others: readonly FoundPassage[],
): readonly FoundPassage[] =>
  [...ownPassages, ...others].toSorted((one, other) => other.covers - one.covers).slice(0, foundMax);

const indexes = new WeakMap<readonly Passage[], KnowledgeIndex>();

function indexOf(passages: readonly Passage[], { language }: Program): KnowledgeIndex {
  const cached = indexes.get(passages);
  if (cached !== undefined) return cached;
  const made = new KnowledgeIndex(passages, language);
  indexes.set(passages, made);
  return made;
}

/** Undefined: no passage answers. */
export function carryOn(
  draft: StepDraft,
  { words, back }: LookUp,
  all: readonly FoundPassage[],
): Continuation | undefined {
  const { act } = draft.node;
  draft.changeFrame({ phase: back });
  draft.trace(
    "knowledge",
    `${all.length} found, of which the best covers ${(all[0]?.covers ?? 0).toFixed(2)}`,
  );
  const useful = answering(all);
  if (act.type === "converse" && back.type === "conversing")
    return askModel(draft, act, { ...back, found: useful });
  const asked = { words, language: draft.program.language };
  const written = writtenAnswer(all, asked);
  if (written !== undefined) return answered(draft, back, written);
  const isSure = back.type === "conversing" || (useful[0]?.covers ?? 0) >= sideCoversMin;
  if (useful.length === 0 || !isSure) return undefined;
  if (draft.state.facts.hasModel) return askForWording(draft, { words, back }, useful);
  return answered(draft, back, spokenAnswer(useful, asked) ?? "");
}
