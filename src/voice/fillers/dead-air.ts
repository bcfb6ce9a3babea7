// Dead air: decides when a waiting caller hears a filler ("One moment."), so that no silence is longer than about a
// second, whether recogniser, model, tool or voice is slow. A pure step; filling-in.ts carries it out.

import { unreachable } from "../../base/assert.ts";
import { bargeInMs } from "../turn.ts";

/** `opening`: the call does not begin at once. `soon`: nor does the answer. `still`: it has not come for a while. */
export type FillerKind = "opening" | "soon" | "still";

export interface DeadAirState {
  readonly phase: "idle" | "waiting" | "answering";
  /** While `waiting`: fillers due so far in this wait. */
  readonly fillers: number;
  /** The caller waits for the greeting. */
  readonly isOpening: boolean;
  /** Time of the request for the awaited answer, in milliseconds of the clock; undefined: none, or it has stalled. */
  readonly askedAt: number | undefined;
  /** Due time of the next effect, in milliseconds of the clock; undefined: none. */
  readonly dueAt: number | undefined;
  /** The caller speaks over a filler: silence is due. */
  readonly isHushing: boolean;
}

export type DeadAirEvent =
  /** The call has begun; its greeting is awaited. */
  | { readonly type: "called" }
  /** The caller's turn has ended; its words are awaited. */
  | { readonly type: "turn-ended" }
  /** The answer to the caller's words or keys has begun. */
  | { readonly type: "asked" }
  /** `isFilling`: a filler is playing. */
  | { readonly type: "caller-speaks"; readonly isFilling: boolean }
  | { readonly type: "caller-pauses" }
  /** The voice receives the words of the answer. */
  | { readonly type: "voicing" }
  /** The answer's own audio begins, or continues after a pause. */
  | { readonly type: "answer-heard" }
  /** All available audio of the answer has been heard, and more is to come. */
  | { readonly type: "answer-stalled" }
  /** The wait is over: the answer ended or was cut, there is none, or the caller talks to another person. */
  | { readonly type: "over" }
  | { readonly type: "due" };

/** `drop`: cancels an unheard filler. `hush`: also one that is playing. */
export type DeadAirEffect = FillerKind | "drop" | "hush";

/**
 * Time from the end of the caller's turn to the first filler, if the answering times are unknown: with 200 ms for its
 * audio it is heard within a second.
 */
export const fillerSoonMs = 800;
/** A voice slower than this has no audio for a while: a filler comes first, otherwise none. */
const voicingMs = 700;
/** Wait at the beginning of the call, before any question: a quicker greeting needs no words before it. */
const openingMs = 2_000;
/** Time from the first filler to the second. */
const stillMs = 3_200;
/** Time from the agent's last word to a filler, if its answer has stalled. */
const stalledMs = 4_000;
/** Time between later fillers. */
const againMs = 8_000;
/** Fillers in one wait; after a minute of waiting one more does not help. */
const fillersMax = 9;

export const deadAirStart: DeadAirState = idle();

export interface DeadAirTimes {
  /** Milliseconds of the clock. */
  readonly nowMs: number;
  /** Time from the end of the caller's turn to the first filler. */
  readonly soonMs: number;
}

/** Undefined: no effect. */
export function step(
  state: DeadAirState,
  event: DeadAirEvent,
  { nowMs, soonMs }: DeadAirTimes,
): readonly [DeadAirState, DeadAirEffect?] {
  const asked = { ...waiting(0, nowMs + soonMs), askedAt: nowMs };
  switch (event.type) {
    case "called":
      return [{ ...waiting(0, nowMs + openingMs), isOpening: true }];
    case "turn-ended":
      return state.phase === "answering" ? [state] : [asked];
    case "asked":
      return state.phase === "waiting" ? [state] : [asked];
    case "voicing":
      return voicing(state, nowMs);
    case "answer-heard":
      return [{ ...idle(), phase: "answering" }];
    case "answer-stalled":
      return [waiting(1, nowMs + stalledMs)];
    case "caller-speaks":
      if (event.isFilling) return [{ ...idle(), dueAt: nowMs + bargeInMs, isHushing: true }];
      return state.phase === "answering" ? [state] : [idle(), "drop"];
    case "caller-pauses":
      return state.isHushing ? [idle()] : [state];
    case "over":
      return [idle(), "drop"];
    case "due":
      return due(state, nowMs);
    default:
      return unreachable(event);
  }
}

function due(state: DeadAirState, nowMs: number): readonly [DeadAirState, DeadAirEffect?] {
  if (state.dueAt === undefined || nowMs < state.dueAt) return [state];
  if (state.isHushing) return [idle(), "hush"];
  const fillers = state.fillers + 1;
  const kind = fillers > 1 ? "still" : state.isOpening ? "opening" : "soon";
  const nextAt = state.dueAt + (fillers === 1 ? stillMs : againMs);
  const next = waiting(fillers, fillers < fillersMax ? nextAt : undefined);
  return [{ ...next, askedAt: state.askedAt }, kind];
}

/** An answer about to be heard needs no words before it. */
function voicing(state: DeadAirState, nowMs: number): readonly [DeadAirState, DeadAirEffect?] {
  if (state.phase !== "waiting" || state.dueAt === undefined) return [state];
  return [{ ...state, dueAt: Math.max(state.dueAt, nowMs + voicingMs) }, "drop"];
}

function waiting(fillers: number, dueAt: number | undefined): DeadAirState {
  return { ...idle(), phase: "waiting", fillers, dueAt };
}

function idle(): DeadAirState {
  return {
    phase: "idle",
    fillers: 0,
    askedAt: undefined,
    dueAt: undefined,
    isOpening: false,
    isHushing: false,
  };
}
