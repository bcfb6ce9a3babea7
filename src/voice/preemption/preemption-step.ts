// Preemptive generation: decides when a model is asked before the end of the caller's turn, and when that answer is
// dropped. A pure step; preempting.ts carries it out.

import { unreachable } from "../../base/assert.ts";

/** Whether words end a sentence: hardly, certainly, or unknown. */
export type SentenceEnd = "unfinished" | "finished" | "unknown";

export interface PreemptionState {
  /** Start of the caller's turn, in milliseconds of the clock; undefined: none. */
  readonly turnFromMs: number | undefined;
  /** Words of the turn so far. */
  readonly text: string;
  readonly ending: SentenceEnd;
  readonly changedAtMs: number;
  readonly isSilent: boolean;
  /** The caller paused before the latest words were known, though perhaps too briefly for the end of speech. */
  readonly isQuiet: boolean;
  /** The turn has ended; its last words are awaited. */
  readonly isOver: boolean;
  /** Requests in this turn. */
  readonly attempts: number;
  /** Words of the present request. */
  readonly asked: string | undefined;
  /** Time of the next check, in milliseconds of the clock; undefined: only on an event. */
  readonly dueAt: number | undefined;
}

export type PreemptionEvent =
  | { readonly type: "speech-started" }
  | { readonly type: "speech-ended" }
  | {
      readonly type: "partial";
      readonly text: string;
      readonly ending: SentenceEnd;
      readonly isQuiet: boolean;
    }
  | { readonly type: "turn-ended" }
  /** The last words of a turn are known, and their consequences have begun. */
  | { readonly type: "words" }
  | { readonly type: "due" };

export interface PreemptionMoment {
  /** Milliseconds of the clock. */
  readonly nowMs: number;
  readonly floor: "nobody" | "caller" | "agent" | "over";
}

export type PreemptionEffect = { readonly type: "ask"; readonly text: string } | { readonly type: "drop" };

/** Requests in one turn of the caller; each is paid for, including unused ones. */
const attemptsMax = 3;
/**
 * After this much speech words still change, and a caller who talks for so long does not expect a quick answer.
 * Milliseconds.
 */
const turnMsMax = 10_000;
/**
 * Words of a silent caller are stable after this time without a change: recognisers write in bursts. A finished
 * sentence is stable at once. Milliseconds.
 */
const stableMs = 100;

export const preemptionStart: PreemptionState = {
  turnFromMs: undefined,
  text: "",
  ending: "unknown",
  changedAtMs: 0,
  isSilent: true,
  isQuiet: false,
  isOver: false,
  attempts: 0,
  asked: undefined,
  dueAt: undefined,
};

type Step = readonly [PreemptionState, readonly PreemptionEffect[]];

export function step(state: PreemptionState, event: PreemptionEvent, moment: PreemptionMoment): Step {
  const { nowMs } = moment;
  switch (event.type) {
    case "speech-started": {
      const turnFromMs = state.turnFromMs ?? nowMs;
      // Words after the end of a turn are not foreseen.
      const { text, ending } = state.isOver ? preemptionStart : state;
      const started = {
        turnFromMs,
        text,
        ending,
        isSilent: false,
        isQuiet: false,
        isOver: false,
        dueAt: undefined,
      };
      return [{ ...state, ...started }, []];
    }
    case "speech-ended":
      return considered({ ...state, isSilent: true }, moment);
    case "partial":
      return changed(state, event, moment);
    case "turn-ended":
      return considered({ ...state, isSilent: true, isOver: true }, moment);
    case "words":
      return taken(state, moment);
    case "due":
      return considered(state, moment);
    default:
      return unreachable(event);
  }
}

function changed(
  state: PreemptionState,
  { text, ending, isQuiet }: Extract<PreemptionEvent, { type: "partial" }>,
  moment: PreemptionMoment,
): Step {
  const next = { ...state, text, ending, isQuiet, changedAtMs: moment.nowMs };
  if (state.asked === undefined || isAlike(state.asked, text)) return considered(next, moment);
  const [last, effects] = considered({ ...next, asked: undefined }, moment);
  return [last, [{ type: "drop" }, ...effects]];
}

/** The responder decides about the answer if it was asked; without a reply it stays. */
function taken(state: PreemptionState, { nowMs, floor }: PreemptionMoment): Step {
  const goesOn = floor === "caller";
  // Words said meanwhile belong to the next turn, or to the rest of this one.
  const kept = state.isOver ? { text: "", turnFromMs: undefined } : { turnFromMs: nowMs };
  const next: PreemptionState = {
    ...state,
    ...kept,
    ...(goesOn ? { turnFromMs: state.turnFromMs } : { attempts: 0 }),
    isOver: false,
    asked: undefined,
    dueAt: undefined,
  };
  return [next, state.asked !== undefined && floor !== "agent" ? [{ type: "drop" }] : []];
}

/** Asks, or says when to look again. */
function considered(state: PreemptionState, { nowMs, floor }: PreemptionMoment): Step {
  const { text, ending, isOver, turnFromMs = nowMs } = state;
  const isWorthIt =
    (state.isSilent || state.isQuiet) &&
    state.asked === undefined &&
    hasWord(text) &&
    (isOver || ending !== "unfinished") &&
    state.attempts < attemptsMax &&
    nowMs - turnFromMs <= turnMsMax;
  if (!isWorthIt || floor !== "caller") return [{ ...state, dueAt: undefined }, []];
  const dueAt = isOver || ending === "finished" ? nowMs : state.changedAtMs + stableMs;
  if (nowMs < dueAt) return [{ ...state, dueAt }, []];
  return [{ ...state, asked: text, attempts: state.attempts + 1, dueAt: undefined }, [{ type: "ask", text }]];
}

/** True if two texts have the same words: finals often differ from partials only in capitals and full stops. */
export function isAlike(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

const hasWord = (text: string): boolean => plain(text) !== "";

function plain(text: string): string {
  const words = text.toLowerCase().split(/\s+/);
  return words
    .map((word) => word.replace(/^\p{P}+|\p{P}+$/gu, ""))
    .filter((word) => word !== "")
    .join(" ");
}
