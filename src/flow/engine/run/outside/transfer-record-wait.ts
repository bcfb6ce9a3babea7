// Nodes without an answer: transfer, recording, pause, and waiting for an event.

import { renderAddress } from "../../../language/expression/template-renderer.ts";
import { fits } from "../../../language/expression/value-size.ts";
import type { Act } from "../../../language/program.ts";
import type { Value } from "../../../value/value.ts";
import { valueMap } from "../../../value/value.ts";
import { resetFailures } from "../ask/accept-answer.ts";
import { assign, valuesToSave } from "../assign.ts";
import { type StepDraft, type Continuation, rest } from "../step-draft.ts";
import { endSession } from "../walk/end-call.ts";
import { emitNodeEvents, transitionTo, leaveNode, replayedVisit } from "../walk/leave-node.ts";
import { scopeOf, variableOf } from "../expression-scope.ts";
import type { TransferResult } from "../step-contract.ts";
import { type NodeResult, omit, own, put } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";
import { handOver } from "./hand-over.ts";
import { commit, startWork, takeWork } from "./pending-work.ts";

/** Event names kept until a `wait` takes them; the oldest is dropped. */
const eventsMax = 50;

/** Reports a transferred caller's return. */
export const returnedEvent = "call.returned";

type Of<T extends Act["type"]> = Extract<Act, { type: T }>;

/** Enters a `transfer` node. An unsafe address follows `on_failed`. */
export function transfer(draft: StepDraft, act: Of<"transfer">): Continuation {
  const address = renderAddress(act.address, scopeOf(viewOf(draft)));
  if ("blocked" in address) {
    draft.trace("transfer-blocked", address.blocked);
    return transitionTo(act.onFailed, "failed");
  }
  commit(draft);
  draft.change({ events: omit(draft.state.events, [returnedEvent]) });
  const what = {
    type: "transfer" as const,
    address: address.text,
    ...handOver(draft, act),
    ...(act.ringMs !== undefined && { ringMs: act.ringMs }),
    ...(act.bridges && { bridges: act.bridges }),
    ...(act.onReturn !== undefined && { returns: true as const }),
  };
  const work = startWork(draft, what, "transfer");
  draft.changeFrame({ phase: { type: "transferring", work } });
  return rest;
}

/** The transfer was answered, which ends the session if no caller returns, or it failed. */
export function onTransferred(
  draft: StepDraft,
  act: Of<"transfer">,
  { work, ok, missed }: { readonly work: number } & TransferResult,
): Continuation {
  const { phase } = draft.frame;
  if (phase.type !== "transferring" || phase.work !== work || !takeWork(draft, work)) return rest;
  draft.changeFrame({ phase: { type: "passing" } });
  if (!ok && missed && act.onNoAnswer !== undefined) return transitionTo(act.onNoAnswer, "no_answer");
  if (!ok) return transitionTo(act.onFailed, "failed");
  emitNodeEvents(draft);
  if (act.onReturn === undefined) return endSession(draft, "transferred");
  draft.changeFrame({ phase: { type: "away" } });
  // Keys pressed while it rang were for the callee.
  draft.change({ keptKeys: "" });
  return takeReturn(draft, act);
}

/** Continues when the caller has come back. An unfitting result leaves its variables empty. */
export function takeReturn(draft: StepDraft, act: Of<"transfer">): Continuation {
  const result = own(draft.state.events, returnedEvent);
  if (result === undefined || act.onReturn === undefined || draft.frame.phase.type !== "away") return rest;
  draft.change({ events: omit(draft.state.events, [returnedEvent]) });
  resetFailures(draft);
  const filled = valuesToSave(draft, act.save, result);
  if (filled === undefined) draft.trace("event-mismatch", returnedEvent);
  assign(draft, filled ?? act.save.map(({ variable: name }) => ({ name, value: null })), "flow");
  draft.changeFrame({ phase: { type: "passing" } });
  return transitionTo(act.onReturn, "return");
}

/** Result of this node before the correction, if its inputs are equal; it is reused. */
function repeated(draft: StepDraft, inputs: string): NodeResult | undefined {
  const done = replayedVisit(draft)?.done ?? null;
  return done !== null && done.inputs === inputs ? done : undefined;
}

function leftBefore(draft: StepDraft, done: NodeResult, act: Of<"pause" | "wait" | "record">): Continuation {
  assign(draft, done.filled, "flow");
  draft.recordVisit({ done });
  return done.target ?? leaveNode(draft, act.edges);
}

/** Enters a `record` node and starts the recording. */
export function record(draft: StepDraft, act: Of<"record">): Continuation {
  const done = repeated(draft, act.variable);
  if (done !== undefined) return leftBefore(draft, done, act);
  const { variable, maxMs, endSilenceMs } = act;
  const sensitive = draft.state.isUnrecorded === true || variableOf(draft.program, variable).sensitive;
  const work = startWork(draft, { type: "record", variable, maxMs, endSilenceMs, sensitive }, "record");
  draft.changeFrame({ phase: { type: "recording", work } });
  return rest;
}

/** The recording is over; 0 seconds mean that nothing was recorded. */
export function onRecorded(
  draft: StepDraft,
  act: Of<"record">,
  { work, id, seconds }: { work: number; id: string; seconds: number },
): Continuation {
  const { phase } = draft.frame;
  if (phase.type !== "recording" || phase.work !== work || !takeWork(draft, work)) return rest;
  const isEmpty = seconds <= 0;
  const value: Value = valueMap([
    ["id", id],
    ["seconds", seconds],
  ]);
  const filled = isEmpty ? [] : [{ name: act.variable, value }];
  const target = isEmpty && act.onFailed !== undefined ? transitionTo(act.onFailed, "failed") : null;
  draft.trace("recorded", isEmpty ? "nothing" : "something");
  draft.changeFrame({ phase: { type: "passing" } });
  return finish(draft, act, { inputs: act.variable, filled, target, failure: null });
}

/** Enters a pause. */
export function pause(draft: StepDraft, act: Of<"pause">): Continuation {
  const done = repeated(draft, "");
  if (done !== undefined) return leftBefore(draft, done, act);
  draft.changeFrame({ phase: { type: "pausing", dueAtMs: draft.wallMs + act.ms } });
  return rest;
}

/** Enters a `wait` node; an earlier event is taken at once. */
export function wait(draft: StepDraft, act: Of<"wait">): Continuation {
  const done = repeated(draft, act.event);
  if (done !== undefined) return leftBefore(draft, done, act);
  draft.changeFrame({ phase: { type: "waiting", dueAtMs: draft.wallMs + act.timeoutMs } });
  return takeEvent(draft, act);
}

/** The timeout of a pause or a wait has passed. */
export function onTimeout(draft: StepDraft, act: Of<"pause" | "wait">): Continuation {
  if (act.type === "pause")
    return finish(draft, act, { inputs: "", filled: [], target: null, failure: null });
  draft.trace("timeout", act.event);
  return finish(draft, act, {
    inputs: act.event,
    filled: [],
    target: transitionTo(act.onTimeout, "timeout"),
    failure: null,
  });
}

/** Keeps an event until a `wait` takes it: it may come before the call has reached that node. */
export function keepEvent(draft: StepDraft, name: string, received: Value): void {
  const data = fits(received) ? received : null;
  if (data !== received) draft.trace("value-too-large", "event");
  const events = Object.entries(put(omit(draft.state.events, [name]), name, data));
  draft.change({ events: Object.fromEntries(events.slice(-eventsMax)) });
}

/** Leaves a `wait` when its event has come. */
export function takeEvent(draft: StepDraft, act: Of<"wait">): Continuation {
  const data = own(draft.state.events, act.event);
  if (data === undefined || draft.frame.phase.type !== "waiting") return rest;
  draft.change({ events: omit(draft.state.events, [act.event]) });
  resetFailures(draft);
  const filled = valuesToSave(draft, act.save, data);
  if (filled === undefined) {
    draft.trace("event-mismatch", act.event);
    return onTimeout(draft, act);
  }
  return finish(draft, act, { inputs: act.event, filled, target: null, failure: null });
}

function finish(draft: StepDraft, act: Of<"pause" | "wait" | "record">, done: NodeResult): Continuation {
  assign(draft, done.filled, "flow");
  draft.recordVisit({ done });
  draft.changeFrame({ phase: { type: "passing" } });
  return done.target ?? leaveNode(draft, act.edges);
}
