// Ledger proof: adds the entries of an account up once more and compares them with the stored sums; the two must
// never differ.

import { asc, eq } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { balances, type EntryKind, holds, ledgerEntries } from "../../db/tables.ts";

export type Entry = typeof ledgerEntries.$inferSelect;

export interface Proof {
  readonly entries: readonly Entry[];
  readonly sums: Readonly<Record<EntryKind, number>>;
  readonly balanceMicros: number;
  readonly heldMicros: number;
  /** Sentences; none when everything adds up. */
  readonly faults: readonly string[];
}

export function prove(db: Db, accountId: string): Proof {
  // One transaction: a running server goes on writing.
  return db.transaction((tx) => {
    const entries = tx
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.accountId, accountId))
      .orderBy(asc(ledgerEntries.id))
      .all();
    const sums = sumsOf(entries);
    const faults: string[] = [];
    const compare = (what: string, found: number, stored: number): void => {
      if (found !== stored)
        faults.push(`${what}: the entries add up to ${found} micro-cents, ${stored} are stored.`);
    };
    const balance = tx.select().from(balances).where(eq(balances.accountId, accountId)).get();
    const open = sums.hold - sums.settle - sums.release;
    compare("Granted", sums.grant, balance?.grantedMicros ?? 0);
    compare("Settled", sums.settle, balance?.settledMicros ?? 0);
    compare("Held", open, balance?.heldMicros ?? 0);
    const bySession = Map.groupBy(entries, ({ sessionId }) => sessionId);
    for (const each of tx.select().from(holds).where(eq(holds.accountId, accountId)).all()) {
      const own = sumsOf(bySession.get(each.sessionId) ?? []);
      compare(`Held for ${each.sessionId}`, own.hold - own.settle - own.release, each.openMicros);
      compare(`Settled for ${each.sessionId}`, own.settle, each.settledMicros);
      compare(`Written off for ${each.sessionId}`, own.writeoff, each.writtenOffMicros);
    }
    if (firstOverdraft(entries) !== undefined)
      faults.push(`Entry ${firstOverdraft(entries)?.id} overdraws the account.`);
    return { entries, sums, balanceMicros: sums.grant - sums.settle, heldMicros: open, faults };
  });
}

function sumsOf(entries: readonly Entry[]): Record<EntryKind, number> {
  const sums = { grant: 0, hold: 0, settle: 0, release: 0, writeoff: 0 };
  for (const { kind, micros } of entries) sums[kind] += micros;
  return sums;
}

/** The first entry after which less than nothing was available or held. */
function firstOverdraft(entries: readonly Entry[]): Entry | undefined {
  let available = 0;
  let held = 0;
  return entries.find(({ kind, micros }) => {
    if (kind === "grant" || kind === "release") available += micros;
    if (kind === "hold") available -= micros;
    if (kind === "hold") held += micros;
    if (kind === "settle" || kind === "release") held -= micros;
    return available < 0 || held < 0;
  });
}
