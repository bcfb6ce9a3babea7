// Ledger rows: money as an append-only list of whole micro-cents, with sums that are kept in the same transaction.
// Each function is one transaction that begins with the write lock, or a part of the one it is called in, so no two
// sessions ever hold the same cent.

import { eq, sql } from "drizzle-orm";
import { assert } from "../../src/base/assert.ts";
import type { Db } from "../open-database.ts";
import type { Balance, Grant } from "../port/ledger-store.ts";
import type { EntryKind } from "../port/stored-rows.ts";
import { balances, holds, ledgerEntries } from "../tables.ts";
import { immediate } from "./immediate.ts";

interface Move {
  readonly accountId: string;
  readonly micros: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface SessionMove extends Move {
  readonly sessionId: string;
}

export interface Settlement {
  readonly sessionId: string;
  /** Everything the session has cost so far, so that settling twice is settling once. */
  readonly totalMicros: number;
  readonly at: number;
  /** The session is over: the unused part of the hold goes back, and nothing can be settled any more. */
  readonly close: boolean;
}

export interface Settled {
  readonly settledMicros: number;
  /** What could not be covered; above zero the session has to end. */
  readonly writtenOffMicros: number;
}

export function balanceOf(db: Db, accountId: string): Balance {
  const row = db.select().from(balances).where(eq(balances.accountId, accountId)).get();
  const { grantedMicros = 0, settledMicros = 0, heldMicros = 0 } = row ?? {};
  const balanceMicros = grantedMicros - settledMicros;
  return { balanceMicros, heldMicros, availableMicros: balanceMicros - heldMicros };
}

/** @internal What is held for one session and not yet settled or released. */
export function heldOf(db: Db, sessionId: string): number {
  return db.select().from(holds).where(eq(holds.sessionId, sessionId)).get()?.openMicros ?? 0;
}

export function grant(db: Db, { accountId, micros, at, note }: Grant): void {
  checkAmount(micros);
  db.transaction((tx) => {
    append(tx, { accountId, kind: "grant", micros, at, note: note ?? null });
    tx.insert(balances)
      .values({ accountId, grantedMicros: micros })
      .onConflictDoUpdate({
        target: balances.accountId,
        set: { grantedMicros: sql`${balances.grantedMicros} + ${micros}` },
      })
      .run();
  }, immediate);
}

/** Opens the hold of a session. False when there is not that much. */
export function hold(db: Db, { accountId, sessionId, micros, at }: SessionMove): boolean {
  checkAmount(micros);
  return db.transaction((tx) => {
    if (balanceOf(tx, accountId).availableMicros < micros) return false;
    tx.insert(holds).values({ sessionId, accountId, openMicros: 0 }).run();
    addHold(tx, { accountId, sessionId, micros, at });
    return true;
  }, immediate);
}

/** Holds more for a running session, all of it or nothing; answers whether it could. */
export function extend(db: Db, { sessionId, micros, at }: Omit<SessionMove, "accountId">): boolean {
  checkAmount(micros);
  return db.transaction((tx) => {
    const row = openHold(tx, sessionId);
    if (row === undefined || balanceOf(tx, row.accountId).availableMicros < micros) return false;
    addHold(tx, { accountId: row.accountId, sessionId, micros, at });
    return true;
  }, immediate);
}

/** Turns holds into money spent. What exceeds the hold is held at once as far as it can be, the rest is written off. */
export function settle(db: Db, { sessionId, totalMicros, at, close }: Settlement): Settled {
  checkAmount(totalMicros);
  return db.transaction((tx): Settled => {
    const row = openHold(tx, sessionId);
    if (row === undefined) return { settledMicros: 0, writtenOffMicros: 0 };
    const { accountId } = row;
    const move = (micros: number): SessionMove => ({ accountId, sessionId, micros, at });
    const due = Math.max(0, totalMicros - row.settledMicros - row.writtenOffMicros);
    const beyond = Math.max(0, due - row.openMicros);
    const more = Math.min(beyond, balanceOf(tx, accountId).availableMicros);
    if (more > 0) addHold(tx, move(more));
    const paid = due - beyond + more;
    if (paid > 0) takeFromHold(tx, "settle", move(paid));
    if (beyond > more) {
      append(tx, { ...move(beyond - more), kind: "writeoff" });
      tx.update(holds)
        .set({ writtenOffMicros: row.writtenOffMicros + beyond - more })
        .where(eq(holds.sessionId, sessionId))
        .run();
    }
    if (close) {
      // Written even when nothing is left: it is what says that the session is closed.
      takeFromHold(tx, "release", move(row.openMicros + more - paid));
      tx.update(holds).set({ closedAt: at }).where(eq(holds.sessionId, sessionId)).run();
    }
    return { settledMicros: paid, writtenOffMicros: beyond - more };
  }, immediate);
}

function openHold(tx: Db, sessionId: string): typeof holds.$inferSelect | undefined {
  const row = tx.select().from(holds).where(eq(holds.sessionId, sessionId)).get();
  return row?.closedAt === null ? row : undefined;
}

function addHold(tx: Db, move: SessionMove): void {
  append(tx, { ...move, kind: "hold" });
  tx.update(holds)
    .set({ openMicros: sql`${holds.openMicros} + ${move.micros}` })
    .where(eq(holds.sessionId, move.sessionId))
    .run();
  tx.update(balances)
    .set({ heldMicros: sql`${balances.heldMicros} + ${move.micros}` })
    .where(eq(balances.accountId, move.accountId))
    .run();
}

function takeFromHold(tx: Db, kind: "settle" | "release", move: SessionMove): void {
  const settled = kind === "settle" ? move.micros : 0;
  append(tx, { ...move, kind });
  tx.update(holds)
    .set({
      openMicros: sql`${holds.openMicros} - ${move.micros}`,
      settledMicros: sql`${holds.settledMicros} + ${settled}`,
    })
    .where(eq(holds.sessionId, move.sessionId))
    .run();
  tx.update(balances)
    .set({
      heldMicros: sql`${balances.heldMicros} - ${move.micros}`,
      settledMicros: sql`${balances.settledMicros} + ${settled}`,
    })
    .where(eq(balances.accountId, move.accountId))
    .run();
}

function append(tx: Db, entry: Omit<typeof ledgerEntries.$inferInsert, "id"> & { kind: EntryKind }): void {
  tx.insert(ledgerEntries).values(entry).run();
}

function checkAmount(micros: number): void {
  assert(Number.isSafeInteger(micros) && micros >= 0, "money is a whole number and not negative");
}
