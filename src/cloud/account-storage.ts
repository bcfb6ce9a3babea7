// Storage limit of accounts: what an account keeps of flows, with all their revisions, and of secrets is counted before
// more is written, by the store itself, so it holds for all nodes.

import type { AccountData, Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";

const mib = 1024 ** 2;

/** The same store, in which no account has more than this. */
export function limitStorage<S extends Store>(store: S, mibMax: number): S {
  const writes = new AccountWrites(store, mibMax);
  return { ...store, of: (accountId) => limited(store.of(accountId), accountId, writes) };
}

function limited(data: AccountData, accountId: string, writes: AccountWrites): AccountData {
  const { flows, secrets } = data;
  return {
    ...data,
    flows: {
      ...flows,
      add: (flow, ...others) =>
        writes.make(accountId, bytesOf(flow.source, flow.layout), () => flows.add(flow, ...others)),
      change: (key, change, ...others) =>
        writes.make(accountId, bytesOf(change.source, change.layout), () =>
          flows.change(key, change, ...others),
        ),
    },
    secrets: {
      ...secrets,
      put: (secret, ...others) =>
        writes.make(accountId, secret.sealed.length, () => secrets.put(secret, ...others)),
    },
  };
}

function bytesOf(source: string, layout: unknown): number {
  return Buffer.byteLength(source) + (layout == null ? 0 : Buffer.byteLength(JSON.stringify(layout)));
}

/**
 * Writes of an account one after the other: each is counted before the next begins. Two nodes that write at the same
 * moment may be over it by one write each.
 */
class AccountWrites {
  readonly #store: Pick<Store, "accounts">;
  readonly #mibMax: number;
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(store: Pick<Store, "accounts">, mibMax: number) {
    this.#store = store;
    this.#mibMax = mibMax;
  }

  /** Rejects with `storage/full` when so many bytes more are too many. */
  async make<T>(accountId: string, bytes: number, write: () => Promise<T>): Promise<T> {
    const before = this.#last.get(accountId);
    const making = this.#after(before, async () => {
      if ((await this.#store.accounts.storedBytes(accountId)) + bytes > this.#mibMax * mib)
        throw new Fault(
          "storage/full",
          `An account keeps at most ${this.#mibMax} MiB of flows, their revisions and secrets: delete a flow first.`,
        );
      return await write();
    });
    this.#last.set(accountId, making);
    try {
      return await making;
    } finally {
      if (this.#last.get(accountId) === making) this.#last.delete(accountId);
    }
  }

  async #after<T>(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
    await before?.catch(() => undefined);
    return await work();
  }
}
