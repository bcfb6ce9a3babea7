// Left call: a tab's memory of a call during which its page was left or reloaded, until the page is back. While the
// server waits, that page continues it; later, the page says so instead of being empty. No word of it is kept: people
// say what is secret, and a tab that stays open shows its storage to the next person at the machine.

import { numberOf, textOf, valueOf } from "./json-answer.ts";

/** Key of a place, such as the path of a page: no other page resumes its call. */
const keyOf = (place: string): string => `voice-flow-left-call ${place}`;
/** After this time, in milliseconds, a returning person no longer looks for the call. */
const keptMs = 30 * 60_000;

/** Data with which the voice client continues a call. */
export interface KeptWay {
  readonly url: string;
  readonly ttlMs: number;
  readonly transport: "webrtc" | "websocket";
  readonly microphone: boolean;
  readonly muted: boolean;
}

export interface LeftCall {
  /** Id under which an account finds the call's record; undefined: the server had not sent it yet. */
  readonly sessionId: string | undefined;
  /** Undefined: the call is over. */
  readonly way: KeptWay | undefined;
  /** Whether the caller was notified of the recording. */
  readonly isRecorded?: boolean | undefined;
}

/** `at`: epoch milliseconds. */
export function keepLeftCall(place: string, left: LeftCall, at: number): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify({ at, ...left }));
  } catch {
    // Storage is forbidden or full: the page then opens without its call.
  }
}

/** The call that was left at this place, removed from storage; undefined: none was left. */
export function takeLeftCall(place: string, at: number): LeftCall | undefined {
  try {
    const key = keyOf(place);
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    sessionStorage.removeItem(key);
    const sinceMs = at - (numberOf(kept, "at") ?? NaN);
    if (!(sinceMs >= 0 && sinceMs <= keptMs)) return undefined;
    const isRecorded = valueOf(kept, "isRecorded") === true;
    return { sessionId: textOf(kept, "sessionId"), way: wayOf(valueOf(kept, "way"), sinceMs), isRecorded };
  } catch {
    return undefined;
  }
}

/** Undefined once the server no longer waits. */
function wayOf(kept: unknown, sinceMs: number): KeptWay | undefined {
  const url = textOf(kept, "url");
  const ttlMs = (numberOf(kept, "ttlMs") ?? 0) - sinceMs;
  if (url === undefined || ttlMs <= 0) return undefined;
  return {
    url,
    ttlMs,
    transport: textOf(kept, "transport") === "websocket" ? "websocket" : "webrtc",
    microphone: valueOf(kept, "microphone") === true,
    muted: valueOf(kept, "muted") === true,
  };
}
