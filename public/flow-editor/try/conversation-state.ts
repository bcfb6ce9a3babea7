// Conversation state: known facts about the trial conversation, and its reducer. Pure.

import type { Program } from "../../../src/flow/language/program.ts";
import type { CallEvent } from "../../voice/client-event.ts";
import { type CallState, type Expectations, noCall, step } from "../../voice/call-state.ts";
import type { TestRunEnd } from "../tests/start-run.ts";
import { conversationEventsIn } from "./call-trace.ts";
import { appendEvent, type ConversationEventData, type ConversationEvent } from "./conversation-event.ts";
import type { FlowError } from "../../page/refusal.ts";
import type { GivenValues } from "./setup-values.ts";
import { defaultSetup, type ConversationSetup } from "./conversation-setup.ts";

/** The conversation's program and inputs, fixed when it started. */
export interface StartedConversation {
  readonly mode: ConversationSetup["mode"];
  readonly text: string;
  readonly program: Program;
  /** The flow's own start time, in milliseconds of the Unix epoch. */
  readonly startedAtMs: number;
  readonly given: GivenValues;
}

/** Reason why there is no conversation, and remedies. */
export interface Obstacle {
  readonly title: string;
  readonly text: string;
  readonly problems?: readonly FlowError[];
  /** `again` tries the same, `without` calls without a microphone, `type` stays in this page. */
  readonly remedies: readonly ("again" | "without" | "type")[];
}

/** A test that was made of the conversation. */
export interface InsertedTest {
  readonly index: number;
  readonly name: string;
  readonly notes: readonly string[];
  /** Undefined: it is running. */
  readonly end?: TestRunEnd;
}

export interface ConversationState {
  readonly phase: "idle" | "starting" | "open" | "over";
  readonly setup: ConversationSetup;
  readonly begun: StartedConversation | undefined;
  readonly log: readonly ConversationEvent[];
  /** State of a call; `noCall` otherwise. */
  readonly call: CallState;
  /** Expected phrases now; undefined until that is known. */
  readonly expected: Expectations | undefined;
  readonly obstacle: Obstacle | undefined;
  readonly made: InsertedTest | undefined;
}

export type ConversationAction =
  | { readonly type: "setup"; readonly change: Partial<ConversationSetup> }
  | { readonly type: "starting" }
  | { readonly type: "began"; readonly begun: StartedConversation }
  | { readonly type: "happened"; readonly happened: ConversationEventData; readonly atMs: number }
  /** `obstacle`: why a call is over, where that needs words. */
  | { readonly type: "call"; readonly event: CallEvent; readonly atMs: number; readonly obstacle?: Obstacle }
  | { readonly type: "expecting"; readonly expected: Expectations }
  | { readonly type: "stopped"; readonly obstacle?: Obstacle }
  | { readonly type: "made"; readonly made: InsertedTest | undefined };

export const noConversation: ConversationState = {
  phase: "idle",
  setup: defaultSetup,
  begun: undefined,
  log: [],
  call: noCall,
  expected: undefined,
  obstacle: undefined,
  made: undefined,
};

/** The reducer. */
export function conversationStep(state: ConversationState, event: ConversationAction): ConversationState {
  switch (event.type) {
    case "setup":
      return { ...state, setup: { ...state.setup, ...event.change }, obstacle: undefined };
    case "starting":
      return { ...noConversation, setup: state.setup, phase: "starting" };
    case "began":
      return { ...state, begun: event.begun, phase: event.begun.mode === "typed" ? "open" : state.phase };
    case "happened": {
      const { happened, atMs } = event;
      const phase = happened.what === "outcome" ? "over" : state.phase;
      return { ...state, phase, log: appendEvent(state.log, happened, atMs) };
    }
    case "call":
      return callStep(state, event);
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

function callStep(
  state: ConversationState,
  { event, atMs, obstacle }: Extract<ConversationAction, { type: "call" }>,
): ConversationState {
  const call = step(state.call, event);
  let { log } = state;
  for (const happened of conversationEventsIn(event, log)) log = appendEvent(log, happened, atMs);
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
