// Hand-over: the briefing of a person who takes over a call, in the flow's own words and as a summary of the answers.

import { evaluate } from "../../../language/expression/evaluator.ts";
import { speak } from "../../../language/expression/speak-value.ts";
import { MASK } from "../../../language/expression/template-renderer.ts";
import { languageOf } from "../../../locale/languages.ts";
import type { Act, Variable } from "../../../language/program.ts";
import { type FlowView, isHidden, scopeOf, spokenAs } from "../expression-scope.ts";
import { own } from "../flow-state.ts";
import { asKept, nowHere } from "../model-context.ts";
import { viewAt, viewOf } from "../running-flow.ts";
import type { StepDraft } from "../step-draft.ts";
import type { FilledValue, SummaryRequest, Work } from "../step-contract.ts";
import { spokenTextOf } from "../walk/say.ts";

type Transferring = Pick<Extract<Work, { type: "transfer" }>, "whisper" | "summarises">;

/** UTF-16 units of a summary, including one worded by a model. */
export const summaryCharsMax = 1_000;

/** Data of a transfer. The text is readable afterwards, so sensitive values are masked. */
export function handOver(draft: StepDraft, act: Extract<Act, { type: "transfer" }>): Transferring {
  const whisper = spokenTextOf(act.whisper, 1, viewOf(draft))?.logged;
  return {
    ...(whisper === undefined || whisper === "" ? {} : { whisper }),
    ...(act.summarises ? { summarises: summaryOf(draft) } : {}),
  };
}

export function summaryOf(draft: StepDraft): SummaryRequest {
  const { frames, language, history } = draft.state;
  const filled = frames.flatMap((_, depth) => filledIn(viewAt(draft, depth)));
  return { ...nowHere(draft), language, filled, history: history.map(asKept) };
}

/** Answers in the running flow, as they may be said to its caller, without sensitive ones. */
export function filledHere(draft: StepDraft): string {
  const filled = filledIn(viewOf(draft)).filter(({ text }) => text !== MASK);
  return summaryOfValues({ filled });
}

function filledIn(view: FlowView): readonly FilledValue[] {
  const scope = scopeOf(view);
  return [...view.program.variables.values()].flatMap((variable) => {
    const value = own(view.frame.values, variable.name) ?? null;
    if (value === null || variable.split !== undefined) return [];
    const { default: given } = variable;
    if (given !== undefined && JSON.stringify(evaluate(given, scope)) === JSON.stringify(value)) return [];
    const text = isHidden(variable, view.frame) ? MASK : speak(value, spokenAs(variable, view), scope);
    return text === "" ? [] : [{ label: labelOf(variable, view), text }];
  });
}

/** Spoken name, where the flow has one in the caller's language. */
function labelOf({ name, synonyms }: Variable, { language }: FlowView): string {
  const names = synonyms.get(language) ?? synonyms.get(languageOf(language).pack.tag);
  return names?.[0] ?? name.replaceAll("_", " ");
}

/** A summary without a model: "Guests: 4. Day: Friday, 3 July." Empty where nothing was found out. */
export function summaryOfValues({ filled }: Pick<SummaryRequest, "filled">): string {
  const sentences = filled.map(({ label, text }) => {
    const line = `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${text}`;
    return /[.!?]$/.test(line) ? line : `${line}.`;
  });
  return sentences.join(" ").slice(0, summaryCharsMax).toWellFormed();
}
