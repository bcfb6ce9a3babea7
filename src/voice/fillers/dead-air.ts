// Dead air: decides when a waiting caller hears a filler ("One moment."), so that no silence is longer than about a
// second, whatever is slow: recogniser, model, tool or voice. A pure step; filling-in.ts carries it out.

import { unreachable } from "../../base/assert.ts";
import { bargeInMs } from "../turn.ts";

/** `opening`: the call does not begin at once. `soon`: nor does the answer. `still`: it has not come for a while. */
export type FillerKind = "opening" | "soon" | "still";

export interface DeadAirState {
  readonly phase: "idle" | "waiting" | "answering";
  /** While `waiting`: how many fillers the caller has been owed so far in this wait. */
  readonly fillers: number;
  /** The caller waits for the greeting. */
  readonly isOpening: boolean;
  /** When the answer that is waited for was asked for, in milliseconds of the clock; undefined: none is, or it has stalled. */
  readonly askedAt: number | undefined;
  /** When the next effect is due, in milliseconds of the clock; undefined: none is. */
  readonly dueAt: number | undefined;
  /** The caller speaks over a filler: what is due is silence. */
  readonly isHushing: boolean;
}

export type DeadAirEvent =
  /** The call has begun; its greeting is awaited. */
  | { readonly type: "called" }
  /** The caller's turn is over; its words are awaited. */
  | { readonly type: "turn-ended" }
  /** The answer to what the caller has said, typed or keyed has begun. */
  | { readonly type: "asked" }
  /** `isFilling`: a filler is heard right now. */
  | { readonly type: "caller-speaks"; readonly isFilling: boolean }
  | { readonly type: "caller-pauses" }
  /** The voice is given the words of the answer. */
  | { readonly type: "voicing" }
  /** The answer's own audio begins, or continues after a pause. */
  | { readonly type: "answer-heard" }
  /** All of the answer that there is has been heard, and there is more to come. */
  | { readonly type: "answer-stalled" }
  /** The wait is over: the answer is over or was cut, there is none, or the caller talks to another person. */
  | { readonly type: "over" }
  | { readonly type: "due" };

/** `drop`: a filler that is not heard yet is not wanted any more. `hush`: nor is one that is. */
export type DeadAirEffect = FillerKind | "drop" | "hush";

/**
 * From the end of the caller's turn to the first filler, where nothing else is known of what answers: with 200 ms for
 * its audio it is heard within a second.
 */
export const fillerSoonMs = 800;
/** A voice that takes longer than this has no audio for a while: a filler comes before it, and else none does. */
const voicingMs = 700;
/** Wait at the beginning of the call, before any question: a quicker greeting needs no words before it. */
const openingMs = 2_000;
/** From the first to the second. */
const stillMs = 3_200;
/** From the agent's last word, where its answer has stalled. */
const stalledMs = 4_000;
/** Between those that follow. */
const againMs = 8_000;
/** Fillers in one wait; after a minute of waiting one more does not help. */
const fillersMax = 9;

export const deadAirStart: DeadAirState = idle();

export interface DeadAirTimes {
  /** Milliseconds of the clock. */
  readonly nowMs: number;
  /** From the end of the caller's turn to the first filler. */
  readonly soonMs: number;
}

/** Undefined: nothing is to be done. */
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

/** An answer that is about to be heard needs no words before it. */
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
