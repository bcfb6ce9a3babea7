// Budgets in Postgres: monthly limits of accounts, and the amounts spent.

import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type BudgetStore, daysOf, shareReached } from "../../port/budget-store.ts";
import { appendEntries } from "../audit-in-postgres.ts";
import { budgets } from "../postgres-tables.ts";
import type { Connections, Db } from "../postgres-connections.ts";
import { firstRow, text } from "../postgres-values.ts";

export function budgetsIn(pg: Connections): BudgetStore {
  return {
    read: (accountId, month) =>
      pg.readAtOnce(async (tx) => {
        const [row] = await tx.select().from(budgets).where(eq(budgets.accountId, accountId));
        const budget = row && { monthlyMicros: row.monthlyMicros, refuses: row.refuses === 1 };
        return { budget, spentMicros: await spentIn(tx, accountId, month) };
      }),
    put: (accountId, budget, entries = []) =>
      pg.transact(async (tx) => {
        if (budget === undefined) await tx.delete(budgets).where(eq(budgets.accountId, accountId));
        else {
          const { monthlyMicros, refuses } = budget;
          const set = { monthlyMicros, refuses: refuses ? 1 : 0, toldMonth: null, toldPercent: 0 };
          await tx
            .insert(budgets)
            .values({ accountId, ...set })
            .onConflictDoUpdate({ target: budgets.accountId, set });
        }
        await appendEntries(tx, entries);
      }),
    reached: (month, percents) =>
      pg.transact(async (tx) => {
        // Another node that checks meanwhile sees these notices as sent.
        const all = await tx.select().from(budgets).orderBy(asc(budgets.accountId)).for("update");
        const reached = [];
        for (const { accountId, monthlyMicros, toldMonth, toldPercent } of all) {
          const spentMicros = await spentIn(tx, accountId, month);
          const percent = shareReached({ monthlyMicros, spentMicros }, percents);
          if (percent === undefined || (toldMonth === month && toldPercent >= percent)) continue;
          await tx
            .update(budgets)
            .set({ toldMonth: month, toldPercent: percent })
            .where(eq(budgets.accountId, accountId));
          reached.push({ accountId, percent, monthlyMicros, spentMicros });
        }
        return reached;
      }),
  };
}

async function spentIn(tx: Db, accountId: string, month: string): Promise<number> {
  const row = await firstRow<{ micros: string }>(tx, sql`SELECT ${spent(text(accountId), month)} AS micros`);
  return Number(row?.micros ?? 0);
}

/** Cost of ended sessions in the month, and of running ones; `accountId` as SQL. */
export function spent(accountId: SQL, month: string): SQL {
  const { from, to } = daysOf(month);
  return sql`((SELECT coalesce(sum(cost_micros), 0) FROM call_days
      WHERE account_id = ${accountId} AND day BETWEEN ${text(from)} AND ${text(to)})
    + (SELECT coalesce(sum(cost_micros), 0) FROM sessions
      WHERE account_id = ${accountId} AND status <> 'ended'))`;
}
