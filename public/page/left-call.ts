// Left call: what a tab keeps of a call during which its page was left or loaded anew, until the page is back. The call
// has ended, and people are told so instead of finding an empty page. No word of it is kept: people say what is secret,
// and a tab that stays open shows its storage to the next person at the machine.

import { textOf, valueOf } from "./json-answer.ts";

const storageKey = "voice-flow-left-call";
/** A person who comes back later than this does not look for it. */
const keptMs = 30 * 60_000;

export interface LeftCall {
  /** By which an account finds its record; undefined: the server had not told it yet. */
  readonly sessionId: string | undefined;
}

/** `at`: epoch milliseconds. */
export function keepLeftCall({ sessionId }: LeftCall, at: number): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ at, path: location.pathname, sessionId }));
  } catch {
    // Storage is forbidden or full: the page then opens as a new one.
  }
}

/** As it was kept by this page, once; undefined: the page was left in no call. */
export function takeLeftCall(at: number): LeftCall | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    if (valueOf(kept, "path") !== location.pathname) return undefined;
    sessionStorage.removeItem(storageKey);
    const sinceMs = at - Number(valueOf(kept, "at"));
    return sinceMs >= 0 && sinceMs <= keptMs ? { sessionId: textOf(kept, "sessionId") } : undefined;
  } catch {
    return undefined;
  }
}
