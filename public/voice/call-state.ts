// Call state: the caller's view of a call and its reducer, (state, event) → state. Pure: no audio, no socket, no page.

import type { CallEnd, CallEvent } from "./client-event.ts";
import type { ExtensionMessage, ServerMessage } from "./messages.ts";
import {
  addTyped,
  addSpoken,
  cutSentence,
  type TranscriptEntry,
  beginReply,
  updateSentence,
} from "./call-transcript.ts";
import type { Transfer } from "./transfer.ts";
import { addHeardTime, addTurn, type TurnTimes } from "./turn-times.ts";

/** Expected phrases now; null: anything. */
export type Expectations = Extract<ExtensionMessage, { type: "expecting" }>["any_of"];

export interface CallState {
  readonly phase: "idle" | "asking" | "connecting" | "open" | "over";
  /** The connection of an open call broke, and the client tries to come back. */
  readonly isAway: boolean;
  /** Whether there is a microphone in this call. */
  readonly microphone: boolean;
  readonly callerSpeaks: boolean;
  readonly agentSpeaks: boolean;
  /** The agent is preparing a reply and has not begun to speak. */
  readonly thinking: boolean;
  readonly muted: boolean;
  readonly transcript: readonly TranscriptEntry[];
  /** The recogniser's interim text of the caller's words. */
  readonly interim: string;
  /** Undefined until the server has sent it. */
  readonly expected: Expectations | undefined;
  /** The browser blocks all sound until a person acts in the page. */
  readonly soundBlocked: boolean;
  /** The last transfer, until the flow continues without it. */
  readonly transfer: Transfer | undefined;
  readonly turns: readonly TurnTimes[];
  readonly sessionId: string | undefined;
  /** A problem that does not end the call, as a sentence. */
  readonly warning: string | undefined;
  /** Warning about a silent microphone, with the remedies. */
  readonly noSound: string | undefined;
  readonly end: CallEnd | undefined;
}

export const noCall: CallState = {
  phase: "idle",
  isAway: false,
  microphone: false,
  callerSpeaks: false,
  agentSpeaks: false,
  thinking: false,
  muted: false,
  transcript: [],
  interim: "",
  expected: undefined,
  soundBlocked: false,
  transfer: undefined,
  turns: [],
  sessionId: undefined,
  warning: undefined,
  noSound: undefined,
  end: undefined,
};

/** The reducer. */
export function step(state: CallState, event: CallEvent): CallState {
  switch (event.type) {
    case "asking":
      return { ...noCall, phase: "asking", microphone: true };
    case "connecting":
      return {
        ...noCall,
        phase: "connecting",
        microphone: event.microphone,
        soundBlocked: state.soundBlocked,
      };
    case "sound-blocked":
      return {
        ...state,
        soundBlocked: event.isBlocked,
        warning: event.isBlocked ? soundBlockedWords : undefined,
      };
    case "opened":
      return { ...state, phase: "open", thinking: true };
    case "away":
      return {
        ...state,
        isAway: true,
        callerSpeaks: false,
        agentSpeaks: false,
        thinking: false,
        interim: "",
        warning: "The connection was lost. Reconnecting…",
      };
    case "back":
      return { ...state, isAway: false, warning: undefined };
    case "keyed":
      return { ...state, transcript: addTyped(state.transcript, event.keys, { how: "keyed" }) };
    case "transferred":
      return { ...state, transfer: state.transfer && { ...state.transfer, ok: event.ok } };
    case "microphone-silent":
      return { ...state, noSound: event.isSilent ? noSoundFrom(event.name) : undefined };
    case "microphone-lost":
      return {
        ...state,
        microphone: false,
        noSound: undefined,
        warning: "The microphone was disconnected. You can type, or hang up and call again.",
      };
    case "answered":
      return { ...state, turns: addHeardTime(state.turns, event.ms) };
    case "over":
      return {
        ...state,
        phase: "over",
        isAway: false,
        callerSpeaks: false,
        agentSpeaks: false,
        thinking: false,
        interim: "",
        expected: undefined,
        transfer: state.transfer?.ok === true ? state.transfer : undefined,
        soundBlocked: false,
        warning: undefined,
        noSound: undefined,
        end: event.end,
      };
    case "message":
      return messageStep(state, event.message);
  }
}

function messageStep(state: CallState, message: ServerMessage): CallState {
  switch (message.type) {
    case "user-started-speaking":
      return { ...state, callerSpeaks: true, thinking: false };
    case "user-stopped-speaking":
      return { ...state, callerSpeaks: false, thinking: !state.agentSpeaks };
    case "user-transcription": {
      const { text, final, rejected = false, aside, unanswered } = message.data;
      if (!final) return { ...state, interim: text };
      if (aside !== undefined) return { ...state, interim: "", thinking: false };
      const thinking = state.thinking && (text !== "" || rejected);
      const transcript = addSpoken(state.transcript, { text, rejected, unanswered });
      return { ...state, interim: "", thinking, transcript };
    }
    case "user-llm-text": {
      const { text, unanswered } = message.data;
      return { ...state, transcript: addTyped(state.transcript, text, { how: "typed", unanswered }) };
    }
    case "bot-llm-started":
      return { ...state, thinking: true, transcript: beginReply(state.transcript) };
    case "bot-output":
      if (!("segment_id" in message.data)) return state;
      return { ...state, transcript: updateSentence(state.transcript, message.data) };
    case "bot-started-speaking":
      return { ...state, agentSpeaks: true, thinking: false };
    case "bot-stopped-speaking":
      return { ...state, agentSpeaks: false };
    case "bot-interrupted":
      return { ...state, agentSpeaks: false };
    case "metrics":
      return {
        ...state,
        turns: addTurn(state.turns, { ...message.data, said: lastSaid(state.transcript) }),
      };
    case "error":
      return { ...state, warning: message.data.message };
    case "error-response":
      return { ...state, warning: message.data.error };
    case "server-message":
      return extensionStep(state, message.data);
    default:
      return state;
  }
}

function extensionStep(state: CallState, data: ExtensionMessage): CallState {
  switch (data.type) {
    case "session":
      return { ...state, sessionId: data.session_id };
    case "expecting":
      return { ...state, expected: data.any_of };
    case "transfer":
      return { ...state, transfer: { address: data.address } };
    case "flow_state":
      return { ...state, transfer: undefined };
    case "truncated":
      return { ...state, transcript: cutSentence(state.transcript, data.segment_id, data.heard_text) };
    case "muted":
      return data.source === "client" ? { ...state, muted: data.muted } : state;
    case "warning":
      return { ...state, warning: data.message };
    case "going_away": {
      const seconds = Math.ceil(data.time_left_ms / 1000);
      const why = goingAway[data.reason] ?? "The server ends this call";
      return { ...state, warning: `${why}: this call ends in ${seconds} s.` };
    }
    default:
      return state;
  }
}

/** The remedy: the next click or key in the page unblocks the sound. */
export const soundBlockedWords =
  "The browser blocks sound on this page. Click anywhere or press a key to hear the agent.";

const goingAway: Readonly<Record<string, string>> = {
  shutdown: "The server is stopping",
  max_duration: "The maximum duration is almost reached",
  credits: "The credits are almost used up",
};

function lastSaid(transcript: readonly TranscriptEntry[]): string {
  const entry = transcript.findLast(({ who }) => who === "caller");
  return entry?.who === "caller" ? entry.text : "";
}

/** The call ended before the server accepted it. */
export function neverBegan({ end }: CallState): boolean {
  return end?.type === "refused" || end?.type === "no-microphone";
}

/** True while the transfer's result is awaited from a person. */
export function isBeingPutThrough({ phase, transfer }: CallState): boolean {
  return phase === "open" && transfer !== undefined && transfer.ok === undefined;
}

/** Words to show about the present turn. */
export const turnWords = {
  idle: "Ready when you are",
  asking: "Waiting for the microphone",
  connecting: "Connecting",
  no_call: "No call",
  over: "Call ended",
  away: "Reconnecting",
  blocked: "Click to hear the agent",
  both: "You are both speaking",
  caller: "You are speaking",
  agent: "The agent is speaking",
  transfer: "Transferring",
  thinking: "Thinking",
  listening: "Listening",
  silent: "No sound from your microphone",
  waiting: "Your turn",
} as const;

export type Turn = keyof typeof turnWords;

type TurnState = Pick<
  CallState,
  | "phase"
  | "isAway"
  | "soundBlocked"
  | "callerSpeaks"
  | "agentSpeaks"
  | "thinking"
  | "microphone"
  | "noSound"
  | "muted"
>;

/** Present turn. */
export function turnOf(
  state: TurnState,
  { began, transfers }: { readonly began: boolean; readonly transfers: boolean },
): Turn {
  if (state.phase === "over") return began ? "over" : "no_call";
  if (state.phase !== "open") return state.phase;
  if (state.isAway) return "away";
  if (state.soundBlocked) return "blocked";
  if (state.callerSpeaks && state.agentSpeaks) return "both";
  if (state.callerSpeaks) return "caller";
  if (state.agentSpeaks) return "agent";
  if (transfers) return "transfer";
  if (state.thinking) return "thinking";
  if (!state.microphone || state.muted) return "waiting";
  return state.noSound === undefined ? "listening" : "silent";
}

export function turnInWords(state: CallState): string {
  return turnWords[turnOf(state, { began: !neverBegan(state), transfers: isBeingPutThrough(state) })];
}

function noSoundFrom(name: string): string {
  const which = name === "" ? "your microphone" : name;
  return `No sound from ${which}. Unmute it, choose another microphone, or type.`;
}
