// Model proposal request: asks a language model what the caller meant at a question. The model only proposes; its
// answer passes the same checks as spoken words.

import type { ProposalRequest, WantedFromModel } from "../step-contract.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { activeHandlers } from "../walk/handler-calls.ts";
import { listenedAhead } from "./ahead.ts";
import { askedOf, isSensitiveHere } from "./listening-point.ts";
import { heardList } from "./list-question.ts";
import { llmHere, nowHere } from "../model-context.ts";
import { schemaOf, schemaOfList } from "../converse/model-schema.ts";
import { openWords, questioning } from "./question-words.ts";
import { variableOf } from "../expression-scope.ts";
import type { Asking } from "../flow-state.ts";
import { startWork } from "../outside/pending-work.ts";

/** UTF-16 units of the transcript that is shown to a model. */
const transcriptCharsMax = 4_000;

/** Whether a model may be asked. Not while a sensitive question is open, because the caller may be answering it. */
export function canPropose(draft: StepDraft): boolean {
  const { asking } = draft;
  if (asking === undefined || !draft.state.facts.hasModel || asking.pending !== null) return false;
  if (isSensitiveHere(draft)) return false;
  return questioning(draft, asking.variable)?.llm === true;
}

/** Starts the request to the model; its proposal comes back as the input `proposed`. */
export function propose(draft: StepDraft, text: string): Continuation {
  const { asking } = draft;
  if (asking === undefined) return rest;
  const work = startWork(draft, { type: "propose", request: requestOf(draft, asking, text) }, "model");
  draft.changeFrame({ phase: { type: "proposing", work, text, asking } });
  return rest;
}

function requestOf(draft: StepDraft, asking: Asking, text: string): ProposalRequest {
  const names = [...asking.open, ...listenedAhead(draft)].filter(
    (name) => questioning(draft, name)?.llm === true,
  );
  return {
    ...llmHere(draft),
    ...nowHere(draft),
    language: draft.state.language,
    transcript: text.slice(0, transcriptCharsMax),
    question: openWords(draft, asking)?.logged ?? "",
    wanted: names.map((name) => wantedFromModel(draft, name)),
    options: optionsForModel(draft, asking.variable),
    handlers: activeHandlers(draft).flatMap(({ handler: { name, when } }) =>
      when === undefined ? [] : [{ name, when }],
    ),
  };
}

/** A variable as a model sees it: its name, its description, and a JSON Schema of its canonical value. */
export function wantedFromModel(draft: StepDraft, name: string): WantedFromModel {
  const { description } = variableOf(draft.program, name);
  const list = heardList(draft, name, { role: "asked" });
  if (list !== undefined) {
    // What a model proposes is the whole list, so it must know what is in it.
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
