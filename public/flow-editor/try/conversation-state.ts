// Conversation state: what is known about the tried conversation, and its reducer. Pure.

import type { Program } from "../../../src/flow/language/program.ts";
import type { CallEvent } from "../../voice/client-event.ts";
import { type CallState, type Expected, noCall, step } from "../../voice/call-state.ts";
import type { RunEnd } from "../tests/start-run.ts";
import { happenedIn } from "./call-trace.ts";
import { added, type Happened, type Moment } from "./conversation-event.ts";
import type { ShownProblem } from "./upload-preview.ts";
import type { Given } from "./setup-values.ts";
import { firstSetup, type Setup } from "./conversation-setup.ts";

/** What is talked to. */
export interface Begun {
  readonly way: Setup["way"];
  readonly text: string;
  readonly program: Program;
  /** In milliseconds of the Unix epoch, as the flow has it. */
  readonly startedAtMs: number;
  readonly given: Given;
}

/** What stands in the way, and the ways out. */
export interface Obstacle {
  readonly title: string;
  readonly text: string;
  readonly problems?: readonly ShownProblem[];
  /** `again` tries the same, `without` calls without a microphone, `type` stays in this page. */
  readonly ways: readonly ("again" | "without" | "type")[];
}

/** A test that was made of the conversation. */
export interface Made {
  readonly index: number;
  readonly name: string;
  readonly notes: readonly string[];
  /** Undefined: it is running. */
  readonly end?: RunEnd;
}

export interface TalkState {
  readonly phase: "idle" | "starting" | "open" | "over";
  readonly setup: Setup;
  readonly begun: Begun | undefined;
  readonly log: readonly Moment[];
  /** Of a call; `noCall` otherwise. */
  readonly call: CallState;
  /** What can be said now; undefined until that is known. */
  readonly expected: Expected | undefined;
  readonly obstacle: Obstacle | undefined;
  readonly made: Made | undefined;
}

export type TalkEvent =
  | { readonly type: "setup"; readonly change: Partial<Setup> }
  | { readonly type: "starting" }
  | { readonly type: "began"; readonly begun: Begun }
  | { readonly type: "happened"; readonly happened: Happened; readonly atMs: number }
  /** `obstacle`: why a call is over, where that needs words. */
  | { readonly type: "call"; readonly event: CallEvent; readonly atMs: number; readonly obstacle?: Obstacle }
  | { readonly type: "expecting"; readonly expected: Expected }
  | { readonly type: "stopped"; readonly obstacle?: Obstacle }
  | { readonly type: "made"; readonly made: Made | undefined };

export const noTalk: TalkState = {
  phase: "idle",
  setup: firstSetup,
  begun: undefined,
  log: [],
  call: noCall,
  expected: undefined,
  obstacle: undefined,
  made: undefined,
};

export function talkStep(state: TalkState, event: TalkEvent): TalkState {
  switch (event.type) {
    case "setup":
      return { ...state, setup: { ...state.setup, ...event.change }, obstacle: undefined };
    case "starting":
      return { ...noTalk, setup: state.setup, phase: "starting" };
    case "began":
      return { ...state, begun: event.begun, phase: event.begun.way === "typed" ? "open" : state.phase };
    case "happened": {
      const { happened, atMs } = event;
      const phase = happened.what === "outcome" ? "over" : state.phase;
      return { ...state, phase, log: added(state.log, happened, atMs) };
    }
    case "call":
      return called(state, event);
    case "expecting":
      return { ...state, expected: event.expected };
    case "stopped":
      return {
        ...state,
        phase: state.log.length === 0 ? "idle" : "over",
        call: noCall,
        obstacle: event.obstacle,
      };
    case "made":
      return { ...state, made: event.made };
  }
}

function called(
  state: TalkState,
  { event, atMs, obstacle }: Extract<TalkEvent, { type: "call" }>,
): TalkState {
  const call = step(state.call, event);
  let { log } = state;
  for (const happened of happenedIn(event, log)) log = added(log, happened, atMs);
  const phase = event.type === "opened" ? "open" : event.type === "over" ? "over" : state.phase;
  const isNothing = phase === "over" && log.length === 0;
  const { expected } = call;
  return {
    ...state,
    call,
    log,
    expected,
    phase: isNothing ? "idle" : phase,
    obstacle: obstacle ?? state.obstacle,
  };
}
