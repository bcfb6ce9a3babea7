// Budgets in the file: monthly limits of accounts, and the amounts spent.

import { eq, sql } from "drizzle-orm";
import { budgets } from "../schema.ts";
import type { DataFile, Db } from "../open-database.ts";
import { type BudgetStore, daysOf, monthAt, shareReached } from "../port/budget-store.ts";
import { appendEntries } from "./audit-in-file.ts";
import { immediate } from "./immediate.ts";
import { prepared } from "./prepared.ts";

export function budgetsIn({ durable: db }: Pick<DataFile, "durable">): BudgetStore {
  return {
    async read(accountId, month) {
      return db.transaction((tx) => {
        const row = budgetOf(tx).get({ accountId });
        const budget = row && { monthlyMicros: row.monthlyMicros, refuses: row.refuses === 1 };
        return { budget, spentMicros: spentIn(tx, accountId, month) };
      });
    },
    async put(accountId, budget, entries = []) {
      db.transaction((tx) => {
        if (budget === undefined) tx.delete(budgets).where(eq(budgets.accountId, accountId)).run();
        else {
          const { monthlyMicros, refuses } = budget;
          const set = { monthlyMicros, refuses: refuses ? 1 : 0, toldMonth: null, toldPercent: 0 };
          tx.insert(budgets)
            .values({ accountId, ...set })
            .onConflictDoUpdate({ target: budgets.accountId, set })
            .run();
        }
        appendEntries(tx, entries);
      }, immediate);
    },
    async reached(month, percents) {
      return db.transaction((tx) => {
        const all = tx.select().from(budgets).orderBy(budgets.accountId).all();
        return all.flatMap(({ accountId, monthlyMicros, toldMonth, toldPercent }) => {
          const spentMicros = spentIn(tx, accountId, month);
          const percent = shareReached({ monthlyMicros, spentMicros }, percents);
          if (percent === undefined || (toldMonth === month && toldPercent >= percent)) return [];
          tx.update(budgets)
            .set({ toldMonth: month, toldPercent: percent })
            .where(eq(budgets.accountId, accountId))
            .run();
          return [{ accountId, percent, monthlyMicros, spentMicros }];
        });
      }, immediate);
    },
  };
}

const budgetOf = prepared((db) =>
  db
    .select()
    .from(budgets)
    .where(eq(budgets.accountId, sql.placeholder("accountId")))
    .prepare(),
);

/** True if the account's budget refuses new calls in this month. */
export function isSpent(tx: Db, accountId: string, at: number): boolean {
  const budget = budgetOf(tx).get({ accountId });
  if (budget?.refuses !== 1) return false;
  return spentIn(tx, accountId, monthAt(at)) >= budget.monthlyMicros;
}

/** Cost of ended sessions in the month, and of running ones. */
function spentIn(tx: Db, accountId: string, month: string): number {
  const { from, to } = daysOf(month);
  // By the index of open ones: another index reads all sessions ever.
  const [row] = tx.all<{ micros: number }>(sql`
    SELECT (SELECT coalesce(sum(cost_micros), 0) FROM call_days
        WHERE account_id = ${accountId} AND day BETWEEN ${from} AND ${to})
      + (SELECT coalesce(sum(cost_micros), 0) FROM sessions INDEXED BY sessions_account_open
        WHERE account_id = ${accountId} AND status <> 'ended') AS micros`);
  return row?.micros ?? 0;
}
