// Access in Postgres: one-time links.

import { and, desc, eq, gt, isNull, lt } from "drizzle-orm";
import { type AccessStore, linksKeptMs } from "../../port/access-store.ts";
import { appendEntries } from "../audit-in-postgres.ts";
import type { Connections } from "../postgres-connections.ts";
import { links } from "./postgres-access-tables.ts";

export function accessIn(pg: Connections): AccessStore {
  return {
    addLink: (link, entries = []) =>
      pg.transact(async (tx) => {
        await tx.delete(links).where(lt(links.expiresAt, link.createdAt - linksKeptMs));
        await tx.insert(links).values(link);
        await appendEntries(tx, entries);
      }),
    links: (purpose, limit) =>
      pg.run((db) =>
        db
          .select(shown)
          .from(links)
          .where(eq(links.purpose, purpose))
          .orderBy(desc(links.createdAt), desc(links.id))
          .limit(limit),
      ),
    async usableLink(hash, at) {
      const isIt = and(eq(links.hash, hash), isUsable(at));
      return (await pg.run((db) => db.select(shown).from(links).where(isIt)))[0];
    },
    revokeLink({ id, purpose, at }, entries = []) {
      const isIt = and(eq(links.id, id), eq(links.purpose, purpose), isUsable(at));
      return pg.transact(async (tx) => {
        const set = tx.update(links).set({ revokedAt: at }).where(isIt);
        const isRevoked = (await set.returning({ id: links.id })).length > 0;
        if (isRevoked) await appendEntries(tx, entries);
        return isRevoked;
      });
    },
  };
}

export function isUsable(at: number) {
  return and(isNull(links.usedAt), isNull(links.revokedAt), gt(links.expiresAt, at));
}

const { id, purpose, accountId, label, createdAt, expiresAt, usedAt, usedBy, revokedAt } = links;
const shown = { id, purpose, accountId, label, createdAt, expiresAt, usedAt, usedBy, revokedAt };
