// Published call: an app's view of a call, made from the state that the pages share. Pure.

import type { CallState as SharedState } from "../voice/call-state.ts";
import { isBeingPutThrough, turnInWords } from "../voice/call-state.ts";
import type { CallEnd } from "../voice/client-event.ts";
import { heardWords, lastWords, type TranscriptEntry } from "../voice/call-transcript.ts";
import { noticeOf } from "../voice/notices.ts";
import { suggestionsOf } from "../voice/suggestions.ts";
import type { CallError, CallState, TranscriptLine, Transport } from "./client-types.d.ts";

export function viewOf(state: SharedState, transport: Transport): CallState {
  const { phase, isAway, microphone, noSound, muted, interim, sessionId, soundBlocked } = state;
  const { callerSpeaks, agentSpeaks, thinking } = state;
  return {
    phase: phase === "idle" ? "connecting" : phase,
    transport,
    isAway,
    microphone,
    noSound,
    muted,
    callerSpeaks,
    agentSpeaks,
    thinking,
    interim,
    soundBlocked,
    words: turnInWords(state),
    suggestions: suggestionsOf(state.expected ?? null, lastWords(state.transcript))?.main ?? [],
    transferTo: isBeingPutThrough(state) ? state.transfer?.address : undefined,
    sessionId,
    endReason: state.end?.type === "ended" ? state.end.reason : state.end?.type,
  };
}

/** An answer without any played sound has no line. */
export function linesOf(transcript: readonly TranscriptEntry[]): readonly TranscriptLine[] {
  return transcript.flatMap((entry): readonly TranscriptLine[] => {
    if (entry.who === "caller") {
      const { id, who, how, text, understood } = entry;
      return [{ id, who, how, text, understood, isCut: false }];
    }
    const text = heardWords(entry);
    const isCut = entry.sentences.some(({ status }) => status === "cut");
    if (text === "") return [];
    return [{ id: entry.id, who: "agent", how: "said", text, understood: true, isCut }];
  });
}

/** Undefined for an end without an error. */
export function errorOf(end: CallEnd): CallError | undefined {
  const notice = noticeOf(end, location);
  if (notice === undefined) return undefined;
  return { code: codeOf(end), message: `${notice.title}. ${notice.text}`, isFatal: true };
}

function codeOf(end: CallEnd): string {
  switch (end.type) {
    case "refused":
      return end.refusal.code;
    case "no-microphone":
      return `microphone/${end.problem}`;
    case "ended":
      return `ended/${end.reason}`;
    default:
      return end.type;
  }
}
