// Left call: a tab's memory of a call during which its page was left or reloaded, until the page is back. While the
// server waits, that page continues it; later, the page says so instead of being empty. No word of it is kept: people
// say what is secret, and a tab that stays open shows its storage to the next person at the machine.

import { numberOf, textOf, valueOf } from "./json-answer.ts";

/** Key of a place, such as the path of a page: no other page resumes its call. */
const keyOf = (place: string): string => `voice-flow-left-call ${place}`;
/** A person who comes back later than this does not look for it. */
const keptMs = 30 * 60_000;

/** How a call is gone on with: as the voice client gives it, and takes it. */
export interface KeptWay {
  readonly url: string;
  readonly ttlMs: number;
  readonly transport: "webrtc" | "websocket";
  readonly microphone: boolean;
  readonly muted: boolean;
}

export interface LeftCall {
  /** By which an account finds its record; undefined: the server had not told it yet. */
  readonly sessionId: string | undefined;
  /** Undefined: it is over. */
  readonly way: KeptWay | undefined;
  /** Its caller was told that it is recorded. */
  readonly isRecorded?: boolean | undefined;
}

/** `at`: epoch milliseconds. */
export function keepLeftCall(place: string, left: LeftCall, at: number): void {
  try {
    sessionStorage.setItem(keyOf(place), JSON.stringify({ at, ...left }));
  } catch {
    // Storage is forbidden or full: the page then opens as a new one.
  }
}

/** As it was kept at this place, once; undefined: no call was left there. */
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

/** Undefined once the server waits no more. */
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
