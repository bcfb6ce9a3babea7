// Settlement queue: settlements of one account's sessions that arrive while the store is busy with that
// account share its next transaction. An account with thousands of calls therefore takes one row lock at a
// time, and a quiet account never waits.

import type { SettledSession, SettlingSession } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import { assert } from "../base/assert.ts";

/** Settlements per transaction: a much longer one delays others. */
const settlementsMax = 100;

interface Waiting {
  readonly settling: SettlingSession;
  readonly settled: PromiseWithResolvers<SettledSession>;
}

export class SettlementQueue {
  readonly #store: Pick<Store, "of">;
  /** Accounts with a transaction under way, and the next transaction of each. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(store: Pick<Store, "of">) {
    this.#store = store;
  }

  /** Resolves when written; rejects on failure, independently of the others. */
  settle(settling: SettlingSession): Promise<SettledSession> {
    const { accountId } = settling;
    const one: Waiting = { settling, settled: Promise.withResolvers() };
    const waiting = this.#waiting.get(accountId);
    if (waiting !== undefined) {
      waiting.push(one);
    } else {
      this.#waiting.set(accountId, []);
      void this.#work(accountId, [one]);
    }
    return one.settled.promise;
  }

  async #work(accountId: string, first: readonly Waiting[]): Promise<void> {
    let next = first;
    while (next.length > 0) {
      await this.#write(accountId, next);
      next = this.#waiting.get(accountId)?.splice(0, settlementsMax) ?? [];
    }
    this.#waiting.delete(accountId);
  }

  /** Writes all together, or each by itself if one of them cannot be written. Never rejects. */
  async #write(accountId: string, some: readonly Waiting[]): Promise<void> {
    const { sessions } = this.#store.of(accountId);
    try {
      const settled = await sessions.settle(some.map(({ settling }) => settling));
      for (const [at, each] of some.entries()) {
        const settledSession = settled[at];
        assert(settledSession !== undefined, "the store answers each settlement in its place");
        each.settled.resolve(settledSession);
      }
    } catch (error) {
      const [only, another] = some;
      if (another === undefined) only?.settled.reject(error);
      else for (const each of some) await this.#write(accountId, [each]);
    }
  }
}
