// Nodes that wait for something other than an answer: a transfer, a recording, a pause, an event.

import { renderAddress } from "../../../language/expression/template-renderer.ts";
import { fits } from "../../../language/expression/value-size.ts";
import type { Act } from "../../../language/program.ts";
import type { Value } from "../../../value/value.ts";
import { valueMap } from "../../../value/value.ts";
import { progress } from "../ask/accept-answer.ts";
import { assign, saved } from "../assign.ts";
import { type Draft, type Next, rest } from "../step-draft.ts";
import { endSession } from "../walk/end-call.ts";
import { emitHere, go, leave, replayed } from "../walk/leave-node.ts";
import { scopeOf, variableOf } from "../expression-scope.ts";
import { type Done, omit, own, put } from "../flow-state.ts";
import { viewOf } from "../running-flow.ts";
import { commit, startWork, takeWork } from "./pending-work.ts";

/** Names of events that nobody has waited for yet; the oldest goes. */
const eventsMax = 50;

type Of<T extends Act["type"]> = Extract<Act, { type: T }>;

export function transfer(draft: Draft, act: Of<"transfer">): Next {
  const address = renderAddress(act.address, scopeOf(viewOf(draft)));
  if ("blocked" in address) {
    draft.trace("transfer-blocked", address.blocked);
    return go(act.onFailed, "failed");
  }
  commit(draft);
  const work = startWork(draft, { type: "transfer", address: address.text }, "transfer");
  draft.changeFrame({ phase: { type: "transferring", work } });
  return rest;
}

export function transferred(
  draft: Draft,
  act: Of<"transfer">,
  { work, ok }: { work: number; ok: boolean },
): Next {
  const { phase } = draft.frame;
  if (phase.type !== "transferring" || phase.work !== work || !takeWork(draft, work)) return rest;
  draft.changeFrame({ phase: { type: "passing" } });
  if (!ok) return go(act.onFailed, "failed");
  emitHere(draft);
  return endSession(draft, "transferred");
}

/** A finished node whose inputs are the same is left as it was left before. */
function repeated(draft: Draft, inputs: string): Done | undefined {
  const done = replayed(draft)?.done ?? null;
  return done !== null && done.inputs === inputs ? done : undefined;
}

function leftBefore(draft: Draft, done: Done, act: Of<"pause" | "wait" | "record">): Next {
  assign(draft, done.filled, "flow");
  draft.passage({ done });
  return done.target ?? leave(draft, act.edges);
}

export function record(draft: Draft, act: Of<"record">): Next {
  const done = repeated(draft, act.variable);
  if (done !== undefined) return leftBefore(draft, done, act);
  const { variable, maxMs, endSilenceMs } = act;
  const { sensitive } = variableOf(draft.program, variable);
  const work = startWork(draft, { type: "record", variable, maxMs, endSilenceMs, sensitive }, "record");
  draft.changeFrame({ phase: { type: "recording", work } });
  return rest;
}

export function recorded(
  draft: Draft,
  act: Of<"record">,
  { work, id, seconds }: { work: number; id: string; seconds: number },
): Next {
  const { phase } = draft.frame;
  if (phase.type !== "recording" || phase.work !== work || !takeWork(draft, work)) return rest;
  const isEmpty = seconds <= 0;
  const value: Value = valueMap([
    ["id", id],
    ["seconds", seconds],
  ]);
  const filled = isEmpty ? [] : [{ name: act.variable, value }];
  const target = isEmpty && act.onFailed !== undefined ? go(act.onFailed, "failed") : null;
  draft.trace("recorded", isEmpty ? "nothing" : "something");
  draft.changeFrame({ phase: { type: "passing" } });
  return finish(draft, act, { inputs: act.variable, filled, target, failure: null });
}

export function pause(draft: Draft, act: Of<"pause">): Next {
  const done = repeated(draft, "");
  if (done !== undefined) return leftBefore(draft, done, act);
  draft.changeFrame({ phase: { type: "pausing", dueAtMs: draft.wallMs + act.ms } });
  return rest;
}

export function wait(draft: Draft, act: Of<"wait">): Next {
  const done = repeated(draft, act.event);
  if (done !== undefined) return leftBefore(draft, done, act);
  draft.changeFrame({ phase: { type: "waiting", dueAtMs: draft.wallMs + act.timeoutMs } });
  return takeEvent(draft, act);
}

/** The time of a pause or a wait is over. */
export function timeUp(draft: Draft, act: Of<"pause" | "wait">): Next {
  if (act.type === "pause")
    return finish(draft, act, { inputs: "", filled: [], target: null, failure: null });
  draft.trace("timeout", act.event);
  return finish(draft, act, {
    inputs: act.event,
    filled: [],
    target: go(act.onTimeout, "timeout"),
    failure: null,
  });
}

/** Kept until a `wait` takes it: what it tells may be faster than the call. */
export function keepEvent(draft: Draft, name: string, told: Value): void {
  const data = fits(told) ? told : null;
  if (data !== told) draft.trace("value-too-large", "event");
  const events = Object.entries(put(omit(draft.state.events, [name]), name, data));
  draft.change({ events: Object.fromEntries(events.slice(-eventsMax)) });
}

/** Goes on when what it waits for has come. */
export function takeEvent(draft: Draft, act: Of<"wait">): Next {
  const data = own(draft.state.events, act.event);
  if (data === undefined || draft.frame.phase.type !== "waiting") return rest;
  draft.change({ events: omit(draft.state.events, [act.event]) });
  progress(draft);
  const filled = saved(draft, act.save, data);
  if (filled === undefined) {
    draft.trace("event-mismatch", act.event);
    return timeUp(draft, act);
  }
  return finish(draft, act, { inputs: act.event, filled, target: null, failure: null });
}

function finish(draft: Draft, act: Of<"pause" | "wait" | "record">, done: Done): Next {
  assign(draft, done.filled, "flow");
  draft.passage({ done });
  draft.changeFrame({ phase: { type: "passing" } });
  return done.target ?? leave(draft, act.edges);
}
