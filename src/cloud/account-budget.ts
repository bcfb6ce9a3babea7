// Budget of an account: its spending limit for a month of UTC.

import { type Budget, monthAt, type Spending } from "../../db/port/budget-store.ts";
import type { Store } from "../../db/port/store.ts";
import { type Doing, entriesOf } from "./audit-trail.ts";

export async function readBudget(
  store: Pick<Store, "of">,
  accountId: string,
  at: number,
): Promise<Spending & { readonly month: string }> {
  const month = monthAt(at);
  return { month, ...(await store.of(accountId).budgets.read(accountId, month)) };
}

/** Undefined: there is to be none. */
export async function changeBudget(
  store: Pick<Store, "of">,
  accountId: string,
  { budget, ...doing }: Doing & { readonly budget: Budget | undefined },
): Promise<void> {
  const details = budget === undefined ? {} : { micros: budget.monthlyMicros };
  const entries = entriesOf(doing, { accountId, action: "budget.changed", target: accountId, details });
  await store.of(accountId).budgets.put(accountId, budget, entries);
}
