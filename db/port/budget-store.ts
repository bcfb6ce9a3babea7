// Budget store: monthly spending limits of accounts in UTC, and the amounts spent. Spent is the cost of the month's
// ended calls, and of running ones.

import type { AuditDraft } from "./audit-store.ts";

export interface Budget {
  readonly monthlyMicros: number;
  /** An exhausted budget refuses new calls. */
  readonly refuses: boolean;
}

export interface BudgetSpending {
  /** Undefined: no budget. */
  readonly budget: Budget | undefined;
  readonly spentMicros: number;
}

/** Share of a budget that was reached, without a notice in this month. */
export interface ReachedBudget {
  readonly accountId: string;
  readonly percent: number;
  readonly monthlyMicros: number;
  readonly spentMicros: number;
}

export interface BudgetStore {
  /** `month`: as `2026-11`. */
  read(accountId: string, month: string): Promise<BudgetSpending>;
  /** Undefined removes the budget. Notices about an earlier budget are sent again. */
  put(accountId: string, budget: Budget | undefined, entries?: readonly AuditDraft[]): Promise<void>;
  /**
   * The highest of these shares, in per cent, that each account has reached this month and that was not returned
   * before: each share is returned once. For the budgets of all accounts.
   */
  reached(month: string, percents: readonly number[]): Promise<readonly ReachedBudget[]>;
}

/** First and last day of a month, for comparison. */
export function daysOf(month: string): { readonly from: string; readonly to: string } {
  return { from: `${month}-01`, to: `${month}-31` };
}

/** Month as `2026-11`. */
export function monthAt(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 7);
}

/** Highest reached share; undefined: none. */
export function shareReached(
  { monthlyMicros, spentMicros }: { readonly monthlyMicros: number; readonly spentMicros: number },
  percents: readonly number[],
): number | undefined {
  return percents.toSorted((a, b) => b - a).find((percent) => spentMicros * 100 >= monthlyMicros * percent);
}
