// Trace step: turns a call's events into spans. Pure, so that the recording of a call gives the same trace as the call.

import { unreachable } from "../base/assert.ts";
import type { CallEvent, EndReason } from "../voice/call-event.ts";
import { callerAfter, type CallerPart, isMeant } from "./caller-part.ts";
import { type Attributes, sessionSpanId, type Span, type SpanEvent } from "./span.ts";
import { plainName, type TraceHead, withEvent } from "./trace-head.ts";
import {
  heardOnly,
  type OpenTurn,
  spansOfTurn,
  turnAfter,
  turnAt,
  turnSpanId,
  unanswered,
} from "./turn-trace.ts";
import { type FinishedWork, spanOfWork, startOf } from "./work-span.ts";

export type TraceInput =
  | CallEvent
  /** The call has broken an invariant. */
  | { readonly type: "invariant-broken"; readonly law: string; readonly atMs: number }
  /** The call and all its work are over. */
  | { readonly type: "over" };

/** Reasons to send a trace whatever the sampled share. */
export type Remarkable = "failed" | "invariant" | "fallback" | "slow";

/** A later answer breaks the manual's promise for 95 of 100 turns. */
const answerMsMax = 1_200;
/** Number of past turns whose work may end after them. */
const pastTurnsMax = 16;
/** Maximum work of one turn; further work is sent before the turn's end. */
const waitingWorksMax = 128;

export interface TraceState {
  readonly caller?: CallerPart | undefined;
  readonly turn?: OpenTurn | undefined;
  readonly past: readonly Pick<OpenTurn, "reply" | "startMs">[];
  readonly works: readonly FinishedWork[];
  /** Number of pieces of work so far. */
  readonly worked: number;
  readonly isClosed: boolean;
  readonly remarkable?: Remarkable;
  readonly outcome?: string;
  readonly ended?: { readonly reason: EndReason; readonly atMs: number };
  /** Time of the last event. */
  readonly lastMs: number;
  readonly turns: number;
  readonly interruptions: number;
  /** Events of the call as a whole. */
  readonly events: readonly SpanEvent[];
}

export const traceStart: TraceState = {
  past: [],
  works: [],
  worked: 0,
  isClosed: false,
  lastMs: 0,
  turns: 0,
  interruptions: 0,
  events: [],
};

type Stepped = readonly [TraceState, readonly Span[]];

const none: readonly Span[] = [];

export function traceStep(head: TraceHead, state: TraceState, input: TraceInput): Stepped {
  switch (input.type) {
    case "reply-started":
      return begun(head, state, input);
    case "tool-finished":
    case "provider-finished":
      return worked(head, state, { ...input, number: state.worked });
    case "ended":
      return ended(head, state, input);
    case "over":
      return [state, [...spansOfWorks(head, state, state.works), ...rootOf(head, state)]];
    case "flow-variable":
    // Recordings omit variables, and the sentences of a reply contain its text.
    case "reply-text":
      return [state, none];
    default:
      return [happened(head, { ...state, lastMs: input.atMs }, input), none];
  }
}

/** Events that neither begin nor end a span. */
type Happening = Exclude<
  TraceInput,
  {
    readonly type:
      | "reply-started"
      | "tool-finished"
      | "provider-finished"
      | "ended"
      | "over"
      | "flow-variable"
      | "reply-text";
  }
>;

function happened(head: TraceHead, state: TraceState, input: Happening): TraceState {
  const { atMs } = input;
  const note = (name: string, attributes?: Attributes): TraceState =>
    noted(state, { name, atMs: head.startedAtMs + atMs, ...(attributes && { attributes }) });
  switch (input.type) {
    case "user-words":
      if (input.aside === undefined) return { ...state, caller: callerAfter(head, state.caller, input) };
      // The aside belongs to the turn in which the agent speaks, and not to the caller's next one.
      return { ...note("aside", { "voice.aside": input.aside }), caller: undefined };
    case "user-speaking":
    case "turn-ended":
    case "user-typed":
    case "user-keys":
      return { ...state, caller: callerAfter(head, state.caller, input) };
    case "reply-written":
    case "sentence":
    case "agent-speaking":
    case "flow-state":
    case "latency":
      return ofTurn(state, (turn) => turnAfter(turn, input));
    case "expecting":
      return { ...state, isClosed: input.expectation?.closed ?? false };
    case "agent-paused":
      return paused(note(input.paused ? "barge_in.paused" : "barge_in.resumed"), input.paused);
    case "interrupted": {
      const { heardReplyText, logged = heardReplyText } = input;
      const cut = ofTurn(note("barge_in.decided"), (turn) => heardOnly(turn, logged));
      return { ...cut, interruptions: state.interruptions + 1 };
    }
    case "filler":
      return note("filler");
    case "user-muted":
      return note(input.muted ? "muted" : "unmuted", { "voice.by": input.source });
    case "worded":
      return note("line.worded", { "voice.worded": input.fault ?? input.by });
    case "flow-noticed":
      return note("flow.noticed", { "voice.flow.noticed": input.what });
    case "flow-event":
      return note("flow.event", { "voice.flow.event": plainName(input.name) });
    case "flow-ended":
      return { ...note("flow.ended"), outcome: plainName(input.outcome) };
    case "transfer":
      return note("transfer");
    case "transfer-returned":
      return note("transfer.returned");
    case "transfer-lost":
      return note("transfer.lost");
    case "supervised":
      return note("supervised", { "voice.action": input.action });
    case "press-keys":
      return note("dtmf.sent");
    case "ending":
      return note("ending", { "voice.reason": input.reason });
    case "warning":
      return warned(note("warning", warningOf(input)), input);
    case "failed": {
      const failed = note("failed", { "voice.code": plainName(input.code), "voice.fatal": input.fatal });
      return because(
        ofTurn(failed, (turn) => ({ ...turn, isError: true })),
        "failed",
      );
    }
    case "invariant-broken":
      return because(note("invariant.broken", { "voice.law": input.law }), "invariant");
    default:
      return unreachable(input);
  }
}

const because = (state: TraceState, remarkable: Remarkable): TraceState =>
  state.remarkable === undefined ? { ...state, remarkable } : state;

function ofTurn(state: TraceState, change: (turn: OpenTurn) => OpenTurn): TraceState {
  const { turn } = state;
  if (turn === undefined) return state;
  const changed = change(turn);
  const next = changed === turn ? state : { ...state, turn: changed };
  return (changed.latency?.audioMs ?? 0) > answerMsMax ? because(next, "slow") : next;
}

/** Adds an event to the turn; before the first turn, to the call. */
function noted(state: TraceState, event: SpanEvent): TraceState {
  if (state.turn === undefined) return withEvent(state, event);
  return { ...state, turn: withEvent(state.turn, event) };
}

/** The agent continues after a mistaken pause. */
function paused(state: TraceState, isPaused: boolean): TraceState {
  const { caller } = state;
  if (isPaused || caller === undefined || caller.isSpeaking || isMeant(caller)) return state;
  return { ...state, caller: undefined };
}

type Warning = Extract<CallEvent, { readonly type: "warning" }>;

function warningOf({ code, incident }: Warning): Attributes {
  const which = { "voice.code": plainName(code) };
  if (incident === undefined) return which;
  const { kind, provider, error, action, to, attempts } = incident;
  return {
    ...which,
    "voice.stage": kind,
    "gen_ai.provider.name": plainName(provider),
    "error.type": error,
    "voice.action": action,
    "voice.to": to === undefined ? undefined : plainName(to),
    "voice.attempts": attempts,
  };
}

function warned(state: TraceState, { incident }: Warning): TraceState {
  return incident === undefined || incident.action === "retried" ? state : because(state, "fallback");
}

/** A reply begins: the previous turn is over. */
function begun(
  head: TraceHead,
  state: TraceState,
  { reply, atMs }: Extract<CallEvent, { readonly type: "reply-started" }>,
): Stepped {
  const { caller } = state;
  const answered = caller !== undefined && isMeant(caller) ? caller : undefined;
  const turn = { ...turnAt(reply, atMs, answered), isClosed: state.isClosed };
  const [before, spans] = closed(head, state, { atMs, untilMs: turn.startMs });
  const rest = answered === undefined ? caller : undefined;
  return [{ ...before, turn, caller: rest, lastMs: atMs, turns: state.turns + 1 }, spans];
}

/** Closes the open turn, with its work, which is the work that began before `untilMs`. */
function closed(
  head: TraceHead,
  state: TraceState,
  { atMs, untilMs }: { readonly atMs: number; readonly untilMs: number },
): Stepped {
  const { turn, works } = state;
  if (turn === undefined) return [state, none];
  const { reply, startMs } = turn;
  const past = [...state.past, { reply, startMs }].slice(-pastTurnsMax);
  const done = works.filter((work) => startOf(work) < untilMs);
  const over = { ...state, turn: undefined, past, works: works.filter((work) => !done.includes(work)) };
  return [over, [...spansOfTurn(head, turn, atMs), ...spansOfWorks(head, over, done)]];
}

/**
 * The span waits for the end of its turn, so that a crashed node leaves no span without its parent. Late work
 * of an ended turn does not wait.
 */
function worked(head: TraceHead, state: TraceState, work: FinishedWork): Stepped {
  const { turn, works, past, ended: end } = state;
  const next = { ...state, worked: state.worked + 1, lastMs: Math.max(state.lastMs, work.atMs) };
  const isLate = end !== undefined || (past.length > 0 && startOf(work) < (turn?.startMs ?? 0));
  if (isLate || works.length >= waitingWorksMax) return [next, spansOfWorks(head, state, [work])];
  return [{ ...next, works: [...works, work] }, none];
}

/** Each span belongs to the turn in which its work began. */
function spansOfWorks(
  head: TraceHead,
  { past, turn }: TraceState,
  works: readonly FinishedWork[],
): readonly Span[] {
  const turns = turn === undefined ? past : [...past, turn];
  return works.map((work) => {
    const owner = turns.findLast(({ startMs }) => startMs <= startOf(work));
    return spanOfWork(
      head,
      work,
      owner === undefined ? sessionSpanId(head.session) : turnSpanId(head, owner),
    );
  });
}

function ended(
  head: TraceHead,
  state: TraceState,
  { reason, cut, atMs }: Extract<CallEvent, { readonly type: "ended" }>,
): Stepped {
  const { caller } = state;
  const cutOff = cut
    ? ofTurn(state, (turn) =>
        turn.reply === cut.reply ? heardOnly(turn, cut.logged ?? cut.heardText) : turn,
      )
    : state;
  const alone = caller !== undefined && isMeant(caller) ? unanswered(caller, state.isClosed) : undefined;
  const untilMs = alone?.startMs ?? Infinity;
  const [last, spans] = closed(head, cutOff, { atMs, untilMs });
  const over = { ...last, turn: alone, caller: undefined, ended: { reason, atMs }, lastMs: atMs };
  const [told, more] = closed(head, over, { atMs, untilMs: Infinity });
  return [failures.has(reason) ? because(told, "failed") : told, [...spans, ...more]];
}

const failures: ReadonlySet<EndReason> = new Set(["failed", "overloaded", "slow_consumer"]);

/** The root of a moved session comes from the node where the session ends. */
function rootOf(head: TraceHead, state: TraceState): readonly Span[] {
  const { session, traceId, startedAtMs, flow, link } = head;
  const { ended: end, lastMs, remarkable } = state;
  if (end?.reason === "moved") return none;
  const root: Span = {
    traceId,
    spanId: sessionSpanId(session),
    name: "session",
    kind: "server",
    startMs: startedAtMs,
    endMs: startedAtMs + Math.max(end?.atMs ?? 0, lastMs),
    attributes: {
      "gen_ai.operation.name": "invoke_workflow",
      "gen_ai.workflow.name": flow ?? "assistant",
      "gen_ai.conversation.id": session,
      "voice.end_reason": end?.reason,
      "voice.outcome": state.outcome,
      "voice.turns": state.turns,
      "voice.interruptions": state.interruptions,
      "voice.remarkable": remarkable,
    },
    events: state.events,
    ...(link && { links: [link] }),
    ...(end === undefined || failures.has(end.reason) ? { isError: true } : {}),
  };
  return [root];
}
