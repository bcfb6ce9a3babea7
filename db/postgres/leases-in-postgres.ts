// Leases in Postgres: loans of accounts to nodes.

import { and, asc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { type Lease, leaseId } from "../port/ledger-store.ts";
import { checkAmount } from "./ledger-statements.ts";
import type { Db } from "./postgres-connections.ts";
import { balances, holds, ledgerEntries } from "./postgres-tables.ts";

/** Sets a node's unused loan: more as far as the account has it, less at once. Returns the amount. */
export async function lease(tx: Db, { accountId, nodeId, micros, at }: Lease): Promise<number> {
  checkAmount(micros);
  const sessionId = leaseId({ accountId, nodeId });
  const [old] = await tx
    .insert(holds)
    .values({ sessionId, accountId, openMicros: 0 })
    // Reopens the hold of a session whose node was given up and came back.
    .onConflictDoUpdate({ target: holds.sessionId, set: { closedAt: null } })
    .returning({ openMicros: holds.openMicros });
  const open = old?.openMicros ?? 0;
  if (open === micros) return open;
  const by = micros < open ? micros - open : Math.min(micros - open, await lockAvailable(tx, accountId));
  if (by === 0) return open;
  const kind = by > 0 ? "hold" : "release";
  await moveHeld(tx, { accountId, sessionId, by });
  await tx.insert(ledgerEntries).values({ accountId, sessionId, kind, micros: Math.abs(by), at });
  return open + by;
}

async function lockAvailable(tx: Db, accountId: string): Promise<number> {
  const available = sql<string>`granted_micros - settled_micros - held_micros`;
  const isOwn = eq(balances.accountId, accountId);
  const [row] = await tx.select({ available }).from(balances).where(isOwn).for("update");
  return Number(row?.available ?? 0);
}

async function moveHeld(
  tx: Db,
  {
    accountId,
    sessionId,
    by,
  }: { readonly accountId: string; readonly sessionId: string; readonly by: number },
): Promise<void> {
  await tx
    .update(holds)
    .set({ openMicros: sql`${holds.openMicros} + ${by}` })
    .where(eq(holds.sessionId, sessionId));
  await tx
    .update(balances)
    .set({ heldMicros: sql`${balances.heldMicros} + ${by}` })
    .where(eq(balances.accountId, accountId));
}

/** Returns the loans of a dead node. */
export async function endLeases(tx: Db, nodeId: string, at: number): Promise<void> {
  // `_` ends the node's id, and "`" comes right after it.
  const ofNode = and(gte(holds.sessionId, `lease_${nodeId}_`), lt(holds.sessionId, `lease_${nodeId}\``));
  const leases = await tx
    .select()
    .from(holds)
    .where(and(ofNode, isNull(holds.closedAt)))
    .orderBy(asc(holds.sessionId))
    .for("update");
  for (const { sessionId, accountId, openMicros: micros } of leases) {
    if (micros > 0) {
      await moveHeld(tx, { accountId, sessionId, by: -micros });
      await tx.insert(ledgerEntries).values({ accountId, sessionId, kind: "release", micros, at });
    }
    await tx.update(holds).set({ closedAt: at }).where(eq(holds.sessionId, sessionId));
  }
}
