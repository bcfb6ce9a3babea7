// Budget of an account: its spending limit for a month of UTC.

import { type Budget, monthAt, type BudgetSpending } from "../../db/port/budget-store.ts";
import type { Store } from "../../db/port/store.ts";
import { type ChangeAuthor, entriesOf } from "./audit-trail.ts";

export async function readBudget(
  store: Pick<Store, "of">,
  accountId: string,
  at: number,
): Promise<BudgetSpending & { readonly month: string }> {
  const month = monthAt(at);
  return { month, ...(await store.of(accountId).budgets.read(accountId, month)) };
}

/** Undefined removes it. */
export async function changeBudget(
  store: Pick<Store, "of">,
  accountId: string,
  { budget, ...doing }: ChangeAuthor & { readonly budget: Budget | undefined },
): Promise<void> {
  const details = budget === undefined ? {} : { micros: budget.monthlyMicros };
  const entries = entriesOf(doing, { accountId, action: "budget.changed", target: accountId, details });
  await store.of(accountId).budgets.put(accountId, budget, entries);
}
