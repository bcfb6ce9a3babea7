// Budgets: monthly limits of accounts, and the amounts spent.

import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type BudgetStore, daysOf, monthAt, shareReached } from "../port/budget-store.ts";
import { all, type Executor, lookup, rowsOf, run, type Tx, type Work } from "./work.ts";

export function budgetsIn({ readAtOnce, transact }: Executor): BudgetStore {
  return {
    read: (accountId, month) =>
      readAtOnce(function* (tx) {
        const [row] = yield* budgetOf(tx, { accountId });
        const budget = row && { monthlyMicros: row.monthlyMicros, refuses: row.refuses === 1 };
        return { budget, spentMicros: yield* spentIn(tx, accountId, month) };
      }),
    put: (accountId, budget, entries = []) =>
      transact(function* ({ db, tables: { budgets }, append }) {
        if (budget === undefined) yield* run(db.delete(budgets).where(eq(budgets.accountId, accountId)));
        else {
          const { monthlyMicros, refuses } = budget;
          const set = { monthlyMicros, refuses: refuses ? 1 : 0, toldMonth: null, toldPercent: 0 };
          const row = db.insert(budgets).values({ accountId, ...set });
          yield* run(row.onConflictDoUpdate({ target: budgets.accountId, set }));
        }
        yield* append(entries);
      }),
    reached: (month, percents) =>
      transact(function* (tx) {
        const { budgets } = tx.tables;
        const reached = [];
        const rows = tx.db.select().from(budgets).orderBy(asc(budgets.accountId));
        // Another node that checks meanwhile sees these notices as sent.
        for (const { accountId, monthlyMicros, toldMonth, toldPercent } of yield* all(tx.locked(rows))) {
          const spentMicros = yield* spentIn(tx, accountId, month);
          const percent = shareReached({ monthlyMicros, spentMicros }, percents);
          if (percent === undefined || (toldMonth === month && toldPercent >= percent)) continue;
          const set = { toldMonth: month, toldPercent: percent };
          yield* run(tx.db.update(budgets).set(set).where(eq(budgets.accountId, accountId)));
          reached.push({ accountId, percent, monthlyMicros, spentMicros });
        }
        return reached;
      }),
  };
}

const budgetOf = lookup(({ db, tables: { budgets } }) =>
  db
    .select()
    .from(budgets)
    .where(eq(budgets.accountId, sql.placeholder("accountId"))),
);

/** True if the account's budget refuses new calls in this month. */
export function* isSpent(tx: Tx, accountId: string, at: number): Work<boolean> {
  const [budget] = yield* budgetOf(tx, { accountId });
  if (budget?.refuses !== 1) return false;
  return (yield* spentIn(tx, accountId, monthAt(at))) >= budget.monthlyMicros;
}

function* spentIn(tx: Tx, accountId: string, month: string): Work<number> {
  const [row] = yield* rowsOf<{ readonly micros: number | string }>(
    sql`SELECT ${spent(sql`${accountId}`, month, tx.openSessions)} AS micros`,
  );
  return Number(row?.micros ?? 0);
}

/** Cost of the month's ended sessions, and of running ones; `accountId` as SQL. */
export function spent(accountId: SQL, month: string, openSessions = sql`sessions`): SQL {
  const { from, to } = daysOf(month);
  return sql`((SELECT coalesce(sum(cost_micros), 0) FROM call_days
      WHERE account_id = ${accountId} AND day BETWEEN ${from} AND ${to})
    + (SELECT coalesce(sum(cost_micros), 0) FROM ${openSessions}
      WHERE account_id = ${accountId} AND status <> 'ended'))`;
}
