// A node that calls a tool: arguments out, result in, or the way for errors.

import { evaluate } from "../../../language/expression/evaluator.ts";
import { quotedData } from "../../../language/expression/template-renderer.ts";
import type { EvaluationScope } from "../../../language/expression/evaluation-scope.ts";
import type { Act, Tool } from "../../../language/program.ts";
import { isValueMap, type Value, valueMap, type ValueMap } from "../../../value/value.ts";
import { assign, saved } from "../assign.ts";
import { conforms } from "../../../language/type-conformity.ts";
import type { ToolFailure, ToolOutcome } from "../step-contract.ts";
import { type Draft, type Next, rest } from "../step-draft.ts";
import { go, leave, replayed } from "../walk/leave-node.ts";
import { sayNode, speechOf, type Words } from "../walk/say.ts";
import { scopeOf } from "../expression-scope.ts";
import { type Done, own } from "../flow-state.ts";
import { commit, startWork, takeWork } from "./pending-work.ts";
import { viewOf } from "../running-flow.ts";

export type ToolAct = Extract<Act, { type: "tool" }>;

export function callTool(draft: Draft, act: ToolAct): Next {
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
  const before = replayed(draft)?.done ?? null;
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
  readonly filler: Words | undefined;
}

/** `filler` is said while it runs. */
export function startTool(draft: Draft, { tool, args, logged, filler }: ToolStart): number {
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
      // Numbers of works are never used twice, so that neither a second visit nor another flow can share a key.
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

/** What a result comes to, once its shape is checked. */
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
          detail: "the answer has another shape than `returns` says",
        },
      };
}

export function toolDone(
  draft: Draft,
  act: ToolAct,
  { work, outcome }: { work: number; outcome: ToolOutcome },
): Next {
  const { phase } = draft.frame;
  if (phase.type !== "tool" || phase.work !== work || !takeWork(draft, work)) return rest;
  const { inputs } = phase;
  const checked = checkedOutcome(draft.program.tools.get(act.tool), outcome);
  if (!checked.ok) return failed(draft, act, { failure: checked.failure, inputs });
  const filled = saved(draft, act.save, checked.body);
  if (filled === undefined) {
    return failed(draft, act, {
      failure: { kind: "invalid_response", detail: "what is saved has another type" },
      inputs,
    });
  }
  return finished(draft, act, { inputs, filled, target: null, failure: null });
}

function finished(draft: Draft, act: ToolAct, done: Done): Next {
  draft.changeFrame({ failure: null });
  assign(draft, done.filled, "flow");
  draft.passage({ done });
  return leave(draft, act.edges);
}

function repeatDone(draft: Draft, act: ToolAct, done: Done): Next {
  if (done.failure === null) return finished(draft, act, done);
  draft.changeFrame({ failure: done.failure });
  draft.passage({ done });
  return go(act.onError, "error");
}

interface Failed {
  readonly failure: ToolFailure;
  /** What it was called with; absent when it was not called. */
  readonly inputs?: string;
}

function failed(draft: Draft, act: ToolAct, { failure, inputs }: Failed): Next {
  draft.trace("tool-failed", [act.tool, failure.kind, failure.detail ?? ""].join(" ").trim());
  const named = { ...failure, tool: act.tool };
  draft.changeFrame({ phase: { type: "passing" }, failure: named });
  if (inputs !== undefined)
    draft.passage({
      done: { inputs, filled: [], target: go(act.onError, "error"), failure: named },
    });
  return go(act.onError, "error");
}

/** A result as a model may read it. */
export function resultForModel(outcome: ToolOutcome): string {
  const value: Value = outcome.ok ? outcome.body : valueMap([["error", outcome.failure.kind]]);
  return quotedData(value);
}
