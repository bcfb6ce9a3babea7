// Subflow call: one flow runs another and continues after its end.

import type { Expr } from "../../../language/expression/ast.ts";
import { namesIn } from "../../../language/expression/dependencies.ts";
import { evaluate } from "../../../language/expression/evaluator.ts";
import type { Act, Program } from "../../../language/program.ts";
import { type Value, valueMap, type ValueMap } from "../../../value/value.ts";
import { assign, hide, valuesToSave } from "../assign.ts";
import { type StepDraft, type Continuation } from "../step-draft.ts";
import { endSession, outputsOf } from "../walk/end-call.ts";
import { initialFrame } from "../initial-state.ts";
import { transitionTo, leaveNode, replayedVisit } from "../walk/leave-node.ts";
import { own } from "../flow-state.ts";
import { commit } from "./pending-work.ts";
import { scopeOf } from "../expression-scope.ts";
import { viewOf } from "../running-flow.ts";

/** Depth of calls, the first flow included. */
const framesMax = 5;

export type CallAct = Extract<Act, { type: "call" }>;

/** Calls another flow. Follows `on_error` if it is unknown, too deep, or lacks a required input. */
export function callFlow(draft: StepDraft, act: CallAct): Continuation {
  const callee = draft.program.calls.get(act.flow);
  if (callee === undefined) return failed(draft, act, "not found");
  if (draft.state.frames.length >= framesMax) return failed(draft, act, "too deep");
  const scope = scopeOf(viewOf(draft));
  const args = valueMap(act.with.map(([name, expr]) => [name, evaluate(expr, scope)]));
  if (isMissing(callee, args)) return failed(draft, act, "an input is missing");
  const inputs = JSON.stringify(args);
  const before = replayedVisit(draft)?.done ?? null;
  if (before !== null && before.inputs === inputs) {
    assign(draft, before.filled, "flow");
    draft.recordVisit({ done: before });
    return leaveNode(draft, act.edges);
  }
  draft.changeFrame({ phase: { type: "calling", inputs } });
  const told = act.with.filter(([, expr]) => isUnrecorded(draft, expr)).map(([name]) => name);
  enterFlow(draft, callee, args);
  if (told.length > 0) hide(draft, told);
  return transitionTo(callee.start, "call");
}

/** True if the called flow must mask its inputs, as this one does. */
function isUnrecorded({ state, frame: { unrecorded = [] } }: StepDraft, expr: Expr): boolean {
  const names = namesIn(expr);
  return state.isUnrecorded === true || unrecorded.some((name) => names.has(name));
}

function enterFlow(draft: StepDraft, callee: Program, args: ValueMap): void {
  const { state, wallMs } = draft;
  const frame = initialFrame(callee, {
    facts: state.facts,
    wallMs,
    inputs: args,
    usesExamples: false,
  });
  const language = callee.languages.includes(state.language) ? state.language : callee.language;
  const before = {
    languageBefore: state.language,
    ...(state.isUnrecorded === true && { wasUnrecorded: true as const }),
  };
  draft.change({ frames: [...state.frames, { ...frame, ...before }], language });
}

function isMissing(callee: Program, args: ValueMap): boolean {
  return [...callee.variables.values()].some(
    ({ name, input, required }) => input && required && (own(args, name) ?? null) === null,
  );
}

/** Runs `end`: ends the session, or returns from a called flow. */
export function endFlow(draft: StepDraft, outcome: string): Continuation {
  const depth = draft.state.frames.length - 1;
  if (depth === 0) return endSession(draft, outcome);
  const { wrote, languageBefore, wasUnrecorded } = draft.frame;
  const result: Value = valueMap([...Object.entries(outputsOf(draft, depth, false)), ["outcome", outcome]]);
  const { unrecorded = [] } = draft.frame;
  draft.change({
    frames: draft.state.frames.slice(0, -1),
    remembered: draft.state.remembered.filter((position) => position.depth < depth),
    language: languageBefore ?? draft.state.language,
    ...(wasUnrecorded === true && { isUnrecorded: true }),
  });
  const { act } = draft.node;
  const { phase } = draft.frame;
  if (act.type !== "call" || phase.type !== "calling") return endSession(draft, outcome);
  if (wrote) commit(draft);
  const filled = valuesToSave(draft, act.save, result);
  if (filled === undefined) return failed(draft, act, "the saved value has another type");
  draft.changeFrame({ failure: null });
  if (unrecorded.length > 0)
    hide(
      draft,
      filled.map(({ name }) => name),
    );
  assign(draft, filled, "flow");
  draft.recordVisit({ done: { inputs: phase.inputs, filled, target: null, failure: null } });
  return leaveNode(draft, act.edges);
}

function failed(draft: StepDraft, act: CallAct, why: string): Continuation {
  draft.trace("call-failed", `${act.flow}: ${why}`);
  draft.changeFrame({
    phase: { type: "passing" },
    failure: { tool: act.flow, kind: "invalid_response", detail: why },
  });
  return transitionTo(act.onError, "error");
}
