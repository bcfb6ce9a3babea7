// Audit in Postgres: who did what, in chains whose heads move with each entry. Whoever appends locks the head of the
// chain until its transaction ends; those of other accounts have other heads and do not wait.

import { and, asc, desc, eq, gt, lt } from "drizzle-orm";
import { emptyHead, linked } from "../audit-chain.ts";
import type { AuditDraft, AuditStore } from "../port/audit-store.ts";
import { auditEntries, auditHeads } from "./postgres-audit-tables.ts";
import type { Connections, Db } from "./postgres-connections.ts";

export function auditIn(pg: Connections): AuditStore {
  return {
    append: (drafts) => pg.transact((tx) => appendEntries(tx, drafts)),
    ...auditReaders((work) => pg.run(work)),
  };
}

/** Reads in whatever `run` works on, such as a transaction. */
export function auditReaders(
  run: <T>(work: (db: Db) => PromiseLike<T>) => Promise<T>,
): Omit<AuditStore, "append"> {
  return {
    page({ chain, after, before, order, limit }) {
      const from = after === undefined ? undefined : gt(auditEntries.number, after);
      const to = before === undefined ? undefined : lt(auditEntries.number, before);
      return run((db) =>
        db
          .select()
          .from(auditEntries)
          .where(and(eq(auditEntries.chain, chain), from, to))
          .orderBy((order === "up" ? asc : desc)(auditEntries.number))
          .limit(limit),
      );
    },
    async head(chain) {
      const { number, hash } = auditHeads;
      const which = eq(auditHeads.chain, chain);
      return (await run((db) => db.select({ number, hash }).from(auditHeads).where(which)))[0];
    },
    async chains() {
      const rows = await run((db) =>
        db
          .selectDistinct({ chain: auditEntries.chain })
          .from(auditEntries)
          .union(db.select({ chain: auditHeads.chain }).from(auditHeads)),
      );
      return rows.map(({ chain }) => chain).toSorted();
    },
  };
}

/**
 * A part of a transaction, and the last one: nothing that others wait for is locked after a head. Heads are locked in the
 * order of their names, so no two transactions wait for each other.
 */
export async function appendEntries(tx: Db, drafts: readonly AuditDraft[]): Promise<void> {
  const byChain = [...Map.groupBy(drafts, ({ chain }) => chain)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [chain, own] of byChain) {
    const { number, hash } = auditHeads;
    const [head = emptyHead] = await tx
      .insert(auditHeads)
      .values({ chain, ...emptyHead })
      // Changes nothing, and locks it as it is by now.
      .onConflictDoUpdate({ target: auditHeads.chain, set: { chain } })
      .returning({ number, hash });
    const rows = linked(head, own);
    const last = rows.at(-1) ?? head;
    await tx.insert(auditEntries).values([...rows]);
    await tx
      .update(auditHeads)
      .set({ number: last.number, hash: last.hash })
      .where(eq(auditHeads.chain, chain));
  }
}
