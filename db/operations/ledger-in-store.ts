// Ledger: balances, grants and the books of an account.

import { asc, and, desc, eq, lt, sql } from "drizzle-orm";
import { type Balance, type Books, type LedgerStore } from "../port/ledger-store.ts";
import { all, type Executor, first, lookup, type Tx, type Work } from "./work.ts";

/** Leases are money in motion, for which each store has statements of its own. */
export function ledgerIn({ execute, readAtOnce, transact }: Executor): Omit<LedgerStore, "lease"> {
  return {
    balance: (accountId) => execute((tx) => balanceOf(tx, accountId)),
    grant: (given, entries = []) =>
      transact(function* (tx) {
        yield* tx.grant(given);
        yield* tx.append(entries);
      }),
    books: (accountId) => readAtOnce((tx) => booksOf(tx, accountId)),
    page: ({ accountId, before, limit }) =>
      execute(({ db, tables: { ledgerEntries } }) => {
        const { id } = ledgerEntries;
        const isOlder = before === undefined ? undefined : lt(id, before);
        const rows = db.select().from(ledgerEntries);
        return all(
          rows
            .where(and(eq(ledgerEntries.accountId, accountId), isOlder))
            .orderBy(desc(id))
            .limit(limit),
        );
      }),
    totals: () =>
      execute(function* ({ db, tables: { balances } }) {
        const heldMicros = sql`coalesce(sum(${balances.heldMicros}), 0)`.mapWith(Number);
        return (yield* first(db.select({ heldMicros }).from(balances))) ?? { heldMicros: 0 };
      }),
  };
}

const sumsOf = lookup(({ db, tables: { balances } }) => {
  const { grantedMicros, settledMicros, heldMicros, accountId } = balances;
  const isOwn = eq(accountId, sql.placeholder("accountId"));
  return db.select({ grantedMicros, settledMicros, heldMicros }).from(balances).where(isOwn);
});

const nothing = { grantedMicros: 0, settledMicros: 0, heldMicros: 0 };

function* balanceOf(tx: Tx, accountId: string): Work<Balance> {
  const [{ grantedMicros, settledMicros, heldMicros } = nothing] = yield* sumsOf(tx, { accountId });
  const balanceMicros = grantedMicros - settledMicros;
  return { balanceMicros, grantedMicros, heldMicros, availableMicros: balanceMicros - heldMicros };
}

/** Reads the books of one moment, while a server keeps writing. */
export function* booksOf(tx: Tx, accountId: string): Work<Books> {
  const { ledgerEntries, holds } = tx.tables;
  const entries = tx.db.select().from(ledgerEntries).where(eq(ledgerEntries.accountId, accountId));
  const open = tx.db.select().from(holds).where(eq(holds.accountId, accountId));
  return {
    entries: yield* all(entries.orderBy(asc(ledgerEntries.id))),
    sums: (yield* sumsOf(tx, { accountId }))[0] ?? nothing,
    holds: yield* all(open.orderBy(asc(holds.sessionId))),
  };
}
