// Turn: decides whose turn it is to speak. A pure step: (state, event) → [state, effects]. No clock, no sockets, no
// promises; call.ts carries the effects out.

import { unreachable } from "../base/assert.ts";
import type { EndReason } from "./call-event.ts";
import type { MayCutIn, ResponderInput } from "./responder.ts";

/** What an answer answers. `say` and `farewell` are spoken as they are; all else goes to the responder. */
export type TurnInput =
  | (ResponderInput & { readonly speak?: boolean })
  | { readonly type: "say"; readonly text: string }
  | { readonly type: "farewell"; readonly text: string };

export type Floor =
  | { readonly holder: "nobody" }
  /** The caller speaks, or has spoken and the words are awaited. `cut`: the agent fell silent for it. */
  | { readonly holder: "caller"; readonly cut?: boolean }
  | {
      readonly holder: "agent";
      /** A reply number exists only while the agent holds the floor. */
      readonly reply: number;
      readonly interruptible: MayCutIn;
      /** Why the call ends once this reply has been spoken. */
      readonly closing?: EndReason;
    }
  | { readonly holder: "over" };

export interface TurnState {
  readonly floor: Floor;
  /** Whether the caller is speaking right now, also while the agent holds the floor. */
  readonly talking: boolean;
  /** The number of the last reply. */
  readonly replies: number;
  /** What the caller typed or keyed while the agent would not be interrupted. */
  readonly waiting: readonly Waiting[];
}

/** `interrupt`: answered as soon as the agent may be interrupted, else when it has finished. */
interface Waiting {
  readonly input: TurnInput;
  readonly interrupt: boolean;
}

export type TurnTimer =
  /** The caller has been talking over the agent long enough to mean it. */
  | "barge-in"
  /** Both sides have been silent for long enough to ask. */
  | "silence";

/** `confidence`: the recogniser's, from 0 to 1; absent where it does not say. `second`: what another one heard. */
export interface HeardWords {
  readonly text: string;
  readonly confidence?: number;
  readonly second?: string;
}

export type TurnEvent =
  | { readonly type: "begin" }
  | { readonly type: "speech-started" }
  | { readonly type: "speech-ended" }
  | ({ readonly type: "words"; readonly rejected: boolean } & HeardWords)
  /** Typed words, keys, silent context or a sentence to say. `interrupt`: now, else after the agent's reply. */
  | { readonly type: "input"; readonly input: TurnInput; readonly interrupt: boolean }
  | { readonly type: "interrupt" }
  | { readonly type: "interruptible"; readonly reply: number; readonly value: MayCutIn }
  /** The call ends once this reply has been spoken, or if it was cut, once the responder has said the rest of it. */
  | { readonly type: "closing"; readonly reply: number; readonly reason: EndReason }
  /** Every sample of the reply has been heard. */
  | { readonly type: "spoken"; readonly reply: number }
  /** Short words for a caller who waits have been heard: the silence begins after them. */
  | { readonly type: "filled" }
  | { readonly type: "timer"; readonly timer: TurnTimer }
  /** Interrupt, say this and hang up. */
  | { readonly type: "farewell"; readonly text: string; readonly reason: EndReason };

export type TurnEffect =
  | { readonly type: "answer"; readonly reply: number; readonly input: TurnInput }
  | { readonly type: "interrupt"; readonly reply: number }
  | { readonly type: "arm"; readonly timer: TurnTimer }
  | { readonly type: "disarm"; readonly timer: TurnTimer }
  | { readonly type: "hang-up"; readonly reason: EndReason };

type Step = readonly [TurnState, readonly TurnEffect[]];

/**
 * Talking over the agent for this long is meant, in milliseconds; shorter is a cough, a hum or a "yes" that the words
 * decide.
 */
export const bargeInMs = 120;
/** Inputs that may wait for the agent; more than a person can type during one sentence. */
const waitingInputsMax = 16;

export const turnStart: TurnState = { floor: { holder: "nobody" }, talking: false, replies: 0, waiting: [] };

export function step(state: TurnState, event: TurnEvent): Step {
  if (state.floor.holder === "over") return [state, []];
  switch (event.type) {
    case "begin":
      return answer(state, { type: "start" });
    case "speech-started":
      return speechStarted({ ...state, talking: true });
    case "speech-ended":
      return [{ ...state, talking: false }, [{ type: "disarm", timer: "barge-in" }]];
    case "words":
      return words(state, heardOf(event), event.rejected);
    case "input":
      return input(state, event.input, event.interrupt);
    case "interrupt":
      return interruptible(state) ? yieldTo({ holder: "nobody" }, state) : [state, []];
    case "interruptible":
      return mayInterrupt(state, event.reply, event.value);
    case "closing":
      return closing(state, event.reply, event.reason);
    case "spoken":
      return spoken(state, event.reply);
    case "filled":
      return [state, state.floor.holder === "nobody" ? [{ type: "arm", timer: "silence" }] : []];
    case "timer":
      return timer(state, event.timer);
    case "farewell":
      return lastAnswer(state, { type: "farewell", text: event.text }, event.reason);
    default:
      return unreachable(event);
  }
}

function speechStarted(state: TurnState): Step {
  switch (state.floor.holder) {
    case "nobody":
      return [{ ...state, floor: { holder: "caller" } }, [{ type: "disarm", timer: "silence" }]];
    case "agent":
      return [state, state.floor.interruptible === true ? [{ type: "arm", timer: "barge-in" }] : []];
    default:
      return [state, []];
  }
}

export function heardOf({ text, confidence, second }: HeardWords): HeardWords {
  return {
    text,
    ...(confidence === undefined ? {} : { confidence }),
    ...(second === undefined ? {} : { second }),
  };
}

function words(state: TurnState, heard: HeardWords, rejected: boolean): Step {
  const { floor } = state;
  const understood = heard.text !== "" && !rejected;
  if (floor.holder === "agent") {
    // A short "yes" over the agent's voice is an answer; a cough or a hum is not.
    return understood && floor.interruptible === true
      ? answer(state, { type: "words", ...heard })
      : [state, []];
  }
  if (understood) return answer(state, { type: "words", ...heard });
  if (rejected) return answer(state, { type: "no-match" });
  // The recogniser heard nothing in what seemed to be speech.
  if (state.talking) return [state, []];
  // A noise has cut the agent: the caller waits for the rest of it, and must not wait for long.
  if (floor.holder === "caller" && floor.cut === true) return answer(state, { type: "no-match" });
  return [{ ...state, floor: { holder: "nobody" } }, [{ type: "arm", timer: "silence" }]];
}

function input(state: TurnState, given: TurnInput, interrupt: boolean): Step {
  const { floor } = state;
  if (floor.holder !== "agent" || (interrupt && cutsIn(given, floor.interruptible)))
    return answer(state, given);
  return [
    { ...state, waiting: [...state.waiting, { input: given, interrupt }].slice(-waitingInputsMax) },
    [],
  ];
}

/**
 * The reply may be interrupted from here on, or may not: a caller who has begun to talk or typed meanwhile is heard
 * now.
 */
function mayInterrupt(state: TurnState, reply: number, value: MayCutIn): Step {
  const next = onReply(state, reply, { interruptible: value });
  if (next === state || value === false) return [next, []];
  const urgent = next.waiting.find((one) => one.interrupt && cutsIn(one.input, value));
  if (urgent !== undefined) {
    const waiting = next.waiting.filter((one) => one !== urgent);
    return answer({ ...next, waiting }, urgent.input);
  }
  return [next, next.talking && value === true ? [{ type: "arm", timer: "barge-in" }] : []];
}

function spoken(state: TurnState, reply: number): Step {
  const { floor } = state;
  if (floor.holder !== "agent" || floor.reply !== reply) return [state, []];
  const done: TurnEffect[] = [{ type: "disarm", timer: "barge-in" }];
  if (floor.closing !== undefined) {
    return [{ ...state, floor: { holder: "over" } }, [...done, { type: "hang-up", reason: floor.closing }]];
  }
  const [next, ...waiting] = state.waiting;
  if (next !== undefined) {
    const [answering, effects] = answer({ ...state, floor: { holder: "nobody" }, waiting }, next.input);
    return [answering, [...done, ...effects]];
  }
  if (state.talking) return [{ ...state, floor: { holder: "caller" } }, done];
  return [{ ...state, floor: { holder: "nobody" } }, [...done, { type: "arm", timer: "silence" }]];
}

function timer(state: TurnState, name: TurnTimer): Step {
  const { floor } = state;
  if (name === "silence") return floor.holder === "nobody" ? answer(state, { type: "silence" }) : [state, []];
  return state.talking && interruptible(state) ? yieldTo({ holder: "caller" }, state) : [state, []];
}

function closing(state: TurnState, reply: number, reason: EndReason): Step {
  const { floor } = state;
  if (floor.holder === "agent" && floor.reply === reply)
    return [onReply(state, reply, { interruptible: false, closing: reason }), []];
  return lastAnswer(state, { type: "woken" }, reason);
}

/** Interrupts the current reply; this one is said to its end, and the call is over. */
function lastAnswer(state: TurnState, given: TurnInput, reason: EndReason): Step {
  const { floor } = state;
  // A goodbye that is already being said stands.
  if (floor.holder === "agent" && floor.closing !== undefined) return [state, []];
  const [next, effects] = answer(state, given);
  const last: Floor = { holder: "agent", reply: next.replies, interruptible: false, closing: reason };
  return [{ ...next, floor: last, waiting: [] }, effects];
}

/** Gives the floor to the agent for the next reply; a reply that is under way is cut. */
function answer(state: TurnState, given: TurnInput): Step {
  const reply = state.replies + 1;
  const cut: TurnEffect[] =
    state.floor.holder === "agent" ? [{ type: "interrupt", reply: state.floor.reply }] : [];
  return [
    { ...state, replies: reply, floor: { holder: "agent", reply, interruptible: true } },
    [
      { type: "disarm", timer: "silence" },
      { type: "disarm", timer: "barge-in" },
      ...cut,
      { type: "answer", reply, input: given },
    ],
  ];
}

/** The agent falls silent in the middle of its reply. */
function yieldTo(floor: Floor, state: TurnState): Step {
  if (state.floor.holder !== "agent") return [state, []];
  const effects: TurnEffect[] = [
    { type: "disarm", timer: "barge-in" },
    { type: "interrupt", reply: state.floor.reply },
  ];
  if (floor.holder === "nobody" && !state.talking) effects.push({ type: "arm", timer: "silence" });
  const next: Floor = state.talking ? { holder: "caller", cut: true } : floor;
  // What was typed meanwhile was typed to be answered after the agent, and the agent is done now.
  const [first, ...waiting] = state.waiting;
  if (first === undefined || next.holder === "caller") return [{ ...state, floor: next }, effects];
  const [answering, more] = answer({ ...state, floor: next, waiting }, first.input);
  return [answering, [...effects, ...more]];
}

function interruptible(state: TurnState): boolean {
  return state.floor.holder === "agent" && state.floor.interruptible === true;
}

function cutsIn(given: TurnInput, may: MayCutIn): boolean {
  return may === true || (may === "keys" && given.type === "keys");
}

function onReply(
  state: TurnState,
  reply: number,
  change: Partial<Extract<Floor, { holder: "agent" }>>,
): TurnState {
  const { floor } = state;
  if (floor.holder !== "agent" || floor.reply !== reply || floor.closing !== undefined) return state;
  return { ...state, floor: { ...floor, ...change } };
}
