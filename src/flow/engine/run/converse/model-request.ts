// Model request in a `converse` node: the model's input, and the accepted values among its output.

import { DATA_CHARACTERS_MAX, renderPrompt } from "../../../language/expression/template-renderer.ts";
import type { FoundPassage } from "../../../knowledge/knowledge-index.ts";
import { languageOf, regionOf } from "../../../locale/languages.ts";
import { zonedTimeOf } from "../../../value/zoned-time.ts";
import type { Act } from "../../../language/program.ts";
import type { FilledVariable, ListeningPoint } from "../../understand/understanding.ts";
import { understandProposal } from "../../understand/proposal.ts";
import { type Value, valueMap } from "../../../value/value.ts";
import { valueOf } from "../assign.ts";
import type { ModelReply, ModelReplyRequest } from "../step-contract.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { heardList, isWhole } from "../ask/list-question.ts";
import { askedOf } from "../ask/listening-point.ts";
import { parametersOf } from "./model-schema.ts";
import { wantedFromModel } from "../ask/ask-model.ts";
import { historyOf, llmHere, nowHere, personaOf } from "../model-context.ts";
import { sayNode } from "../walk/say.ts";
import { mayModelSee, scopeOf, variableOf } from "../expression-scope.ts";
import type { OpenConversation } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";
import { startWork } from "../outside/pending-work.ts";

export type ConverseAct = Extract<Act, { type: "converse" }>;

/** Found passages, in the form for a model. */
export const factsOf = (passages: readonly FoundPassage[]): NonNullable<ModelReplyRequest["facts"]> =>
  passages.map(({ title, text, questions = [] }) => ({
    about: [title, ...questions].filter((each) => each !== "").join(" "),
    text,
  }));

/**
 * Starts the request; the reply comes back as the input `uttered`, its words possibly before as `uttering`.
 * `isRepairing`: from the phase; `found`: its look-up results.
 */
export function askModel(
  draft: StepDraft,
  act: ConverseAct,
  { found = [], ...phase }: OpenConversation & { readonly found?: readonly FoundPassage[] },
): Continuation {
  const facts = act.answerFrom === undefined ? {} : { facts: factsOf(found) };
  const asked = { ...requestOf(draft, act), ...facts };
  const request = phase.isRepairing ? { ...asked, isRepair: true as const } : asked;
  const work = startWork(draft, { type: "utter", request }, "model");
  draft.changeFrame({ phase: { ...phase, work, hasSpoken: false } });
  return rest;
}

/**
 * The inputs of a conversation as a text. When they are equal after a correction, the finished conversation is not
 * repeated.
 */
export function inputsOf(draft: StepDraft, act: ConverseAct): string {
  return JSON.stringify([renderPrompt(act.goal, scopeOf(viewOf(draft))), sayNode(draft)?.text ?? ""]);
}

function requestOf(draft: StepDraft, act: ConverseAct): ModelReplyRequest {
  const { program, state } = draft;
  const shown = [...program.variables.values()].filter(
    (variable) => mayModelSee(variable, draft) && valueOf(draft, variable.name) !== null,
  );
  return {
    language: state.language,
    goal: renderPrompt(act.goal, scopeOf(viewOf(draft))),
    ...personaOf(draft),
    ...llmHere(draft),
    ...nowHere(draft),
    variables: valueMap(shown.map(({ name }) => [name, cut(valueOf(draft, name))])),
    fill: fillable(draft, act).map((name) => wantedFromModel(draft, name)),
    exits: act.exits.flatMap(({ name, when }) => (when === undefined ? [] : [{ name, when }])),
    tools: act.tools.flatMap((name) => {
      const tool = program.tools.get(name);
      if (tool === undefined) return [];
      const { description } = tool;
      return [{ name, schema: parametersOf(tool), ...(description === undefined ? {} : { description }) }];
    }),
    history: historyOf(state, act.history),
  };
}

function fillable(draft: StepDraft, act: ConverseAct): readonly string[] {
  return act.fill.filter((name) => mayModelSee(variableOf(draft.program, name), draft));
}

function cut(value: Value): Value {
  return typeof value === "string" ? value.slice(0, DATA_CHARACTERS_MAX) : value;
}

/** Accepted values of a reply: quoted from the caller's words here, of the right type and range. */
export function fillsOf(
  draft: StepDraft,
  { act, phase, utterance }: { act: ConverseAct; phase: OpenConversation; utterance: ModelReply },
): readonly FilledVariable[] {
  const { set } = utterance;
  if (typeof set !== "object" || set === null) return [];
  return fillable(draft, act).flatMap((name): readonly FilledVariable[] => {
    if (!Object.hasOwn(set, name)) return [];
    const proposal = { set: { [name]: set[name] } };
    const meaning = understandProposal(proposal, phase.heard.join("\n"), hearingFor(draft, name));
    if (meaning.type === "answer") {
      const values = meaning.values.filter((filled) => filled.name === name);
      if (values.every((filled) => isWhole(draft, filled))) return values;
    }
    draft.trace("fill-refused", name);
    return [];
  });
}

function hearingFor(draft: StepDraft, name: string): ListeningPoint {
  const list = heardList(draft, name, { role: "asked" });
  return {
    pack: languageOf(draft.state.language).pack,
    moment: zonedTimeOf(draft.wallMs, draft.program.timezone),
    ...regionOf(draft.state.language),
    ...(list === undefined ? { asked: askedOf(draft, name) } : { lists: [list] }),
    open: [],
    correctable: [],
    handlers: [],
    confidence: 1,
  };
}
