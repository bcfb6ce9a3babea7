// Session lifetime: decides on a session from the first offer to the last cent. A pure step like voice/turn.ts,
// (state, event) → [state, effects]: no clock, socket, database or promise; session.ts carries the effects out.

import { unreachable } from "../base/assert.ts";
import type { EndReason as CallEndReason } from "../voice/call-event.ts";

/** Reason of a session's end; `expired`: its client never came. */
export type SessionEndReason = CallEndReason | "expired";

/** Reason of an end that neither the caller nor the call caused. */
export type StopReason = Extract<
  CallEndReason,
  "shutdown" | "revoked" | "dismissed" | "overloaded" | "failed"
>;

/**
 * `new`: nothing is written. `waiting`: for a client with the token. `joining`: connections are being answered, the
 * first one for a call. `live`: a client is connected. `away`: the client is lost and may return. `over`: for good.
 */
export type Phase = "new" | "waiting" | "joining" | "live" | "away" | "over";

export interface SessionState {
  readonly phase: Phase;
  /** Numbers of connections being answered. */
  readonly offers: readonly number[];
  /** Connection with the call, 0 before the first. Only a later one replaces it. */
  readonly line: number;
  readonly call: "none" | "opening" | "open";
  /**
   * Row and hold. `writing`: being stored. `counting`: the session is over, and its providers' last use is not known
   * yet. `settling`: known, and being stored. `deferred`: storing failed and is retried. `releasing`: another node
   * may have it once all its data is written.
   */
  readonly row:
    "unwritten" | "writing" | "open" | "counting" | "settling" | "deferred" | "settled" | "releasing";
  /** True if another node carried the call: the call is paid for, and its hooks get an end. */
  readonly isCarried?: true;
  /** Reason of the session's end. */
  readonly ended?: SessionEndReason;
}

/** Constant facts: whether a client may return, because it has a token. */
export interface SessionRules {
  readonly returns: boolean;
}

export type SessionEvent =
  /** The session waits for a client with its token. */
  | { readonly type: "started" }
  /** The session came from another node, and its row is written; `isCarried`: as in the state. */
  | { readonly type: "adopted"; readonly isCarried: boolean }
  /** The session moved to another node. */
  | { readonly type: "moved" }
  /** Another node takes over the session. */
  | { readonly type: "released" }
  /** All data of the session is written. */
  | { readonly type: "handed-on" }
  | { readonly type: "written" }
  /** Row and hold were refused: the session never began. */
  | { readonly type: "unwritten" }
  /** A connection is being answered. */
  | { readonly type: "offered"; readonly line: number }
  /** The connection failed. */
  | { readonly type: "withdrawn"; readonly line: number }
  /** The connection is up. */
  | { readonly type: "arrived"; readonly line: number }
  | { readonly type: "opened" }
  /** The connection broke. */
  | { readonly type: "lost"; readonly line: number }
  /** The client left, or must leave. */
  | { readonly type: "hung-up"; readonly line: number; readonly reason: CallEndReason }
  /** No client came, or returned, in time. */
  | { readonly type: "expired" }
  | { readonly type: "minute-due" }
  | { readonly type: "renewed" }
  /** The next minute cannot be paid. */
  | { readonly type: "refused" }
  | { readonly type: "call-ended"; readonly reason: CallEndReason }
  | { readonly type: "stopped"; readonly reason: StopReason }
  /** The use of all providers is known, or the wait for it is over. `reason`: from `count-use`. */
  | { readonly type: "counted"; readonly reason: SessionEndReason }
  /** The end is stored in row and ledger. */
  | { readonly type: "settled" }
  /** The end cannot be stored yet. */
  | { readonly type: "deferred" };

export type SessionEffect =
  /** Write the row and hold the first minute, both or neither; answered by `written` or `unwritten`. */
  | { readonly type: "write" }
  /** `expired` follows if no client comes in time. */
  | { readonly type: "wait"; readonly for: "first" | "return" }
  | { readonly type: "stop-waiting" }
  /** Row and hooks learn of the first client. */
  | { readonly type: "begin" }
  | { readonly type: "open-call" }
  /** The connection gets the call; the previous one is closed as `replaced`. */
  | { readonly type: "attach"; readonly line: number }
  | { readonly type: "detach" }
  | { readonly type: "meter-on" }
  | { readonly type: "meter-off" }
  /** Settle the use and hold another minute; answered by `renewed` or `refused`. */
  | { readonly type: "renew" }
  /** Another minute is paid. */
  | { readonly type: "paid" }
  /** The agent says that the credits are used up, and hangs up. */
  | { readonly type: "dismiss" }
  | { readonly type: "end-call"; readonly reason: CallEndReason }
  /** A provider may still report the cost of the call's end: wait for it; answered by `counted`. */
  | { readonly type: "count-use"; readonly reason: SessionEndReason }
  /** Write the snapshot for another node; answered by `handed-on`. */
  | { readonly type: "hand-on" }
  /**
   * Write row and ledger in one transaction; answered by `settled`, or `deferred` first. `free`: there was no
   * call to pay for.
   */
  | { readonly type: "settle"; readonly reason: SessionEndReason; readonly free: boolean }
  | { readonly type: "tell-ended"; readonly reason: CallEndReason }
  /** The client receives the end, after it was written. */
  | { readonly type: "close-line"; readonly reason: CallEndReason }
  /** The registry forgets the session. */
  | { readonly type: "forget" };

type Step = readonly [SessionState, readonly SessionEffect[]];

/** Concurrent connections being answered: a client that retries quickly is still one client. */
export const offersMax = 8;

export const sessionStart: SessionState = {
  phase: "new",
  offers: [],
  line: 0,
  call: "none",
  row: "unwritten",
};

/** True if it counts against ENGINE_OPEN_SESSIONS_MAX: a client is connecting, connected, or may return. */
export function takesPlace({ phase }: SessionState): boolean {
  return phase === "joining" || phase === "live" || phase === "away";
}

export function step(rules: SessionRules, state: SessionState, event: SessionEvent): Step {
  if (state.phase === "over") return afterwards(state, event);
  switch (event.type) {
    case "started":
      return [{ ...state, row: "writing" }, [{ type: "write" }]];
    case "adopted":
      return adopted(state, event.isCarried);
    case "moved":
      // Another node cannot have an unwritten session.
      return state.row === "open" ? given(state) : [state, []];
    case "released":
      return released(state);
    case "written":
      return written({ ...state, row: "open" });
    case "unwritten":
      return finish({ ...state, row: "unwritten" }, "failed");
    case "offered":
      return offered(state, event.line);
    case "withdrawn":
      return withdrawn(rules, without(state, event.line));
    case "arrived":
      return arrived(without(state, event.line), event.line);
    case "opened":
      return [state.call === "opening" ? { ...state, call: "open" } : state, []];
    case "lost":
      return lost(rules, state, event.line);
    case "hung-up":
      return isHere(state, event.line) ? finish(state, event.reason) : [state, []];
    case "expired":
      return expired(state);
    case "minute-due":
      return [state, state.phase === "live" ? [{ type: "renew" }] : []];
    case "renewed":
      return [state, [{ type: "paid" }]];
    case "refused":
      return state.call === "open" ? [state, [{ type: "dismiss" }]] : finish(state, "credits");
    case "call-ended":
      return finish(state, event.reason);
    case "stopped":
      return finish(state, event.reason);
    // Events of ended sessions.
    case "handed-on":
    case "counted":
    case "settled":
    case "deferred":
      return [state, []];
    default:
      return unreachable(event);
  }
}

/** Remaining work of an ended session. */
function afterwards(state: SessionState, event: SessionEvent): Step {
  const { row, ended = "failed" } = state;
  switch (event.type) {
    case "written":
      // The session ended while its row was being written: nothing of the hold is used.
      return row === "writing" ? conclude({ ...state, row: "open" }, ended) : [state, []];
    case "unwritten":
      return row === "writing" ? conclude({ ...state, row: "unwritten" }, ended) : [state, []];
    case "counted":
      return row === "counting" ? conclude({ ...state, row: "open" }, event.reason) : [state, []];
    case "deferred":
      return row === "settling" ? [{ ...state, row: "deferred" }, leaving(state)] : [state, []];
    case "settled":
      return [{ ...state, row: "settled" }, row === "settling" ? leaving(state) : []];
    case "handed-on":
      return row === "releasing" ? given(state) : [state, []];
    case "moved":
      // The node that has the session now reports its end. An earlier report stands.
      if (row === "deferred") return [{ ...state, row: "settled" }, []];
      return row === "counting" || row === "settling" || row === "releasing" ? given(state) : [state, []];
    default:
      return [state, []];
  }
}

function written(state: SessionState): Step {
  // A session without a token is written when its client is up, one with a token before.
  if (state.line > 0) return connect(state);
  return [{ ...state, phase: "waiting" }, [{ type: "wait", for: "first" }]];
}

function adopted(state: SessionState, isCarried: boolean): Step {
  const open: SessionState = { ...state, row: "open" };
  if (!isCarried) return written(open);
  return [{ ...open, phase: "away", isCarried: true }, [{ type: "wait", for: "return" }]];
}

function offered(state: SessionState, line: number): Step {
  const offers = [...state.offers, line];
  const isFirst = state.phase === "new" || state.phase === "waiting";
  return [{ ...state, offers, phase: isFirst ? "joining" : state.phase }, []];
}

function withdrawn({ returns }: SessionRules, state: SessionState): Step {
  // A connected client gets the call when its row is written.
  if (state.phase !== "joining" || state.offers.length > 0 || state.row === "writing") return [state, []];
  // An unwritten session waits for no client: none could have the token.
  const waits = returns && state.row === "open";
  return waits ? [{ ...state, phase: "waiting" }, []] : finish(state, "caller");
}

function arrived(state: SessionState, line: number): Step {
  if (line <= state.line) return [state, []];
  const next: SessionState = { ...state, line };
  if (state.row === "unwritten") return [{ ...next, row: "writing" }, [{ type: "write" }]];
  if (state.row === "writing") return [next, []];
  if (state.call === "none") return connect(next);
  const back: readonly SessionEffect[] =
    state.phase === "away" ? [{ type: "stop-waiting" }, { type: "meter-on" }] : [];
  return [{ ...next, phase: "live" }, [...back, { type: "attach", line }]];
}

/** The only place that opens a call. */
function connect(state: SessionState): Step {
  return [
    { ...state, phase: "live", call: "opening" },
    [
      { type: "stop-waiting" },
      { type: "begin" },
      // Opening time is free.
      { type: "open-call" },
      { type: "meter-on" },
      { type: "attach", line: state.line },
    ],
  ];
}

function lost({ returns }: SessionRules, state: SessionState, line: number): Step {
  if (!isHere(state, line)) return [state, []];
  if (!returns) return finish(state, "lost");
  return [
    { ...state, phase: "away" },
    [{ type: "detach" }, { type: "meter-off" }, { type: "wait", for: "return" }],
  ];
}

function expired(state: SessionState): Step {
  switch (state.phase) {
    case "waiting":
    case "joining":
      return finish(state, "expired");
    case "away":
      return finish(state, "lost");
    default:
      return [state, []];
  }
}

/** The only path to the end. A call that ended by itself is ended again, without effect. */
function finish(state: SessionState, reason: SessionEndReason): Step {
  const { call, row } = state;
  const over: SessionState = { ...state, phase: "over", offers: [], ended: reason };
  const effects: SessionEffect[] = [{ type: "stop-waiting" }];
  // A session with a call does not expire.
  if (call === "open" && reason !== "expired") effects.push({ type: "end-call", reason });
  effects.push({ type: "meter-off" });
  if (row === "writing") return [over, effects];
  if (call === "open" && row === "open")
    return [{ ...over, row: "counting" }, [...effects, { type: "count-use", reason }]];
  const [last, rest] = conclude(over, reason);
  return [last, [...effects, ...rest]];
}

/** Remaining work of a moved session: nothing is settled, and only its client is notified. */
function given(state: SessionState): Step {
  const over: SessionState = { ...state, phase: "over", offers: [], ended: "moved", row: "settled" };
  return [over, [...silenced(state), { type: "close-line", reason: "moved" }, { type: "forget" }]];
}

function released(state: SessionState): Step {
  if (state.row !== "open") return [state, []];
  const over: SessionState = { ...state, phase: "over", offers: [], ended: "moved", row: "releasing" };
  // Supervision of a session ends with its call.
  const [wait, meter, ...call] = silenced(state);
  return [over, [wait, meter, { type: "hand-on" }, ...call]];
}

function silenced({ phase, call }: SessionState) {
  const [wait, meter] = [{ type: "stop-waiting" }, { type: "meter-off" }] as const;
  const isTalking = phase !== "over" && call === "open";
  return [wait, meter, ...(isTalking ? [{ type: "end-call", reason: "moved" } as const] : [])] as const;
}

/** Remaining work after the last use of providers. */
function conclude(over: SessionState, reason: SessionEndReason): Step {
  const { call, row, isCarried } = over;
  if (row === "open")
    return [
      { ...over, row: "settling" },
      [{ type: "settle", reason, free: call !== "open" && isCarried !== true }],
    ];
  return [over, leaving(over)];
}

/** Last effects, once the end is stored in row and ledger, or will be. */
function leaving({ call, isCarried, ended = "failed" }: SessionState): readonly SessionEffect[] {
  const told: readonly SessionEffect[] =
    (call === "none" && isCarried !== true) || ended === "expired"
      ? []
      : [
          { type: "tell-ended", reason: ended },
          { type: "close-line", reason: ended },
        ];
  return [...told, { type: "forget" }];
}

function isHere({ phase, line }: SessionState, of: number): boolean {
  return phase === "live" && line === of;
}

function without(state: SessionState, line: number): SessionState {
  return { ...state, offers: state.offers.filter((one) => one !== line) };
}
