// Stored sessions: how a session's row begins, how it is found again, and what it says afterwards. What happens in
// between is written by the session's own record.

import { and, asc, desc, eq, ne } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { type JsonObject, sessionEvents, sessions } from "../../db/tables.ts";
import { Fault } from "../base/fault.ts";
import { hashOf } from "./random-secret.ts";

export type SessionRow = typeof sessions.$inferSelect;
export type StoredSessionEvent = Omit<typeof sessionEvents.$inferInsert, "id">;

export interface SessionToken {
  /** In no row and in no log. */
  readonly token: string;
  readonly hash: string;
  readonly prefix: string;
}

export interface NewSession {
  readonly id: string;
  readonly accountId: string | undefined;
  readonly token?: SessionToken | undefined;
  readonly flowId: string | undefined;
  readonly flowRevision: number | undefined;
  readonly context: JsonObject;
  readonly metadata: JsonObject;
  readonly providers: JsonObject;
  readonly at: number;
}

/** What a session that runs changes in its row. */
export type SessionPatch = Partial<
  Pick<
    SessionRow,
    | "status"
    | "firstConnectedAt"
    | "endedAt"
    | "connectedMs"
    | "heartbeatAt"
    | "outcome"
    | "endReason"
    | "usage"
    | "costMicros"
    | "hookSeq"
  >
>;

/** A session that a crash has ended, with what its hooks need to know. */
export type CrashedSession = Pick<
  SessionRow,
  "id" | "flowId" | "flowRevision" | "metadata" | "connectedMs"
> & { readonly accountId: string; readonly hookSeq: number };

const tokenPrefix = "vst_";
const tokenBytes = 32;
const shownChars = 12;
const listed = 50;
const contextKeysMax = 64;
const bytesMax = 16 * 1_024;

export function newSessionToken(): SessionToken {
  const bytes = crypto.getRandomValues(new Uint8Array(tokenBytes));
  const token = tokenPrefix + Buffer.from(bytes).toString("base64url");
  return { token, hash: hashOf(token), prefix: token.slice(0, shownChars) };
}

/** Undefined for a text that cannot be a token of ours, so that it is not looked up. */
export function sessionTokenHash(token: string): string | undefined {
  return /^vst_[\w-]{43}$/.test(token) ? hashOf(token) : undefined;
}

/** Throws `request/invalid` for what is too large to be kept with a session. */
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

export function insertSession(db: Db, { token, ...session }: NewSession): void {
  db.insert(sessions)
    .values({
      id: session.id,
      accountId: session.accountId ?? null,
      tokenHash: token?.hash ?? null,
      tokenPrefix: token?.prefix ?? null,
      flowId: session.flowId ?? null,
      flowRevision: session.flowRevision ?? null,
      context: session.context,
      metadata: session.metadata,
      providers: session.providers,
      status: "waiting",
      createdAt: session.at,
      startedAt: session.at,
    })
    .run();
}

export function patchSession(db: Db, id: string, patch: SessionPatch): void {
  db.update(sessions).set(patch).where(eq(sessions.id, id)).run();
}

export function addSessionEvents(db: Db, events: readonly StoredSessionEvent[]): void {
  if (events.length > 0)
    db.insert(sessionEvents)
      .values([...events])
      .run();
}

export function tokenWasIssued(db: Db, hash: string): boolean {
  return (
    db.select({ id: sessions.id }).from(sessions).where(eq(sessions.tokenHash, hash)).get() !== undefined
  );
}

/** Sessions with hooks that are not ended yet. For the start of the server, before they are swept. */
export function crashedSessions(db: Db): CrashedSession[] {
  return db
    .select()
    .from(sessions)
    .where(ne(sessions.status, "ended"))
    .all()
    .flatMap(({ accountId, hookSeq, ...row }) =>
      accountId === null || hookSeq === null ? [] : [{ ...row, accountId, hookSeq }],
    );
}

/** The last ones, newest first. */
export function listSessions(db: Db, accountId: string): SessionRow[] {
  return db
    .select()
    .from(sessions)
    .where(eq(sessions.accountId, accountId))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(listed)
    .all();
}

/** Throws `session/not-found`, also for another account's. */
export function getSession(
  db: Db,
  { accountId, sessionId }: { readonly accountId: string; readonly sessionId: string },
): { readonly row: SessionRow; readonly events: readonly StoredSessionEvent[] } {
  const row = db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId)))
    .get();
  if (row === undefined)
    throw new Fault(
      "session/not-found",
      "There is no such session in this account: GET /v1/sessions lists them.",
    );
  const events = db
    .select()
    .from(sessionEvents)
    .where(eq(sessionEvents.sessionId, sessionId))
    .orderBy(asc(sessionEvents.id))
    .all();
  return { row, events };
}
