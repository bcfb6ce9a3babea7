// Tool node: passes arguments to a tool, saves its result, or follows the error edge.

import { evaluate } from "../../../language/expression/evaluator.ts";
import { quotedData } from "../../../language/expression/template-renderer.ts";
import type { EvaluationScope } from "../../../language/expression/evaluation-scope.ts";
import type { Act, Tool } from "../../../language/program.ts";
import { isValueMap, type Value, valueMap, type ValueMap } from "../../../value/value.ts";
import { assign, valuesToSave } from "../assign.ts";
import { conforms } from "../../../language/type-conformity.ts";
import type { ToolFailure, ToolOutcome } from "../step-contract.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { transitionTo, leaveNode, replayedVisit } from "../walk/leave-node.ts";
import { sayNode, speechOf, type SpokenText } from "../walk/say.ts";
import { scopeOf } from "../expression-scope.ts";
import { type NodeResult, own } from "../flow-state.ts";
import { commit, startWork, takeWork } from "./pending-work.ts";
import { viewOf } from "../running-flow.ts";

export type ToolAct = Extract<Act, { type: "tool" }>;

/** Enters a `tool` node. After a correction a read with the same arguments is not sent again. */
export function callTool(draft: StepDraft, act: ToolAct): Continuation {
  const tool = draft.program.tools.get(act.tool);
  if (tool === undefined)
    return failed(draft, act, { failure: { kind: "invalid_response", detail: "no such tool" } });
  const args = argumentsOf(act, scopeOf(viewOf(draft)));
  const inputs = JSON.stringify(args);
  const wrong = wrongParameter(tool, args);
  if (wrong !== undefined) {
    draft.trace("tool-arguments", wrong);
    return failed(draft, act, {
      failure: { kind: "invalid_response", detail: "an argument is of the wrong type" },
    });
  }
  const before = replayedVisit(draft)?.done ?? null;
  if (tool.effect === "read" && before !== null && before.inputs === inputs)
    return repeatDone(draft, act, before);
  if (tool.effect === "write") commit(draft);
  const logged = argumentsOf(act, scopeOf({ ...viewOf(draft), isMasked: true }));
  const work = startTool(draft, { tool, args, logged, filler: sayNode(draft) });
  draft.changeFrame({ phase: { type: "tool", work, inputs } });
  return rest;
}

function argumentsOf({ with: pairs }: ToolAct, scope: EvaluationScope): ValueMap {
  return valueMap(pairs.map(([name, expr]) => [name, evaluate(expr, scope)]));
}

interface ToolStart {
  readonly tool: Tool;
  readonly args: ValueMap;
  readonly logged: ValueMap;
  readonly filler: SpokenText | undefined;
}

/** Starts a tool and returns the number of its work. `filler` is said if it is slow. */
export function startTool(draft: StepDraft, { tool, args, logged, filler }: ToolStart): number {
  const writes = tool.effect === "write";
  const { facts, nextWork } = draft.state;
  return startWork(
    draft,
    {
      type: "tool",
      tool: tool.name,
      flow: draft.program.id,
      arguments: args,
      logged,
      // Work numbers are never used twice, so neither a second visit nor another flow can share a key.
      idempotencyKey: `${facts.id}-${draft.frame.node}-${nextWork}`,
      writes,
      ...(filler === undefined ? {} : { filler: speechOf(draft, filler) }),
    },
    writes ? "write" : "read",
  );
}

/** The name of a parameter whose value has the wrong type. */
export function wrongParameter(tool: Tool, args: ValueMap): string | undefined {
  return Object.keys(args).find((name) => {
    const type = tool.params.get(name);
    return type === undefined || !conforms(own(args, name) ?? null, type);
  });
}

/** The outcome after the check of `returns`: a result of another shape is a failure of kind `invalid_response`. */
export function checkedOutcome(tool: Tool | undefined, outcome: ToolOutcome): ToolOutcome {
  if (!outcome.ok || tool === undefined || tool.returns.size === 0) return outcome;
  const { body } = outcome;
  const isRight =
    isValueMap(body) && [...tool.returns].every(([name, type]) => conforms(own(body, name) ?? null, type));
  return isRight
    ? outcome
    : {
        ok: false,
        failure: {
          kind: "invalid_response",
          detail: "the answer has another shape than `returns`",
        },
      };
}

/** The tool has finished: saves its result, or follows `on_error`. */
export function onToolDone(
  draft: StepDraft,
  act: ToolAct,
  { work, outcome }: { work: number; outcome: ToolOutcome },
): Continuation {
  const { phase } = draft.frame;
  if (phase.type !== "tool" || phase.work !== work || !takeWork(draft, work)) return rest;
  const { inputs } = phase;
  const checked = checkedOutcome(draft.program.tools.get(act.tool), outcome);
  if (!checked.ok) return failed(draft, act, { failure: checked.failure, inputs });
  const filled = valuesToSave(draft, act.save, checked.body);
  if (filled === undefined) {
    return failed(draft, act, {
      failure: { kind: "invalid_response", detail: "the saved value has another type" },
      inputs,
    });
  }
  return finished(draft, act, { inputs, filled, target: null, failure: null });
}

function finished(draft: StepDraft, act: ToolAct, done: NodeResult): Continuation {
  draft.changeFrame({ failure: null });
  assign(draft, done.filled, "flow");
  draft.recordVisit({ done });
  return leaveNode(draft, act.edges);
}

function repeatDone(draft: StepDraft, act: ToolAct, done: NodeResult): Continuation {
  if (done.failure === null) return finished(draft, act, done);
  draft.changeFrame({ failure: done.failure });
  draft.recordVisit({ done });
  return transitionTo(act.onError, "error");
}

interface Failed {
  readonly failure: ToolFailure;
  /** The arguments as JSON; absent when the tool was not called. */
  readonly inputs?: string;
}

function failed(draft: StepDraft, act: ToolAct, { failure, inputs }: Failed): Continuation {
  draft.trace("tool-failed", [act.tool, failure.kind, failure.detail ?? ""].join(" ").trim());
  const named = { ...failure, tool: act.tool };
  draft.changeFrame({ phase: { type: "passing" }, failure: named });
  if (inputs !== undefined)
    draft.recordVisit({
      done: { inputs, filled: [], target: transitionTo(act.onError, "error"), failure: named },
    });
  return transitionTo(act.onError, "error");
}

/** A result as a model may read it. */
export function resultForModel(outcome: ToolOutcome): string {
  const value: Value = outcome.ok ? outcome.body : valueMap([["error", outcome.failure.kind]]);
  return quotedData(value);
}
