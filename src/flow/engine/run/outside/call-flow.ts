// One flow runs another and goes on when that has come to its end.

import { evaluate } from "../../../language/expression/evaluator.ts";
import type { Act, Program } from "../../../language/program.ts";
import { type Value, valueMap, type ValueMap } from "../../../value/value.ts";
import { assign, saved } from "../assign.ts";
import { type Draft, type Next } from "../step-draft.ts";
import { endSession, outputsOf } from "../walk/end-call.ts";
import { initialFrame } from "../initial-state.ts";
import { go, leave, replayed } from "../walk/leave-node.ts";
import { own } from "../flow-state.ts";
import { commit } from "./pending-work.ts";
import { scopeOf } from "../expression-scope.ts";
import { viewOf } from "../running-flow.ts";

/** Flows that run inside each other, the first one included. */
const framesMax = 5;

export type CallAct = Extract<Act, { type: "call" }>;

export function callFlow(draft: Draft, act: CallAct): Next {
  const callee = draft.program.calls.get(act.flow);
  if (callee === undefined) return failed(draft, act, "not found");
  if (draft.state.frames.length >= framesMax) return failed(draft, act, "too deep");
  const scope = scopeOf(viewOf(draft));
  const args = valueMap(act.with.map(([name, expr]) => [name, evaluate(expr, scope)]));
  if (isMissing(callee, args)) return failed(draft, act, "an input is missing");
  const inputs = JSON.stringify(args);
  const before = replayed(draft)?.done ?? null;
  if (before !== null && before.inputs === inputs) {
    assign(draft, before.filled, "flow");
    draft.passage({ done: before });
    return leave(draft, act.edges);
  }
  draft.changeFrame({ phase: { type: "calling", inputs } });
  enterFlow(draft, callee, args);
  return go(callee.start, "call");
}

function enterFlow(draft: Draft, callee: Program, args: ValueMap): void {
  const { state, wallMs } = draft;
  const frame = initialFrame(callee, {
    facts: state.facts,
    wallMs,
    inputs: args,
    usesExamples: false,
  });
  const language = callee.languages.includes(state.language) ? state.language : callee.language;
  draft.change({
    frames: [...state.frames, { ...frame, languageBefore: state.language }],
    language,
  });
}

function isMissing(callee: Program, args: ValueMap): boolean {
  return [...callee.variables.values()].some(
    ({ name, input, required }) => input && required && (own(args, name) ?? null) === null,
  );
}

/** `end` of a flow: of the session, or of one that was called. */
export function endFlow(draft: Draft, outcome: string): Next {
  const depth = draft.state.frames.length - 1;
  if (depth === 0) return endSession(draft, outcome);
  const { wrote, languageBefore } = draft.frame;
  const result: Value = valueMap([...Object.entries(outputsOf(draft, depth, false)), ["outcome", outcome]]);
  draft.change({
    frames: draft.state.frames.slice(0, -1),
    remembered: draft.state.remembered.filter((position) => position.depth < depth),
    language: languageBefore ?? draft.state.language,
  });
  const { act } = draft.node;
  const { phase } = draft.frame;
  if (act.type !== "call" || phase.type !== "calling") return endSession(draft, outcome);
  if (wrote) commit(draft);
  const filled = saved(draft, act.save, result);
  if (filled === undefined) return failed(draft, act, "what is saved has another type");
  draft.changeFrame({ failure: null });
  assign(draft, filled, "flow");
  draft.passage({ done: { inputs: phase.inputs, filled, target: null, failure: null } });
  return leave(draft, act.edges);
}

function failed(draft: Draft, act: CallAct, why: string): Next {
  draft.trace("call-failed", `${act.flow}: ${why}`);
  draft.changeFrame({
    phase: { type: "passing" },
    failure: { tool: act.flow, kind: "invalid_response", detail: why },
  });
  return go(act.onError, "error");
}
