// Turn: decides whose turn it is to speak. A pure step: (state, event) → [state, effects]. No clock, no sockets, no
// promises; call.ts carries the effects out.

import { unreachable } from "../base/assert.ts";
import { type Aside, setAside } from "./barge-in/aside.ts";
import type { EndReason } from "./call-event.ts";
import { heardOf, type HeardWords, joinedWords } from "./heard-words.ts";
import type { ResponderInput } from "./responder.ts";

/** Input of an answer. `say` and `farewell` are spoken as they are; all others go to the responder. */
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
      readonly interruptible: boolean;
      /** Why the call ends once this reply has been spoken. */
      readonly closing?: EndReason;
      /** The caller makes a sound, and it is undecided if it is meant for the agent. */
      readonly doubt?: "ducked" | "paused";
    }
  | { readonly holder: "over" };

export interface TurnState {
  readonly floor: Floor;
  /** True while the caller is speaking, even if the agent holds the floor. */
  readonly talking: boolean;
  /** Number of the last reply. */
  readonly replies: number;
  /** Typed words and keys from the time when the agent could not be interrupted. */
  readonly waiting: readonly Waiting[];
  /** Words before a pause that seemed to be the end: the caller continues, so they are half of a turn. */
  readonly held: HeardWords | undefined;
  /** Possibly meant words were heard: in the present sound, or before it, as late ones are. */
  readonly hasWords: "now" | "before" | undefined;
  /** The recogniser reports words while they are said. */
  readonly tellsPartials: boolean;
  /** A caller who speaks and presses keys has answered by the keys, and not twice. */
  readonly keysAnswer: boolean;
  /** Keys were pressed: the words of this turn are no second answer. */
  readonly isKeyed: boolean;
  /** A sound over the agent has a voice, as long as a word. */
  readonly isVoiced: boolean;
  /** Its words so far are not meant to interrupt. */
  readonly isAside: boolean;
}

/** `interrupt`: answered as soon as the agent may be interrupted, else when it has finished. */
interface Waiting {
  readonly input: TurnInput;
  readonly interrupt: boolean;
}

export type TurnTimer =
  /** The caller has made a sound over the agent long enough that it may be meant. */
  | "barge-in"
  /** The caller's intention must be decided now. */
  | "decide"
  /** Both sides have been silent long enough for a question. */
  | "silence";

export type TurnEvent =
  | { readonly type: "begin"; readonly resumes?: ResponderInput | undefined }
  | { readonly type: "speech-started" }
  | { readonly type: "speech-ended" }
  | { readonly type: "voiced" }
  /**
   * `isTooLong`: the caller was not done, and talked for the maximum length. `aside`: of a turn that began over the
   * agent, and needs no answer.
   */
  | ({
      readonly type: "words";
      readonly rejected: boolean;
      readonly isTooLong?: true;
      readonly aside?: Aside;
    } & HeardWords)
  /** Further words of a running turn. `aside`: not meant for the agent. */
  | { readonly type: "partial"; readonly aside?: Aside }
  /** Typed words, keys, silent context or a sentence to say. `interrupt`: now, else after the agent's reply. */
  | { readonly type: "input"; readonly input: TurnInput; readonly interrupt: boolean }
  | { readonly type: "interrupt" }
  | { readonly type: "interruptible"; readonly reply: number; readonly value: boolean }
  /** The call ends once this reply has been spoken, or if it was cut, once the responder has said the rest of it. */
  | { readonly type: "closing"; readonly reply: number; readonly reason: EndReason }
  /** Every sample of the reply has been heard. */
  | { readonly type: "spoken"; readonly reply: number }
  /** A waiting caller has heard a filler: the silence begins after it. */
  | { readonly type: "filled" }
  | { readonly type: "timer"; readonly timer: TurnTimer }
  /** Interrupt, say this and hang up. */
  | { readonly type: "farewell"; readonly text: string; readonly reason: EndReason };

export type TurnEffect =
  /** `stops`: the caller rambles, and hears a request to stop first. */
  | { readonly type: "answer"; readonly reply: number; readonly input: TurnInput; readonly stops?: true }
  | { readonly type: "interrupt"; readonly reply: number }
  /** Softer; silent; as before, from where it fell silent. */
  | { readonly type: "duck" | "pause" | "go-on"; readonly reply: number }
  | { readonly type: "arm"; readonly timer: TurnTimer }
  | { readonly type: "disarm"; readonly timer: TurnTimer }
  | { readonly type: "hang-up"; readonly reason: EndReason };

type Step = readonly [TurnState, readonly TurnEffect[]];

/** All about the caller's words over the agent is decided. */
const undoubted: readonly TurnEffect[] = [
  { type: "disarm", timer: "barge-in" },
  { type: "disarm", timer: "decide" },
];

/** From a detected sound over the agent to its silence, and to the decision; an operator may set more. Milliseconds. */
export const bargeInMs = 60;
export const decideMs = 1_300;
/** Inputs that may wait for the agent; more than a person can type during one sentence. */
const waitingInputsMax = 16;

export const turnStart: TurnState = {
  floor: { holder: "nobody" },
  talking: false,
  replies: 0,
  waiting: [],
  held: undefined,
  hasWords: undefined,
  tellsPartials: true,
  keysAnswer: false,
  isKeyed: false,
  isVoiced: false,
  isAside: false,
};

export function step(state: TurnState, event: TurnEvent): Step {
  if (state.floor.holder === "over") return [state, []];
  switch (event.type) {
    case "begin":
      return answer(state, event.resumes ?? { type: "start" });
    case "speech-started":
      return speechStarted({ ...state, talking: true });
    case "speech-ended":
      return [{ ...state, talking: false, hasWords: state.hasWords && "before" }, []];
    case "words":
      return (event.isTooLong === true ? stopping : words)(state, heardOf(event), event);
    case "voiced":
      return [{ ...state, isVoiced: true }, []];
    case "partial":
      return event.aside === undefined ? growing(state) : [{ ...state, isAside: true }, []];
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
      return interruptible(state) ? doubted(state) : [state, []];
    default:
      return [state, []];
  }
}

/** A sound over the agent: it speaks on softly until the meaning is clear. */
function doubted(state: TurnState): Step {
  const { floor } = state;
  if (floor.holder !== "agent") return [state, []];
  const arm: TurnEffect = { type: "arm", timer: "barge-in" };
  if (floor.doubt !== undefined) return [state, floor.doubt === "ducked" ? [arm] : []];
  return [
    { ...state, floor: { ...floor, doubt: "ducked" }, isVoiced: false, isAside: false },
    [{ type: "duck", reply: floor.reply }, arm, { type: "arm", timer: "decide" }],
  ];
}

function paused(state: TurnState): Step {
  const { floor } = state;
  if (floor.holder !== "agent" || floor.doubt !== "ducked") return [state, []];
  return [{ ...state, floor: { ...floor, doubt: "paused" } }, [{ type: "pause", reply: floor.reply }]];
}

/** The pause was a mistake: the agent continues from where it fell silent. */
function goOn(state: TurnState): Step {
  const { floor } = state;
  if (floor.holder !== "agent" || floor.doubt === undefined) return [state, []];
  const { doubt: _, ...rest } = floor;
  return [{ ...state, floor: rest }, [...undoubted, { type: "go-on", reply: floor.reply }]];
}

/** Words are heard while the caller speaks, perhaps over an agent that has continued once. */
function growing(before: TurnState): Step {
  const state: TurnState = { ...before, hasWords: "now", isAside: false };
  if (state.floor.holder !== "agent" || !interruptible(state)) return [state, []];
  const isNew = state.talking && state.floor.doubt === undefined;
  const [begun, first] = isNew ? doubted(state) : ([state, []] as const);
  const [next, then] = paused(begun);
  return [next, [...first, ...then]];
}

/** The time to decide is over. */
function decided(state: TurnState): Step {
  const { floor } = state;
  if (floor.holder !== "agent" || floor.doubt === undefined) return [state, []];
  return isHeard(state) ? yieldTo({ holder: "caller", cut: true }, state) : goOn(state);
}

/** Further facts about words. */
interface How {
  readonly rejected: boolean;
  readonly aside?: Aside;
}

function words(before: TurnState, heard: HeardWords, how: How): Step {
  const hasWords = before.talking && before.hasWords === "now" ? "now" : undefined;
  const state: TurnState = { ...before, hasWords, isKeyed: false };
  if (before.isKeyed) return wholeWords(state, { text: "" }, { rejected: false });
  if (state.held === undefined) return wholeWords(state, heard, how);
  // A sound after an answer without words, such as a cough, leaves it unchanged.
  const isWord = heard.text !== "" && !how.rejected && setAside(how.aside, state.floor) === undefined;
  const both = isWord ? joinedWords(state.held, heard) : state.held;
  return wholeWords({ ...state, held: undefined }, both, { rejected: false });
}

/** Answer to a rambling caller. */
function stopping(state: TurnState, heard: HeardWords, how: How): Step {
  if (state.floor.holder !== "caller") return words(state, heard, how);
  const [next, effects] = words({ ...state, talking: false }, heard, how);
  // A noise has no words, and asks for no stop.
  if (next.floor.holder !== "agent") return [{ ...state, isKeyed: false }, []];
  const stops = effects.map((effect) =>
    effect.type === "answer" ? { ...effect, stops: true as const } : effect,
  );
  return [{ ...next, talking: state.talking }, stops];
}

function wholeWords(state: TurnState, heard: HeardWords, { rejected, aside }: How): Step {
  const { floor } = state;
  const understood = heard.text !== "" && !rejected && setAside(aside, floor) === undefined;
  const goesOn = state.talking && understood;
  if (floor.holder === "caller" && goesOn) return [{ ...state, held: heard }, []];
  if (goesOn && interruptible(state)) return yieldTo({ holder: "caller" }, { ...state, held: heard });
  if (floor.holder === "agent") {
    if (understood && interruptible(state)) return answer(state, { type: "words", ...heard });
    // A caller who still makes a sound has more words to come.
    return state.talking ? [state, []] : goOn(state);
  }
  if (understood) return answer(state, { type: "words", ...heard });
  // The caller speaks on, and is not talked over.
  if (state.talking) return [state, []];
  if (rejected) return answer(state, { type: "no-match" });
  // A noise cut the agent: the caller waits for the rest, and must not wait for long.
  if (floor.holder === "caller" && floor.cut === true) return answer(state, { type: "no-match" });
  return freeFloor(state);
}

/** Neither side speaks, unless an input waits for that. */
function freeFloor(state: TurnState): Step {
  const [next, ...waiting] = state.waiting;
  const idle: TurnState = { ...state, floor: { holder: "nobody" }, waiting };
  return next === undefined ? [idle, [{ type: "arm", timer: "silence" }]] : answer(idle, next.input);
}

function input(before: TurnState, given: TurnInput, interrupt: boolean): Step {
  const state = given.type === "keys" ? keyed(before) : before;
  const { floor } = state;
  // News from outside waits while the caller talks, or their last words are awaited.
  const waits =
    floor.holder === "agent"
      ? !interrupt || !floor.interruptible
      : floor.holder === "caller" && isNews(given) && isHeard(state);
  if (!waits) return answer(state, given);
  return [
    { ...state, waiting: [...state.waiting, { input: given, interrupt }].slice(-waitingInputsMax) },
    [],
  ];
}

function keyed(state: TurnState): TurnState {
  const speaks = state.talking || state.floor.holder === "caller";
  return state.keysAnswer && speaks ? { ...state, isKeyed: true, held: undefined } : state;
}

const isNews = ({ type }: TurnInput): boolean => type === "woken" || type === "event";

/** Words are heard, or could be by a recogniser without partials. A noise delays no caller. */
const isHeard = (of: TurnState): boolean => of.hasWords !== undefined || (of.talking && !of.tellsPartials);

/** Interruptibility of the reply changes: a caller who meanwhile talked or typed is heard now. */
function mayInterrupt(state: TurnState, reply: number, value: boolean): Step {
  const next = onReply(state, reply, { interruptible: value });
  if (next === state) return [state, []];
  if (!value) return goOn(next);
  const urgent = next.waiting.find((one) => one.interrupt);
  if (urgent !== undefined) {
    const waiting = next.waiting.filter((one) => one !== urgent);
    return answer({ ...next, waiting }, urgent.input);
  }
  if (value !== true) return goOn(next);
  return next.talking ? doubted(next) : [next, []];
}

function spoken(state: TurnState, reply: number): Step {
  const { floor } = state;
  if (floor.holder !== "agent" || floor.reply !== reply) return [state, []];
  const done = undoubted;
  if (floor.closing !== undefined) {
    return [{ ...state, floor: { holder: "over" } }, [...done, { type: "hang-up", reason: floor.closing }]];
  }
  const [next] = state.waiting;
  const isDue = next !== undefined && !(isNews(next.input) && isHeard(state));
  if (state.talking && !isDue) return [{ ...state, floor: { holder: "caller" } }, done];
  const [idle, effects] = freeFloor(state);
  return [idle, [...done, ...effects]];
}

function timer(state: TurnState, name: TurnTimer): Step {
  const { floor } = state;
  if (name === "silence") return floor.holder === "nobody" ? answer(state, { type: "silence" }) : [state, []];
  if (name === "decide") return decided(state);
  const isMeant = state.talking || (state.isVoiced && !state.isAside);
  return isMeant && interruptible(state) ? paused(state) : [state, []];
}

function closing(state: TurnState, reply: number, reason: EndReason): Step {
  const { floor } = state;
  if (floor.holder === "agent" && floor.reply === reply)
    return goOn(onReply(state, reply, { interruptible: false, closing: reason }));
  return lastAnswer(state, { type: "woken" }, reason);
}

/** Interrupts the current reply; this one is said to its end, and the call is over. */
function lastAnswer(state: TurnState, given: TurnInput, reason: EndReason): Step {
  const { floor } = state;
  // A running goodbye stands.
  if (floor.holder === "agent" && floor.closing !== undefined) return [state, []];
  const [next, effects] = answer(state, given);
  const last: Floor = { holder: "agent", reply: next.replies, interruptible: false, closing: reason };
  return [{ ...next, floor: last, waiting: [] }, effects];
}

/** Gives the floor to the agent for the next reply; a running reply is cut. */
function answer(state: TurnState, given: TurnInput): Step {
  const reply = state.replies + 1;
  const cut: TurnEffect[] =
    state.floor.holder === "agent" ? [{ type: "interrupt", reply: state.floor.reply }] : [];
  return [
    { ...state, replies: reply, floor: { holder: "agent", reply, interruptible: true } },
    [{ type: "disarm", timer: "silence" }, ...undoubted, ...cut, { type: "answer", reply, input: given }],
  ];
}

/** The agent falls silent in the middle of its reply. */
function yieldTo(floor: Floor, state: TurnState): Step {
  if (state.floor.holder !== "agent") return [state, []];
  const effects: TurnEffect[] = [...undoubted, { type: "interrupt", reply: state.floor.reply }];
  if (floor.holder === "nobody" && !state.talking) effects.push({ type: "arm", timer: "silence" });
  const next: Floor = state.talking ? { holder: "caller", cut: true } : floor;
  // Words typed meanwhile wait for an answer after the agent, which is done now.
  const [first, ...waiting] = state.waiting;
  if (first === undefined || next.holder === "caller") return [{ ...state, floor: next }, effects];
  const [answering, more] = answer({ ...state, floor: next, waiting }, first.input);
  return [answering, [...effects, ...more]];
}

function interruptible(state: TurnState): boolean {
  return state.floor.holder === "agent" && state.floor.interruptible;
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
