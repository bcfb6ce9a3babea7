// Tool calls by a model: at most a few in a turn, only with arguments of the right types, and a write only after the
// caller's yes.

import type { EvaluationScope } from "../../../language/expression/evaluation-scope.ts";
import type { Tool } from "../../../language/program.ts";
import { type Value, valueMap } from "../../../value/value.ts";
import type { ToolOutcome, ModelReply } from "../step-contract.ts";
import { askModel, type ConverseAct } from "./model-request.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { addToHistory, speak, type SpokenText, spokenTextOf } from "../walk/say.ts";
import { scopeOf } from "../expression-scope.ts";
import { type OpenConversation, type ModelCall, own } from "../flow-state.ts";
import { checkedOutcome, resultForModel, startTool, wrongParameter } from "../outside/call-tool.ts";
import { viewOf } from "../running-flow.ts";
import { commit, takeWork } from "../outside/pending-work.ts";

/** Tool calls by the model for one turn of the caller. */
const callsInTurnMax = 4;
/** UTF-16 units of a call's id; vendors' have about 40. */
const idCharsMax = 200;

interface Wish {
  readonly act: ConverseAct;
  readonly phase: OpenConversation;
  readonly calls: NonNullable<ModelReply["tools"]>;
}

/** Starts the calls requested by a model. Undefined if none is allowed, or the turn's calls are used up. */
export function beginCalls(draft: StepDraft, { act, phase, calls }: Wish): Continuation | undefined {
  const left = callsInTurnMax - phase.callsInTurn;
  const wished = (Array.isArray(calls) ? calls : [])
    .flatMap((call) => callOf(draft, act, call))
    .slice(0, left);
  if (wished.length === 0) return undefined;
  const callsInTurn = phase.callsInTurn + wished.length;
  return nextCall(draft, act, { ...phase, calls: wished, callsInTurn });
}

/** Checks an untrusted call: only tools of this node are allowed, with declared arguments only. */
function callOf(draft: StepDraft, act: ConverseAct, call: unknown): readonly ModelCall[] {
  if (typeof call !== "object" || call === null || !("name" in call)) return [];
  const { name } = call;
  const tool =
    typeof name === "string" && act.tools.includes(name) ? draft.program.tools.get(name) : undefined;
  if (tool === undefined) {
    draft.trace("tool-refused", "no such tool here");
    return [];
  }
  const given = "arguments" in call ? call.arguments : undefined;
  const args = typeof given === "object" && given !== null ? (given as Readonly<Record<string, Value>>) : {};
  const entries = [...tool.params.keys()].map((param) => [param, own(args, param) ?? null] as const);
  const id = "id" in call && typeof call.id === "string" ? { id: call.id.slice(0, idCharsMax) } : {};
  return [{ tool: tool.name, arguments: valueMap(entries), ...id }];
}

function nextCall(draft: StepDraft, act: ConverseAct, phase: OpenConversation): Continuation {
  const [call, ...others] = phase.calls;
  if (call === undefined) return askModel(draft, act, phase);
  const tool = draft.program.tools.get(call.tool);
  if (tool === undefined || wrongParameter(tool, call.arguments) !== undefined) {
    noteResult(draft, call, failedAs("invalid_response"));
    return nextCall(draft, act, { ...phase, calls: others });
  }
  if (tool.effect === "read") return run(draft, phase, { tool, call });
  const words = confirmation(draft, tool, call);
  if (words === undefined) {
    draft.trace("tool-refused", `${tool.name} has nothing to confirm it by`);
    noteResult(draft, call, failedAs("blocked"));
    return nextCall(draft, act, { ...phase, calls: others });
  }
  draft.changeFrame({ phase: { ...phase, work: null, isConfirming: true } });
  speak(draft, words);
  return rest;
}

function run(
  draft: StepDraft,
  phase: OpenConversation,
  { tool, call }: { tool: Tool; call: ModelCall },
): Continuation {
  // A model is never shown a sensitive value, so the arguments need no masking.
  const args = valueMap(Object.entries(call.arguments));
  const work = startTool(draft, { tool, args, logged: args, filler: undefined });
  draft.changeFrame({ phase: { ...phase, work, isConfirming: false } });
  return rest;
}

/** Question before a write ("Shall I book it?"). Its template sees the arguments by parameter name. */
function confirmation(draft: StepDraft, tool: Tool, call: ModelCall): SpokenText | undefined {
  if (tool.confirm === undefined) return undefined;
  const view = viewOf(draft);
  const outerScope = scopeOf(view);
  const scope: EvaluationScope = {
    get: (name) => (tool.params.has(name) ? (own(call.arguments, name) ?? null) : undefined),
    kindOf: (name) => {
      const kind = tool.params.get(name);
      return kind === undefined ? undefined : { kind };
    },
    get moment() {
      return outerScope.moment;
    },
    momentIn: (timezone) => outerScope.momentIn(timezone),
    speaker: outerScope.speaker,
  };
  return spokenTextOf(tool.confirm, 1, { ...view, scope });
}

/** Runs or skips the tool that waited for the caller's yes. */
export function resumeAfterConfirmation(
  draft: StepDraft,
  act: ConverseAct,
  { phase, yes }: { phase: OpenConversation; yes: boolean },
): Continuation {
  const [call, ...others] = phase.calls;
  const tool = call === undefined ? undefined : draft.program.tools.get(call.tool);
  if (call === undefined || tool === undefined)
    return askModel(draft, act, { ...phase, isConfirming: false });
  if (yes) {
    commit(draft);
    return run(draft, phase, { tool, call });
  }
  note(draft, call, "the caller said no");
  return nextCall(draft, act, { ...phase, calls: others, isConfirming: false });
}

/** Question of the tool awaiting a yes, to be repeated. */
export function confirmAgain(draft: StepDraft, phase: OpenConversation): SpokenText | undefined {
  const [call] = phase.calls;
  const tool = call === undefined ? undefined : draft.program.tools.get(call.tool);
  return call === undefined || tool === undefined ? undefined : confirmation(draft, tool, call);
}

/** A tool called by the model has finished: its result goes to the model, after the remaining calls. */
export function onToolDoneInConverse(
  draft: StepDraft,
  { work, outcome }: { work: number; outcome: ToolOutcome },
): Continuation {
  const { phase } = draft.frame;
  const { act } = draft.node;
  if (phase.type !== "conversing" || act.type !== "converse" || phase.work !== work) return rest;
  if (!takeWork(draft, work)) return rest;
  const [call, ...calls] = phase.calls;
  if (call !== undefined) {
    const checked = checkedOutcome(draft.program.tools.get(call.tool), outcome);
    noteResult(draft, call, checked);
  }
  return nextCall(draft, act, { ...phase, work: null, calls });
}

function noteResult(draft: StepDraft, call: ModelCall, outcome: ToolOutcome): void {
  note(draft, call, resultForModel(outcome));
}

function note(draft: StepDraft, { id, tool, arguments: args }: ModelCall, result: string): void {
  const call = id === undefined ? {} : { call: { id, tool, arguments: valueMap(Object.entries(args)) } };
  addToHistory(draft, { role: "tool", text: `${tool}: ${result}`, ...call });
}

function failedAs(kind: "invalid_response" | "blocked"): ToolOutcome {
  return { ok: false, failure: { kind } };
}
