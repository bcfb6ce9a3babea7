// What a model is shown in a `converse`, and which of its fills count.

import { DATA_CHARACTERS_MAX, renderPrompt } from "../../../language/expression/template-renderer.ts";
import { languageOf } from "../../../locale/languages.ts";
import { zonedTimeOf } from "../../../value/zoned-time.ts";
import type { Act, Variable } from "../../../language/program.ts";
import type { Filled, Hearing } from "../../understand/understanding.ts";
import { understandProposal } from "../../understand/proposal.ts";
import { type Value, valueMap } from "../../../value/value.ts";
import { valueOf } from "../assign.ts";
import type { Utterance, UtteranceRequest } from "../step-contract.ts";
import { type Draft, type Next, rest } from "../step-draft.ts";
import { askedOf } from "../ask/listening-point.ts";
import { parametersOf } from "./model-schema.ts";
import { wantedFromModel } from "../ask/ask-model.ts";
import { sayNode } from "../walk/say.ts";
import { scopeOf, variableOf } from "../expression-scope.ts";
import type { Conversing, Line } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";
import { startWork } from "../outside/pending-work.ts";

export type ConverseAct = Extract<Act, { type: "converse" }>;

export function askModel(draft: Draft, act: ConverseAct, phase: Conversing): Next {
  const work = startWork(draft, { type: "utter", request: requestOf(draft, act) }, "model");
  draft.changeFrame({ phase: { ...phase, work } });
  return rest;
}

/** What must be the same for a finished conversation not to be had again. */
export function inputsOf(draft: Draft, act: ConverseAct): string {
  return JSON.stringify([renderPrompt(act.goal, scopeOf(viewOf(draft))), sayNode(draft)?.text ?? ""]);
}

function requestOf(draft: Draft, act: ConverseAct): UtteranceRequest {
  const { program, state } = draft;
  const shown = [...program.variables.values()].filter(
    (variable) => mayBeShown(variable) && valueOf(draft, variable.name) !== null,
  );
  return {
    language: state.language,
    goal: renderPrompt(act.goal, scopeOf(viewOf(draft))),
    variables: valueMap(shown.map(({ name }) => [name, cut(valueOf(draft, name))])),
    fill: fillable(draft, act).map((name) => wantedFromModel(draft, name)),
    exits: act.exits.flatMap(({ name, when }) => (when === undefined ? [] : [{ name, when }])),
    tools: act.tools.flatMap((name) => {
      const tool = program.tools.get(name);
      if (tool === undefined) return [];
      const { description } = tool;
      return [{ name, schema: parametersOf(tool), ...(description === undefined ? {} : { description }) }];
    }),
    history: historyOf(state.history, act.history),
  };
}

function mayBeShown({ sensitive, llm }: Variable): boolean {
  return !sensitive || llm;
}

function fillable(draft: Draft, act: ConverseAct): readonly string[] {
  return act.fill.filter((name) => mayBeShown(variableOf(draft.program, name)));
}

function cut(value: Value): Value {
  return typeof value === "string" ? value.slice(0, DATA_CHARACTERS_MAX) : value;
}

/** So many turns of the caller and all that follows them; `none`: only the latest. */
function historyOf(lines: readonly Line[], turns: ConverseAct["history"]): readonly Line[] {
  if (turns === "all") return lines;
  const wanted = turns === "none" ? 1 : Math.max(1, turns);
  let seen = 0;
  for (let at = lines.length - 1; at >= 0; at--) {
    if (lines[at]?.role !== "user") continue;
    seen += 1;
    if (seen === wanted) return lines.slice(at);
  }
  return turns === "none" && seen === 0 ? [] : lines;
}

/** Only what the caller said here, quoted, of the right type and range. */
export function fillsOf(
  draft: Draft,
  { act, phase, utterance }: { act: ConverseAct; phase: Conversing; utterance: Utterance },
): readonly Filled[] {
  const { set } = utterance;
  if (typeof set !== "object" || set === null) return [];
  return fillable(draft, act).flatMap((name): readonly Filled[] => {
    if (!Object.hasOwn(set, name)) return [];
    const proposal = { set: { [name]: set[name] } };
    const meaning = understandProposal(proposal, phase.heard.join("\n"), hearingFor(draft, name));
    if (meaning.type === "answer") return meaning.values.filter((filled) => filled.name === name);
    draft.trace("fill-refused", name);
    return [];
  });
}

function hearingFor(draft: Draft, name: string): Hearing {
  return {
    pack: languageOf(draft.state.language).pack,
    moment: zonedTimeOf(draft.wallMs, draft.program.timezone),
    asked: askedOf(draft, name),
    open: [],
    correctable: [],
    handlers: [],
    confidence: 1,
  };
}
