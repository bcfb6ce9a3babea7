// Stored sessions: a session's token, its storable data, and reading its record afterwards. The session's own record
// writes the changes in between.

import type { Store } from "../../db/port/store.ts";
import type { SessionRow, StoredSessionEvent } from "../../db/port/session-store.ts";
import type { JsonObject } from "../../db/port/stored-rows.ts";
import { createHash } from "node:crypto";
import { Fault } from "../base/fault.ts";
import { hashOf } from "./random-secret.ts";

export interface SessionToken {
  /** In no row and in no log. */
  readonly token: string;
  readonly hash: string;
  readonly prefix: string;
}

export const sessionTokenStart = "vst_";
const tokenChars = 43;
const nodeChars = 8;
/** Characters of the random part. */
const shownChars = 8;
/** Sessions in a list. */
export const sessionsListed = 50;
const contextKeysMax = 64;
const bytesMax = 16 * 1_024;

/**
 * May begin with the id of its node, so that a balancer finds it there: only a hint. `secret`: also opens the
 * session, for a client that cannot hold a token; at least 120 random bits.
 */
export function newSessionToken(nodeId = "", secret?: string): SessionToken {
  const random =
    secret === undefined
      ? crypto.getRandomValues(Buffer.alloc(tokenChars)).toString("base64url")
      : createHash("sha256").update(secret).digest("base64url");
  const token = sessionTokenStart + (nodeId + random).slice(0, tokenChars);
  return { token, hash: hashOf(token), prefix: sessionTokenPrefix(token, nodeId !== "") };
}

/** Visible beginning of a token; `namesNode`: others begin with the same node. */
export function sessionTokenPrefix(token: string, namesNode: boolean): string {
  return token.slice(0, sessionTokenStart.length + (namesNode ? nodeChars : 0) + shownChars);
}

/** Undefined for a text that cannot be our token, without a lookup. */
export function sessionTokenHash(token: string): string | undefined {
  return /^vst_[\w-]{43}$/.test(token) ? hashOf(token) : undefined;
}

/** Throws `request/invalid` for data too large for a session. */
export function checkSessionInput(context: JsonObject, metadata: JsonObject): void {
  const errors: { pointer: string; detail: string }[] = [];
  if (Object.keys(context).length > contextKeysMax)
    errors.push({ pointer: "/context", detail: `May have at most ${contextKeysMax} keys.` });
  for (const [pointer, value] of Object.entries({ "/context": context, "/metadata": metadata })) {
    if (Buffer.byteLength(JSON.stringify(value)) > bytesMax)
      errors.push({ pointer, detail: `May have at most ${bytesMax / 1_024} KiB as JSON.` });
  }
  const [first] = errors;
  if (first === undefined) return;
  const message = `The body does not fit its schema at "${first.pointer}": ${first.detail}`;
  throw new Fault("request/invalid", message, { errors });
}

/** Throws `session/not-found`, also for another account's. */
export async function getSession(
  store: Pick<Store, "of">,
  key: { readonly accountId: string; readonly sessionId: string },
): Promise<{ readonly row: SessionRow; readonly events: readonly StoredSessionEvent[] }> {
  const session = await store.of(key.accountId).sessions.find(key);
  if (session !== undefined) return session;
  throw new Fault(
    "session/not-found",
    "There is no such session in this account: GET /v1/sessions lists them.",
  );
}
