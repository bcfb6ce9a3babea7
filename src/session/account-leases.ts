// Account leases: this node's loans from accounts with many calls, so that a new call is held without touching the
// row shared by all calls of its account.

import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";

/** With fewer calls here, the account's row is no bottleneck, and its balance stays exact to the minute. */
const callsMin = 8;
/** Interval of adjusting loans to demand. */
const intervalMs = 15_000;

/**
 * @internal Micro-cents to lease: another minute of each call, but never so much that other nodes find nothing.
 * `freeMicros`: the account's rest, including the part leased here.
 */
export function wantedMicros({
  calls,
  minuteMicros,
  freeMicros,
  nodes,
}: {
  readonly calls: number;
  /** Cost of one minute of all calls together. */
  readonly minuteMicros: number;
  readonly freeMicros: number;
  readonly nodes: number;
}): number {
  if (calls < callsMin) return 0;
  // Half of the rest stays available for all nodes.
  const share = Math.floor(freeMicros / (2 * Math.max(1, nodes)));
  return share < minuteMicros ? 0 : minuteMicros;
}

interface Account {
  calls: number;
  minuteMicros: number;
  /** Amount available at the last request. */
  leasedMicros: number;
  /** Money may be leased: available, requested, or granted in a lost answer. */
  maybeLeased: boolean;
}

export interface AccountLeasesOptions {
  readonly store: Pick<Store, "of">;
  readonly clock: Clock;
  readonly log: Log;
  readonly nodeId: () => string;
  /** Living nodes. */
  readonly nodes: () => number;
}

export class AccountLeases implements AsyncDisposable {
  readonly #o: AccountLeasesOptions;
  readonly #accounts = new Map<string, Account>();
  #timer: Disposable | undefined;
  #isClosed = false;
  /** One round at a time. Never rejects. */
  #round: Promise<void> = Promise.resolve();

  constructor(options: AccountLeasesOptions) {
    this.#o = options;
  }

  /** True if the lease pays for this account's calls. */
  pays(accountId: string): boolean {
    return (this.#accounts.get(accountId)?.leasedMicros ?? 0) > 0;
  }

  /** Adds a call of this account at `minuteMicros` a minute. */
  add(accountId: string, minuteMicros: number): void {
    const account = this.#accounts.get(accountId) ?? newAccount();
    account.calls += 1;
    account.minuteMicros += minuteMicros;
    this.#accounts.set(accountId, account);
    if (account.calls >= callsMin) this.#timer ??= this.#o.clock.after(intervalMs, () => this.#next());
  }

  remove(accountId: string, minuteMicros: number): void {
    const account = this.#accounts.get(accountId);
    if (account === undefined) return;
    account.calls -= 1;
    account.minuteMicros -= minuteMicros;
    this.#forget(accountId, account);
  }

  /** This node was given up, and its leases returned. */
  lost(): void {
    for (const account of this.#accounts.values())
      Object.assign(account, { leasedMicros: 0, maybeLeased: false });
  }

  /** Returns everything. A failed return is repeated after this node's end. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#timer?.[Symbol.dispose]();
    await this.#round;
    for (const [accountId, account] of this.#accounts) {
      account.calls = 0;
      if (account.maybeLeased) await this.#renew(accountId, account);
    }
  }

  #next(): void {
    this.#timer = undefined;
    this.#round = this.#renewAll();
  }

  async #renewAll(): Promise<void> {
    for (const [accountId, account] of this.#accounts)
      if (isWatched(account)) await this.#renew(accountId, account);
    // A node at rest has no timers.
    const lasts = [...this.#accounts.values()].some(isWatched);
    if (lasts && !this.#isClosed) this.#timer ??= this.#o.clock.after(intervalMs, () => this.#next());
  }

  async #renew(accountId: string, account: Account): Promise<void> {
    const { store, clock, log, nodeId, nodes } = this.#o;
    const { ledger } = store.of(accountId);
    try {
      const { availableMicros } = await ledger.balance(accountId);
      const freeMicros = availableMicros + account.leasedMicros;
      const { calls, minuteMicros } = account;
      const micros = wantedMicros({ calls, minuteMicros, freeMicros, nodes: nodes() });
      // Set until the answer: the last call may end meanwhile, and the answer may be lost.
      account.maybeLeased = true;
      account.leasedMicros = await ledger.lease({ accountId, nodeId: nodeId(), micros, at: clock.wall() });
      account.maybeLeased = account.leasedMicros > 0;
      this.#forget(accountId, account);
    } catch (error) {
      // The lease stays, including the part for calls.
      log.debug("lease.not-renewed", { account: accountId, error });
    }
  }

  #forget(accountId: string, { calls, maybeLeased }: Account): void {
    if (calls === 0 && !maybeLeased) this.#accounts.delete(accountId);
  }
}

function newAccount(): Account {
  return { calls: 0, minuteMicros: 0, leasedMicros: 0, maybeLeased: false };
}

/** True if the next round requests a lease for the account. */
function isWatched({ calls, maybeLeased }: Account): boolean {
  return calls >= callsMin || maybeLeased;
}
