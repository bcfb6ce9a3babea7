// Trace step: a call's events in, spans out. It is pure, so that the recording of a call gives the same trace as the call.

import { unreachable } from "../base/assert.ts";
import type { CallEvent, EndReason } from "../voice/call-event.ts";
import { type Attributes, sessionSpanId, type Span, type SpanEvent } from "./span.ts";
import {
  type CallerPart,
  type OpenTurn,
  plainName,
  spansOfTurn,
  type TraceHead,
  turnAt,
  turnSpanId,
  unanswered,
  withEvent,
} from "./turn-trace.ts";
import { type FinishedWork, spanOfWork, startOf } from "./work-span.ts";

export type TraceInput =
  | CallEvent
  /** The call has broken a law that every call keeps. */
  | { readonly type: "invariant-broken"; readonly law: string; readonly atMs: number }
  /** Nothing of it is left. */
  | { readonly type: "over" };

/** Why a trace is wanted whatever share of them is. */
export type Remarkable = "failed" | "invariant" | "fallback" | "slow";

/** Later than this an answer is not what is promised: what the manual states for 95 of 100 turns. */
export const answerMsMax = 1_200;
/** Turns to which work may belong that ends after them. */
const pastTurnsMax = 16;
/** Work that ends while a caller speaks: it is known later to which turn it belongs. */
const waitingWorksMax = 64;

export interface TraceState {
  readonly caller?: CallerPart | undefined;
  readonly turn?: OpenTurn | undefined;
  readonly past: readonly Pick<OpenTurn, "reply" | "startMs">[];
  readonly works: readonly FinishedWork[];
  /** How many of them there were. */
  readonly worked: number;
  readonly isClosed: boolean;
  readonly remarkable?: Remarkable;
  readonly outcome?: string;
  readonly ended?: { readonly reason: EndReason; readonly atMs: number };
  /** The last that happened. */
  readonly lastMs: number;
  readonly turns: number;
  readonly interruptions: number;
  /** Of the call as a whole. */
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
      return [state, [...spansOfWorks(head, state), ...rootOf(head, state)]];
    case "flow-variable":
      return [state, none];
    default:
      return [happened(head, { ...state, lastMs: input.atMs }, input), none];
  }
}

type Happening = Exclude<
  TraceInput,
  {
    readonly type:
      "reply-started" | "tool-finished" | "provider-finished" | "ended" | "over" | "flow-variable";
  }
>;

function happened(head: TraceHead, state: TraceState, input: Happening): TraceState {
  const { atMs } = input;
  const note = (name: string, attributes?: Attributes): TraceState =>
    noted(state, { name, atMs: head.startedAtMs + atMs, ...(attributes && { attributes }) });
  switch (input.type) {
    case "user-speaking":
    case "user-words":
    case "turn-ended":
    case "user-typed":
    case "user-keys":
      return { ...state, caller: callerAfter(head, state.caller, input) };
    case "reply-text":
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
      const cut = ofTurn(note("barge_in.decided"), (turn) => heardOnly(turn, heardReplyText, logged));
      return { ...cut, interruptions: state.interruptions + 1 };
    }
    case "filler":
      return note("filler");
    case "user-muted":
      return note(input.muted ? "muted" : "unmuted", { "voice.by": input.source });
    case "flow-event":
      return note("flow.event", { "voice.flow.event": plainName(input.name) });
    case "flow-ended":
      return { ...note("flow.ended"), outcome: plainName(input.outcome) };
    case "transfer":
      return note("transfer");
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

/** In the turn; before the first one, in the call. */
function noted(state: TraceState, event: SpanEvent): TraceState {
  if (state.turn === undefined) return withEvent(state, event);
  return { ...state, turn: withEvent(state.turn, event) };
}

type CallerEvent = Extract<
  CallEvent,
  { readonly type: "user-speaking" | "user-words" | "turn-ended" | "user-typed" | "user-keys" }
>;

/** Stands for words of a caller that must not be read afterwards. */
const masked = "•••";

function callerAfter(head: TraceHead, before: CallerPart | undefined, event: CallerEvent): CallerPart {
  const { type, atMs } = event;
  const fresh: CallerPart = { startMs: atMs, by: "voice", isSpeaking: false, interims: 0, events: [] };
  const caller = before ?? fresh;
  const with_ = (part: CallerPart, name: string): CallerPart =>
    withEvent(part, { name, atMs: head.startedAtMs + atMs });
  const textOf = (text: string, sensitive = false): string => (!head.words ? "" : sensitive ? masked : text);
  switch (type) {
    case "user-speaking": {
      // A sound that came to nothing is no part of what is said now.
      const isNew = event.speaking && !caller.isSpeaking && !isMeant(caller) && caller.interims === 0;
      const part = isNew ? fresh : caller;
      return with_({ ...part, isSpeaking: event.speaking }, event.speaking ? "speech.start" : "speech.end");
    }
    case "user-words": {
      if (!event.final) return event.text === "" ? caller : { ...caller, interims: caller.interims + 1 };
      const text = textOf(event.text, event.sensitive);
      return with_({ ...caller, final: { atMs, rejected: event.rejected, text } }, "final");
    }
    case "turn-ended": {
      const { reason, silentMs } = event;
      const startMs = before === undefined ? Math.max(0, Math.round(atMs - silentMs)) : caller.startMs;
      return { ...caller, startMs, ended: { atMs, reason, silentMs } };
    }
    case "user-typed":
      return {
        ...caller,
        by: "text",
        final: { atMs, rejected: false, text: textOf(event.text, event.sensitive) },
      };
    case "user-keys": {
      const final = { atMs, rejected: false, text: textOf(event.keys, event.sensitive) };
      return with_({ ...caller, by: "keys", final }, "dtmf");
    }
    default:
      return unreachable(event);
  }
}

/** More than a sound. */
const isMeant = ({ ended, final }: CallerPart): boolean => ended !== undefined || final !== undefined;

/** The agent goes on: what made it pause was not meant. */
function paused(state: TraceState, isPaused: boolean): TraceState {
  const { caller } = state;
  if (isPaused || caller === undefined || isMeant(caller)) return state;
  return { ...state, caller: undefined };
}

type TurnEvent = Extract<
  CallEvent,
  { readonly type: "reply-text" | "reply-written" | "sentence" | "agent-speaking" | "flow-state" | "latency" }
>;

function turnAfter(turn: OpenTurn, event: TurnEvent): OpenTurn {
  const { atMs } = event;
  switch (event.type) {
    case "reply-text":
      return turn.textMs === undefined ? { ...turn, textMs: atMs, lastMs: atMs } : turn;
    case "reply-written":
      return { ...turn, lastMs: atMs };
    case "sentence":
      return sentenced(turn, event);
    case "agent-speaking": {
      const fromMs = turn.playing?.fromMs ?? atMs;
      return { ...turn, lastMs: atMs, playing: event.speaking ? { fromMs } : { fromMs, toMs: atMs } };
    }
    case "flow-state": {
      const { flowId: flow, state: node, previous } = event;
      const step = { fromMs: turn.stepMs, toMs: atMs, flow, node, previous };
      return { ...turn, steps: [...turn.steps, step], stepMs: atMs, lastMs: atMs };
    }
    case "latency":
      return { ...turn, latency: event.latency };
    default:
      return unreachable(event);
  }
}

function sentenced(turn: OpenTurn, event: Extract<CallEvent, { readonly type: "sentence" }>): OpenTurn {
  const { status, text, logged = text, atMs: lastMs } = event;
  if (status === "new")
    return { ...turn, lastMs, sentences: turn.sentences + 1, characters: turn.characters + text.length };
  return status === "completed" ? { ...turn, lastMs, said: [...turn.said, logged] } : turn;
}

/** The rest of the reply was not heard. */
function heardOnly(turn: OpenTurn, heard: string, logged: string): OpenTurn {
  const share = turn.characters === 0 ? 0 : Math.min(1, heard.length / turn.characters);
  return { ...turn, heardShare: Math.round(share * 1_000) / 1_000, said: logged === "" ? [] : [logged] };
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

/** A reply begins: the turn before is over. */
function begun(
  head: TraceHead,
  state: TraceState,
  { reply, atMs }: Extract<CallEvent, { readonly type: "reply-started" }>,
): Stepped {
  const { caller } = state;
  const answered = caller !== undefined && isMeant(caller) ? caller : undefined;
  const [before, spans] = closed(head, state, atMs);
  const turn = { ...turnAt(reply, atMs, answered), isClosed: state.isClosed };
  const rest = answered === undefined ? caller : undefined;
  return [{ ...before, turn, caller: rest, lastMs: atMs, turns: state.turns + 1 }, spans];
}

/** The turn that is open is over. */
function closed(head: TraceHead, state: TraceState, atMs: number): Stepped {
  const { turn, past } = state;
  if (turn === undefined) return [state, none];
  const { reply, startMs } = turn;
  const known = [...past, { reply, startMs }].slice(-pastTurnsMax);
  return [{ ...state, turn: undefined, past: known }, spansOfTurn(head, turn, atMs)];
}

function worked(head: TraceHead, state: TraceState, work: FinishedWork): Stepped {
  const next = { ...state, worked: state.worked + 1, lastMs: Math.max(state.lastMs, work.atMs) };
  const { caller, works } = state;
  // It may have been begun for the reply to what the caller says now.
  if (caller !== undefined && startOf(work) >= caller.startMs && works.length < waitingWorksMax)
    return [{ ...next, works: [...works, work] }, none];
  const [waiting, ready] = caller === undefined ? [[], [...works, work]] : [works, [work]];
  return [{ ...next, works: waiting }, spansOfWorks(head, { ...state, works: ready })];
}

/** Each belongs to the turn in which it began. */
function spansOfWorks(head: TraceHead, { works, past, turn }: TraceState): readonly Span[] {
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
  const cutOff = cut
    ? ofTurn(state, (turn) =>
        turn.reply === cut.reply ? heardOnly(turn, cut.heardText, cut.logged ?? cut.heardText) : turn,
      )
    : state;
  const [last, spans] = closed(head, cutOff, atMs);
  const { caller } = state;
  const over = { ...last, caller: undefined, ended: { reason, atMs }, lastMs: atMs };
  const isFailure = failures.has(reason);
  const told = isFailure ? because(over, "failed") : over;
  if (caller === undefined || !isMeant(caller)) return [told, spans];
  const alone = unanswered(caller, state.isClosed);
  const [{ past }, more] = closed(head, { ...told, turn: alone }, atMs);
  return [{ ...told, past }, [...spans, ...more]];
}

const failures: ReadonlySet<EndReason> = new Set(["failed", "overloaded", "slow_consumer"]);

/** Of a session that goes on at another node, the root is the one of the node where it ends. */
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
