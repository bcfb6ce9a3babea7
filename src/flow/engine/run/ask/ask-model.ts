// Model proposal request: asks a language model for the caller's meaning at a question. The model only proposes; its
// answer passes the same checks as spoken words.

import { languageOf, primaryTag } from "../../../locale/languages.ts";
import { valueMap } from "../../../value/value.ts";
import { ACCEPT_MIN } from "../../understand/thresholds.ts";
import { readAgain } from "../../understand/second-reading.ts";
import type { AskedVariable, ListeningPoint, Understood } from "../../understand/understanding.ts";
import type { Program } from "../../../language/program.ts";
import type { HearingRequest, Proposal, ProposalRequest, WantedFromModel } from "../step-contract.ts";
import { StepDraft, type Continuation, rest } from "../step-draft.ts";
import { activeHandlers } from "../walk/handler-calls.ts";
import { listenedAhead } from "./ahead.ts";
import { askedOf, isSensitiveHere, listeningPointOf } from "./listening-point.ts";
import { correctable } from "./correct-answer.ts";
import { heardList, listType } from "./list-question.ts";
import { historyOf, isAnswer, llmHere, nowHere } from "../model-context.ts";
import { mayModelSee } from "../expression-scope.ts";
import { summaryOf } from "../outside/hand-over.ts";
import { schemaOf, schemaOfList } from "../converse/model-schema.ts";
import { openWords, questioning } from "./question-words.ts";
import { variableOf } from "../expression-scope.ts";
import type { FlowState, OpenQuestion } from "../flow-state.ts";
import { startWork } from "../outside/pending-work.ts";

/** Turns of the caller shown beside the words. */
const turnsShown = 3;
/** The caller waits for it, and the rules have an answer of their own. */
const secondReaderMsMax = 800;
/** Where the rules have none. */
const onlyReaderMsMax = 4_000;

/** No rules read the call's language. */
const isOnlyReader = ({ state: { language } }: StepDraft): boolean =>
  languageOf(language).pack.tag !== primaryTag(language);

/** UTF-16 units of the transcript that is shown to a model. */
const transcriptCharsMax = 4_000;

/** True if a model beside the recogniser may be asked. */
export const canPropose = (draft: StepDraft): boolean => draft.state.facts.hasModel && mayPropose(draft);

/**
 * True if a model's answer to the open question counts. Not while a sensitive question is open, because the caller
 * may be answering it.
 */
export function mayPropose(draft: StepDraft): boolean {
  const { asking } = draft;
  if (asking === undefined || isSensitiveHere(draft)) return false;
  if (asking.pending?.type === "confirm" && asking.pending.values.some(({ name }) => !mayFill(draft, name)))
    return false;
  return questioning(draft, asking.variable)?.llm === true;
}

/** True if the rules doubt the meaning. Badly heard words are not clearer to a model. */
export function isUnsure(draft: StepDraft, meaning: Understood, confidence: number): boolean {
  if (meaning.type === "unclear") return true;
  if (confidence < ACCEPT_MIN || draft.asking?.dictation !== undefined) return false;
  const isDoubtful = "isDoubtful" in meaning && meaning.isDoubtful === true;
  if (meaning.type === "correction") return isDoubtful;
  if (meaning.type !== "answer") return false;
  // A value that is read back in any case is not asked about twice.
  const isAskedBack = meaning.values.every(({ name }) => questioning(draft, name)?.confirm === "explicit");
  return (isDoubtful || meaning.values.some((each) => each.isDoubtful === true)) && !isAskedBack;
}

/** True if a model may fill a variable that is asked here, or was answered before. */
function mayFill(draft: StepDraft, name: string): boolean {
  const here = questioning(draft, name);
  return here === undefined ? mayModelSee(variableOf(draft.program, name), draft) : here.llm;
}

/** Acts that a model may name: without a target, so that a wrong one costs a sentence. */
function actsForModel(draft: StepDraft): readonly string[] {
  return activeHandlers(draft).flatMap(({ handler: { name, act, does, edges } }) => {
    const stays = edges.every(({ target }) => target === "RESUME");
    const isHarmless = act === undefined ? does === "repeat" || does === "wait" : act.escalates === undefined;
    return stays && isHarmless ? [name] : [];
  });
}

/** Starts the request to the model; its proposal comes back as the input `proposed`. */
export function propose(draft: StepDraft, text: string, heard: Understood): Continuation {
  const { asking } = draft;
  if (asking === undefined) return rest;
  const work = startWork(
    draft,
    { type: "propose", request: requestOf(draft, asking, { text, heard }) },
    "model",
  );
  draft.changeFrame({ phase: { type: "proposing", work, text, asking, heard } });
  return rest;
}

function requestOf(
  draft: StepDraft,
  asking: OpenQuestion,
  { text, heard }: { readonly text: string; readonly heard: Understood },
): ProposalRequest {
  const asked = questionHere(draft, asking);
  const names = new Set(asked.wanted.map(({ name }) => name));
  const read = heard.type === "answer" ? heard.values.filter(({ name }) => names.has(name)) : [];
  return {
    ...llmHere(draft),
    ...asked,
    transcript: text.slice(0, transcriptCharsMax),
    ...(read.length === 0 ? {} : { read: valueMap(read.map(({ name, value }) => [name, value] as const)) }),
    timeoutMs: isOnlyReader(draft) ? onlyReaderMsMax : secondReaderMsMax,
  };
}

/** Open question for a recogniser that understands; undefined if no model may answer it. */
export function hearingRequestAt(
  program: Program,
  state: FlowState,
  wallMs: number,
): HearingRequest | undefined {
  const draft = new StepDraft(program, state, wallMs);
  return draft.asking !== undefined && mayPropose(draft) ? questionHere(draft, draft.asking) : undefined;
}

function questionHere(draft: StepDraft, asking: OpenQuestion): HearingRequest {
  const earlier = correctable(draft).filter((name) => listType(draft, name) === undefined);
  const names = [...new Set([...asking.open, ...listenedAhead(draft), ...earlier])].filter((name) =>
    mayFill(draft, name),
  );
  const isReadBack = asking.pending?.type === "confirm";
  return {
    ...nowHere(draft),
    language: draft.state.language,
    question: openWords(draft, asking)?.logged ?? "",
    wanted: names.map((name) => wantedFromModel(draft, name)),
    options: optionsForModel(draft, asking.variable),
    handlers: activeHandlers(draft).flatMap(({ handler: { name, when } }) =>
      when === undefined ? [] : [{ name, when }],
    ),
    acts: [...(isReadBack ? ["yes", "no"] : []), ...actsForModel(draft), "none"],
    filled: summaryOf(draft).filled,
    history: historyOf(draft.state, turnsShown),
  };
}

/**
 * Meaning of words by a model's proposal, with its quotes read by the rules; `heard`: the rules' own reading of the
 * words.
 */
export function readProposal(
  draft: StepDraft,
  proposal: Proposal,
  { text, heard }: { readonly text: string; readonly heard: Understood },
): Understood | undefined {
  const point = listeningPointOf(draft, draft.state.last.confidence ?? 1);
  if (point === undefined || !isAnswer(proposal)) return undefined;
  return readAgain(proposal, {
    words: text,
    heard,
    point: forModel(draft, point),
    acts: actsForModel(draft),
    isOnlyReader: isOnlyReader(draft),
  });
}

/** The listening point without the variables that a model must not fill. */
function forModel(draft: StepDraft, point: ListeningPoint): ListeningPoint {
  const { asked, confirming, lists = [], ...others } = point;
  const may = ({ name }: Pick<AskedVariable, "name">): boolean => mayFill(draft, name);
  return {
    ...others,
    open: point.open.filter(may),
    correctable: point.correctable.filter(may),
    ...(lists.some(may) && { lists: lists.filter(may) }),
    ...(confirming !== undefined && { confirming: { values: confirming.values.filter(may) } }),
    ...(asked !== undefined && may(asked) ? { asked } : {}),
  };
}

/** Variable for a model: name, description, and a JSON Schema of its canonical value. */
export function wantedFromModel(draft: StepDraft, name: string): WantedFromModel {
  const { description } = variableOf(draft.program, name);
  const list = heardList(draft, name, { role: "asked" });
  if (list !== undefined) {
    // A model proposes the whole list, so it must know its present content.
    const now =
      list.entries.length === 0 ? "" : `The whole list, which is now ${JSON.stringify(list.entries)}`;
    const about = [description ?? "", now].filter((each) => each !== "").join(". ");
    return { name, schema: schemaOfList(list), ...(about === "" ? {} : { description: about }) };
  }
  const schema = schemaOf(askedOf(draft, name).wanted);
  return { name, schema, ...(description === undefined ? {} : { description }) };
}

function optionsForModel(draft: StepDraft, name: string): ProposalRequest["options"] {
  const { wanted } = askedOf(draft, name);
  const { type } = variableOf(draft.program, name);
  if (wanted.kind !== "choice" || type.kind !== "choice") return [];
  const described = "options" in type ? type.options : [];
  return wanted.options.map(({ id, label }) => {
    const description = described.find((option) => option.id === id)?.description;
    return { id, label, ...(description === undefined ? {} : { description }) };
  });
}
