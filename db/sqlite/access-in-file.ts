// Access in the file: one-time links.

import { and, desc, eq, gt, isNull, lt } from "drizzle-orm";
import type { DataFile } from "../open-database.ts";
import { links } from "../access-tables.ts";
import { type AccessStore, linksKeptMs } from "../port/access-store.ts";
import { appendEntries } from "./audit-in-file.ts";
import { immediate } from "./immediate.ts";

export function accessIn({ durable: db, erase }: DataFile): AccessStore {
  return {
    async addLink(link, entries = []) {
      db.transaction((tx) => {
        const before = link.createdAt - linksKeptMs;
        tx.delete(links).where(lt(links.expiresAt, before)).run();
        tx.insert(links).values(link).run();
        appendEntries(tx, entries);
      }, immediate);
    },
    async links(purpose, limit) {
      return db
        .select(shown)
        .from(links)
        .where(eq(links.purpose, purpose))
        .orderBy(desc(links.createdAt), desc(links.id))
        .limit(limit)
        .all();
    },
    async usableLink(hash, at) {
      return db
        .select(shown)
        .from(links)
        .where(and(eq(links.hash, hash), isUsable(at)))
        .get();
    },
    async revokeLink({ id, purpose, at }, entries = []) {
      const isIt = and(eq(links.id, id), eq(links.purpose, purpose), isUsable(at));
      return erase((durable) =>
        durable.transaction((tx) => {
          const set = tx.update(links).set({ revokedAt: at }).where(isIt);
          if (set.returning({ id: links.id }).get() === undefined) return false;
          appendEntries(tx, entries);
          return true;
        }, immediate),
      );
    },
  };
}

export function isUsable(at: number) {
  return and(isNull(links.usedAt), isNull(links.revokedAt), gt(links.expiresAt, at));
}

const { id, purpose, accountId, label, createdAt, expiresAt, usedAt, usedBy, revokedAt } = links;
const shown = { id, purpose, accountId, label, createdAt, expiresAt, usedAt, usedBy, revokedAt };
