// Room of accounts: how many sessions each has at this node, and when it has too many.

import { Fault } from "../base/fault.ts";

export interface AccountRoomOptions {
  readonly perAccountMax: number;
  /** When one of an account's sessions may be over. */
  readonly retryAfterSeconds: number;
}

export class AccountRoom {
  readonly #o: AccountRoomOptions;
  readonly #running = new Map<string, number>();

  constructor(options: AccountRoomOptions) {
    this.#o = options;
  }

  /** Throws `session/limit` when an account has no room for one more. */
  check(accountId: string): void {
    const { perAccountMax, retryAfterSeconds } = this.#o;
    if (this.#of(accountId) < perAccountMax) return;
    const message = `An account has at most ${perAccountMax} sessions at the same time: end one, or wait.`;
    throw new Fault("session/limit", message, { retryAfterSeconds });
  }

  enter(accountId: string): void {
    this.#running.set(accountId, this.#of(accountId) + 1);
  }

  leave(accountId: string): void {
    const left = this.#of(accountId) - 1;
    if (left > 0) this.#running.set(accountId, left);
    else this.#running.delete(accountId);
  }

  #of(accountId: string): number {
    return this.#running.get(accountId) ?? 0;
  }
}
