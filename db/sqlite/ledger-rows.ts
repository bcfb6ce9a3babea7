// Ledger rows: money as an append-only list of whole micro-cents, with sums updated in the same transaction. Each
// function is one transaction with the write lock, or part of the running one, so no two sessions ever hold the same
// cent.

import { and, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { assert } from "../../src/base/assert.ts";
import type { Db } from "../open-database.ts";
import { type Balance, type Grant, type Lease, leaseId } from "../port/ledger-store.ts";
import type { EntryKind } from "../port/stored-rows.ts";
import { balances, holds, ledgerEntries } from "../schema.ts";
import { immediate } from "./immediate.ts";
import { prepared } from "./prepared.ts";

interface Move {
  readonly accountId: string;
  readonly micros: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface SessionMove extends Move {
  readonly sessionId: string;
}

interface Holding extends SessionMove {
  /** Node whose lease pays, as long as it lasts; undefined: the account pays. */
  readonly lender?: string | undefined;
}

export interface Settlement {
  readonly sessionId: string;
  /** Total cost of the session so far, so that settling twice is settling once. */
  readonly totalMicros: number;
  readonly at: number;
  /** The session is over: the unused part of the hold is returned, and nothing can be settled any more. */
  readonly close: boolean;
}

export interface SettledAmount {
  readonly settledMicros: number;
  /** Uncovered amount; above zero the session must end. */
  readonly writtenOffMicros: number;
}

const balanceRow = prepared((db) =>
  db
    .select()
    .from(balances)
    .where(eq(balances.accountId, sql.placeholder("accountId")))
    .prepare(),
);
const micros = sql.placeholder("micros");
const settled = sql.placeholder("settled");
/** Raises the hold and the spent money, or lowers them by amounts below zero. */
const movedHold = prepared((db) =>
  db
    .update(holds)
    .set({
      openMicros: sql`${holds.openMicros} + ${micros}`,
      settledMicros: sql`${holds.settledMicros} + ${settled}`,
    })
    .where(eq(holds.sessionId, sql.placeholder("sessionId")))
    .prepare(),
);
const movedBalance = prepared((db) =>
  db
    .update(balances)
    .set({
      heldMicros: sql`${balances.heldMicros} + ${micros}`,
      settledMicros: sql`${balances.settledMicros} + ${settled}`,
    })
    .where(eq(balances.accountId, sql.placeholder("accountId")))
    .prepare(),
);
const newEntry = prepared((db) =>
  db
    .insert(ledgerEntries)
    .values({
      accountId: sql.placeholder("accountId"),
      sessionId: sql.placeholder("sessionId"),
      kind: sql.placeholder("kind"),
      micros,
      at: sql.placeholder("at"),
      note: sql.placeholder("note"),
    })
    .prepare(),
);
const holdRow = prepared((db) =>
  db
    .select()
    .from(holds)
    .where(eq(holds.sessionId, sql.placeholder("sessionId")))
    .prepare(),
);

function balanceOf(db: Db, accountId: string): Balance {
  const row = balanceRow(db).get({ accountId });
  const { grantedMicros = 0, settledMicros = 0, heldMicros = 0 } = row ?? {};
  const balanceMicros = grantedMicros - settledMicros;
  return { balanceMicros, grantedMicros, heldMicros, availableMicros: balanceMicros - heldMicros };
}

/** Amount held for one session and not yet settled or released. */
export function heldOf(db: Db, sessionId: string): number {
  return holdRow(db).get({ sessionId })?.openMicros ?? 0;
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

/** Opens the hold of a session. False if there is not enough money. */
export function hold(db: Db, { lender, ...move }: Holding): boolean {
  const { accountId, sessionId, micros } = move;
  checkAmount(micros);
  return db.transaction((tx) => {
    const isLent = lender !== undefined && borrow(tx, lender, move);
    if (!isLent && balanceOf(tx, accountId).availableMicros < micros) return false;
    tx.insert(holds).values({ sessionId, accountId, openMicros: 0 }).run();
    addHold(tx, move, isLent ? "lease" : "account");
    return true;
  }, immediate);
}

/** Holds more for a running session, all of it or nothing; returns true on success. */
export function extend(db: Db, { lender, sessionId, micros, at }: Omit<Holding, "accountId">): boolean {
  checkAmount(micros);
  return db.transaction((tx) => {
    const row = openHold(tx, sessionId);
    if (row === undefined) return false;
    const move = { accountId: row.accountId, sessionId, micros, at };
    const isLent = lender !== undefined && borrow(tx, lender, move);
    if (!isLent && balanceOf(tx, row.accountId).availableMicros < micros) return false;
    addHold(tx, move, isLent ? "lease" : "account");
    return true;
  }, immediate);
}

/** Sets a node's unused loan: more as far as the account has it, less at once. Returns the amount. */
export function lease(db: Db, { accountId, nodeId, micros, at }: Lease): number {
  checkAmount(micros);
  const sessionId = leaseId({ accountId, nodeId });
  return db.transaction((tx) => {
    // Reopens the hold of a session whose node was given up and came back.
    const set = { closedAt: null };
    tx.insert(holds)
      .values({ sessionId, accountId, openMicros: 0 })
      .onConflictDoUpdate({ target: holds.sessionId, set })
      .run();
    const open = heldOf(tx, sessionId);
    const move = (by: number): SessionMove => ({ accountId, sessionId, micros: by, at });
    const more = Math.min(micros - open, balanceOf(tx, accountId).availableMicros);
    if (more > 0) addHold(tx, move(more));
    if (micros < open) takeFromHold(tx, "release", move(open - micros));
    return heldOf(tx, sessionId);
  }, immediate);
}

/** Returns the loans of a dead node. */
export function endLeases(tx: Db, nodeId: string, at: number): void {
  // `_` ends the node's id, and "`" comes right after it.
  const ofNode = and(gte(holds.sessionId, `lease_${nodeId}_`), lt(holds.sessionId, `lease_${nodeId}\``));
  for (const { sessionId, accountId, openMicros } of tx
    .select()
    .from(holds)
    .where(and(ofNode, isNull(holds.closedAt)))
    .all()) {
    if (openMicros > 0) takeFromHold(tx, "release", { accountId, sessionId, micros: openMicros, at });
    tx.update(holds).set({ closedAt: at }).where(eq(holds.sessionId, sessionId)).run();
  }
}

/** Takes the amount out of a node's lease; false if the lease has too little. The account's sums stay. */
function borrow(tx: Db, nodeId: string, { accountId, micros, at }: SessionMove): boolean {
  const sessionId = leaseId({ accountId, nodeId });
  const open = heldOf(tx, sessionId);
  if (open < micros) return false;
  append(tx, { accountId, sessionId, kind: "release", micros, at });
  tx.update(holds)
    .set({ openMicros: open - micros })
    .where(eq(holds.sessionId, sessionId))
    .run();
  return true;
}

/** Turns holds into spent money. Cost beyond the hold is held at once as far as possible; the rest is written off. */
export function settle(db: Db, { sessionId, totalMicros, at, close }: Settlement): SettledAmount {
  checkAmount(totalMicros);
  return db.transaction((tx): SettledAmount => {
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
      // The release is written even at zero: it marks the session as closed.
      takeFromHold(tx, "release", move(row.openMicros + more - paid));
      tx.update(holds).set({ closedAt: at }).where(eq(holds.sessionId, sessionId)).run();
    }
    return { settledMicros: paid, writtenOffMicros: beyond - more };
  }, immediate);
}

function openHold(tx: Db, sessionId: string): typeof holds.$inferSelect | undefined {
  const row = holdRow(tx).get({ sessionId });
  return row?.closedAt === null ? row : undefined;
}

/** Adds to a hold from a lease's reserve, or from the account's rest. */
function addHold(tx: Db, move: SessionMove, from: "account" | "lease" = "account"): void {
  const { accountId, sessionId } = move;
  append(tx, { ...move, kind: "hold" });
  movedHold(tx).run({ sessionId, micros: move.micros, settled: 0 });
  if (from === "account") movedBalance(tx).run({ accountId, micros: move.micros, settled: 0 });
}

function takeFromHold(tx: Db, kind: "settle" | "release", move: SessionMove): void {
  const { accountId, sessionId } = move;
  // Minus zero would be a float.
  const by = { micros: 0 - move.micros, settled: kind === "settle" ? move.micros : 0 };
  append(tx, { ...move, kind });
  movedHold(tx).run({ sessionId, ...by });
  movedBalance(tx).run({ accountId, ...by });
}

function append(tx: Db, entry: Omit<typeof ledgerEntries.$inferInsert, "id"> & { kind: EntryKind }): void {
  newEntry(tx).run({ sessionId: null, note: null, ...entry });
}

function checkAmount(micros: number): void {
  assert(Number.isSafeInteger(micros) && micros >= 0, "money is a whole number and not negative");
}
