// Budget watch: checks at intervals which accounts have spent most or all of their month's budget, and notifies their
// hooks for that event once per share.

import { monthAt, type ReachedBudget } from "../../db/port/budget-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import { newId } from "../base/id.ts";
import type { Log } from "../base/log.ts";
import { PeriodicTask } from "../base/periodic-task.ts";
import { accountEvent } from "./account-event.ts";
import type { HookDelivery } from "./delivery.ts";

/** Name of the event, which only hooks that list it get. */
export const budgetReachedName = "budget.reached";

export interface BudgetWatchOptions {
  readonly store: Pick<Store, "budgets" | "of">;
  readonly delivery: Pick<HookDelivery, "enqueue" | "flush">;
  readonly clock: Clock;
  readonly log: Log;
  /** True if all calls of the store belong to this process: it then checks only while a call may run. */
  readonly isAlone: boolean;
  readonly sessionMsMax: number;
}

/** Per cent. */
const shares = [80, 100];
const lookMs = 30_000;
const restMs = 3_600_000;
const patienceMs = 20_000;
const microsPerCent = 1_000_000;

export class BudgetWatch implements AsyncDisposable {
  readonly #o: BudgetWatchOptions;
  readonly #task: PeriodicTask;
  /** Time by which the newest call has ended and its cost was checked. */
  #restsAtMs = 0;

  constructor(options: BudgetWatchOptions) {
    const { clock, log, isAlone } = options;
    this.#o = options;
    this.#task = new PeriodicTask({
      clock,
      everyMs: () => (isAlone && clock.now() >= this.#restsAtMs ? restMs : lookMs),
      patienceMs,
      work: () => look(options),
      failed: (error) => log.warn("budgets.unreadable", { error }),
    });
  }

  /** A call begins, or an ended one was discovered: it costs something. */
  readonly callBegins = (): void => {
    const now = this.#o.clock.now();
    const rested = now >= this.#restsAtMs;
    this.#restsAtMs = now + this.#o.sessionMsMax + 2 * lookMs;
    if (rested) this.#task.soon();
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#task[Symbol.asyncDispose]();
  }
}

async function look({ store, delivery, clock, log }: BudgetWatchOptions): Promise<void> {
  const at = clock.wall();
  const month = monthAt(at);
  for (const reached of await store.budgets.reached(month, shares)) {
    const { accountId, percent } = reached;
    log.info("budget.reached", { account: accountId, month, percent });
    const hooks = await store.of(accountId).hooks.list(accountId);
    const event = {
      type: budgetReachedName,
      accountId,
      about: `budget-${month}`,
      data: dataOf(month, reached),
    };
    for (const each of accountEvent(event, { hooks, id: newId("msg", at), at })) delivery.enqueue(each);
  }
  await delivery.flush();
}

function dataOf(month: string, { percent, spentMicros, monthlyMicros }: ReachedBudget) {
  return {
    month,
    percent,
    spent_usd_cents: spentMicros / microsPerCent,
    monthly_usd_cents: monthlyMicros / microsPerCent,
  };
}
