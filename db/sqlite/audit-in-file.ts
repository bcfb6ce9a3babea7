// Audit in the file: who did what, in chains whose heads move with each entry. A transaction begins with the write lock
// of the file, so no two of them take the same head.

import { and, asc, desc, eq, gt, lt } from "drizzle-orm";
import { emptyHead, linked } from "../audit-chain.ts";
import { auditEntries, auditHeads } from "../audit-tables.ts";
import type { DataFile, Db } from "../open-database.ts";
import type { AuditDraft, AuditHead, AuditStore } from "../port/audit-store.ts";
import { immediate } from "./immediate.ts";

export function auditIn({ durable: db }: Pick<DataFile, "durable">): AuditStore {
  return {
    async append(drafts) {
      appendEntries(db, drafts);
    },
    async page({ chain, after, before, order, limit }) {
      const from = after === undefined ? undefined : gt(auditEntries.number, after);
      const to = before === undefined ? undefined : lt(auditEntries.number, before);
      return db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.chain, chain), from, to))
        .orderBy((order === "up" ? asc : desc)(auditEntries.number))
        .limit(limit)
        .all();
    },
    async head(chain) {
      return headOf(db, chain);
    },
    async chains() {
      const entries = db.selectDistinct({ chain: auditEntries.chain }).from(auditEntries);
      const heads = db.select({ chain: auditHeads.chain }).from(auditHeads);
      return entries
        .union(heads)
        .all()
        .map(({ chain }) => chain)
        .toSorted();
    },
  };
}

/** A transaction, or a part of the one it is called in: entries and what they tell of are written together. */
export function appendEntries(db: Db, drafts: readonly AuditDraft[]): void {
  db.transaction((tx) => {
    for (const [chain, own] of Map.groupBy(drafts, (draft) => draft.chain)) {
      const rows = linked(headOf(tx, chain) ?? emptyHead, own);
      const { number, hash } = rows.at(-1) ?? emptyHead;
      tx.insert(auditEntries)
        .values([...rows])
        .run();
      tx.insert(auditHeads)
        .values({ chain, number, hash })
        .onConflictDoUpdate({ target: auditHeads.chain, set: { number, hash } })
        .run();
    }
  }, immediate);
}

function headOf(db: Db, chain: string): AuditHead | undefined {
  const { number, hash } = auditHeads;
  return db.select({ number, hash }).from(auditHeads).where(eq(auditHeads.chain, chain)).get();
}
