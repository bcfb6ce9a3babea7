// Session lists: sessions as they were written, and the open ones.

import { and, asc, desc, eq, lt, ne, sql } from "drizzle-orm";
import type { SessionStore, StoredSessionEvent } from "../port/session-store.ts";
import { all, type Executor, first } from "./work.ts";

export type SessionLists = Pick<SessionStore, "list" | "find" | "byToken" | "open" | "openAt">;

export function sessionListsIn({ execute, readAtOnce }: Executor): SessionLists {
  return {
    list: (accountId, limit) =>
      execute(({ db, tables: { sessions } }) => {
        const { createdAt, id } = sessions;
        const rows = db.select().from(sessions).where(eq(sessions.accountId, accountId));
        return all(rows.orderBy(desc(createdAt), desc(id)).limit(limit));
      }),
    // Reads at one moment, because the events belong to the row.
    find: ({ accountId, sessionId }) =>
      readAtOnce(function* ({ db, tables: { sessions, sessionEvents } }) {
        const isOwn = and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId));
        const row = yield* first(db.select().from(sessions).where(isOwn));
        if (row === undefined) return undefined;
        const rows = db.select().from(sessionEvents).where(eq(sessionEvents.sessionId, sessionId));
        const events: StoredSessionEvent[] = yield* all(rows.orderBy(asc(sessionEvents.id)));
        return { row, events };
      }),
    byToken: (tokenHash) =>
      execute(({ db, tables: { sessions } }) => {
        const { id, accountId, home, status } = sessions;
        const rows = db.select({ id, accountId, home, status }).from(sessions);
        return first(rows.where(eq(sessions.tokenHash, tokenHash)));
      }),
    open: ({ id: only, before, limit }) =>
      execute(({ db, tables: { accounts, sessions } }) => {
        const { id, accountId, home, status, flowId, createdAt, transport } = sessions;
        const { firstConnectedAt, connectedMs } = sessions;
        const row = { id, accountId, email: accounts.email, home, status, flowId, createdAt };
        const columns = { ...row, firstConnectedAt, connectedMs, transport };
        const older = before === undefined ? undefined : lt(id, before);
        const isIt = only === undefined ? older : eq(id, only);
        const rows = db.select(columns).from(sessions).leftJoin(accounts, eq(accounts.id, accountId));
        const open = rows.where(and(isIt, sql`${status} <> 'ended'`));
        return all(open.orderBy(desc(id)).limit(limit));
      }),
    openAt: ({ home, before }) =>
      execute(function* ({ db, tables: { sessions } }) {
        const { id, status, createdAt } = sessions;
        const isIt = and(eq(sessions.home, home), ne(status, "ended"), lt(createdAt, before));
        return (yield* all(db.select({ id }).from(sessions).where(isIt))).map((row) => row.id);
      }),
  };
}
