// The token of a server that wants to know who calls: it comes with the printed address, and is kept in this tab.

import type { Notice } from "./notices.ts";

export interface Access {
  readonly token: string | undefined;
  /** Why the token of the address is worth nothing. */
  readonly problem: Notice | undefined;
}

const storageKey = "voice-flow-token";

/** What follows # in the address is exchanged once, and taken out of it: it must not end up in a bookmark. */
export async function openAccess(): Promise<Access> {
  const printed = new URLSearchParams(location.hash.slice(1)).get("token");
  if (printed === null) return { token: stored(), problem: undefined };
  history.replaceState(null, "", location.pathname);
  try {
    const response = await fetch("/auth/exchange", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: printed }),
    });
    const answer: unknown = await response.json();
    const token = textOf(answer, "access_token");
    if (token !== undefined) {
      store(token);
      return { token, problem: undefined };
    }
    const kept = stored();
    if (kept !== undefined) return { token: kept, problem: undefined };
    const text = textOf(answer, "detail") ?? "The server gave no reason.";
    return { token: undefined, problem: { title: "This address lets nobody in any more", text, ways: [] } };
  } catch {
    return { token: stored(), problem: undefined }; // The call will tell that the server is gone.
  }
}

function textOf(value: unknown, name: string): string | undefined {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === "string" ? found : undefined;
}

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) ?? undefined;
  } catch {
    return undefined; // Storage may be forbidden; the token then lasts as long as the page.
  }
}

function store(token: string): void {
  try {
    sessionStorage.setItem(storageKey, token);
  } catch {
    // See above.
  }
}
