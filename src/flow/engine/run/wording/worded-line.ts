// Worded line: has a model word the agent's next line, within the flow's facts. The spoken line is the model's if it
// passed the check in time, else the written one.

import { renderFact, renderPrompt, renderSpeech } from "../../../language/expression/template-renderer.ts";
import type { Template } from "../../../language/expression/ast.ts";
import type { LlmSettings, Wording } from "../../../language/program.ts";
import { scopeOf } from "../expression-scope.ts";
import type { LineOfModel } from "../flow-state.ts";
import { startWork } from "../outside/pending-work.ts";
import { historyOf, nowHere, personaOf } from "../model-context.ts";
import { viewOf } from "../running-flow.ts";
import type { ModelReply, ModelReplyRequest } from "../step-contract.ts";
import { type Continuation, rest, type StepDraft } from "../step-draft.ts";
import { speak, type SpokenText } from "../walk/say.ts";
import { unstatedIn } from "./stated-facts.ts";

/** Turns of the caller shown to the model: it words a line, and does not lead the conversation. */
const turnsShown = 3;

export interface PreparedLine extends Pick<LineOfModel, "facts" | "mustSay" | "told" | "written"> {
  readonly request: ModelReplyRequest;
}

interface Worded {
  readonly wording?: Wording;
  readonly llm?: LlmSettings;
}

/** Undefined: the line is spoken as written, by choice, or without a model. */
export function preparedLine(
  draft: StepDraft,
  { wording, llm = draft.node.llm }: Worded,
  written: SpokenText | undefined,
): PreparedLine | undefined {
  const { facts: session, language } = draft.state;
  if (wording === undefined || !session.hasModel) return undefined;
  const scope = scopeOf({ ...viewOf(draft), language });
  const render = (templates: readonly Template[]): readonly string[] =>
    templates.map((each) => renderFact(each, scope)).filter((text) => text !== "");
  const mustSay = render(wording.mustSay);
  const facts = [...render(wording.facts), ...(written === undefined ? [] : [written.logged])];
  const goal = renderPrompt(wording.prompt, scope);
  const persona = personaOf(draft);
  const request: ModelReplyRequest = {
    language,
    goal: [lineGoal, goal, ...(mustSay.length > 0 ? [`${mustSayGoal} ${JSON.stringify(mustSay)}`] : [])].join(
      " ",
    ),
    ...persona,
    ...(llm !== undefined && { llm }),
    ...nowHere(draft),
    facts: [...facts, ...mustSay].map((text) => ({ about: "", text })),
    variables: {},
    fill: [],
    exits: [],
    tools: [],
    history: historyOf(draft.state, turnsShown),
    line: { timeoutMs: wording.timeoutMs },
  };
  return { request, facts, mustSay, told: [goal, persona.persona ?? ""], written: written ?? null };
}

const lineGoal =
  "Word the agent's next line, one or two sentences, and ask nothing that you are not told to ask. Say numbers, dates, times, sums and names as the facts write them.";
const mustSayGoal = "The line must have these words as they are:";

/** Its words come back as `uttering` and `uttered`; `onward`: continuation of the flow. */
export function askForLine(
  draft: StepDraft,
  { request, ...line }: PreparedLine,
  onward: LineOfModel["onward"],
): Continuation {
  const work = startWork(draft, { type: "utter", request }, "model");
  draft.changeFrame({ phase: { type: "wording", work, said: "", ...line, onward } });
  return rest;
}

/** Speaks the model's line, or the written one. */
export function speakLine(draft: StepDraft, line: LineOfModel, reply: ModelReply | undefined): void {
  const { written, said, facts, mustSay, told } = line;
  const { language } = draft.state;
  const isWhole = typeof reply === "object" && reply !== null && reply.brokenOff !== true;
  const last = isWhole && typeof reply.say === "string" ? reply.say : "";
  const { text } = renderSpeech([`${said} ${last}`.trim()], scopeOf(viewOf(draft)));
  const why = isWhole ? unstatedIn(text, { facts, mustSay, told, language }) : "no line in time";
  draft.trace("wording", why ?? "as the model worded it");
  if (why !== undefined) return speak(draft, written ?? undefined);
  const voice = written?.voice === undefined ? {} : { voice: written.voice };
  // A masked part of the written line may be in the model's.
  const logged = written !== null && written.text !== written.logged ? written.logged : text;
  speak(draft, { text, logged, language, ...voice });
}
