// Storage limit of accounts: the store counts an account's data before each write, so the limit holds on all nodes.
// Recordings alone never prevent calls: an account above the limit is no longer recorded, and one whose transcripts
// and documents exceed it begins no session.

import type { AccountData, Store } from "../../db/port/store.ts";
import { Fault } from "../base/fault.ts";

const mib = 1024 ** 2;

/** The same store with this limit per account. */
export function limitStorage<S extends Store>(store: S, mibMax: number): S {
  const writes = new AccountWrites(store, mibMax);
  return { ...store, of: (accountId) => limited(store.of(accountId), accountId, writes) };
}

function limited(data: AccountData, accountId: string, writes: AccountWrites): AccountData {
  const { flows, secrets, knowledge, sessions } = data;
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
    knowledge: {
      ...knowledge,
      // A source's size shows only when it is cut: an account may exceed the limit by one.
      begin: (source, limits) => writes.make(accountId, 1, () => knowledge.begin(source, limits)),
    },
    sessions: {
      ...sessions,
      async begin(session) {
        await writes.checkSession(accountId);
        return await sessions.begin(session);
      },
    },
  };
}

function bytesOf(source: string, layout: unknown): number {
  return Buffer.byteLength(source) + (layout == null ? 0 : Buffer.byteLength(JSON.stringify(layout)));
}

/**
 * Writes of an account one after the other: each is counted before the next begins. Two nodes that write at the same
 * moment may exceed the limit by one write each.
 */
class AccountWrites {
  readonly #store: Pick<Store, "accounts">;
  readonly #mibMax: number;
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(store: Pick<Store, "accounts">, mibMax: number) {
    this.#store = store;
    this.#mibMax = mibMax;
  }

  /** Rejects with `storage/full` if `bytes` more exceed the limit. */
  async make<T>(accountId: string, bytes: number, write: () => Promise<T>): Promise<T> {
    const before = this.#last.get(accountId);
    const making = this.#after(before, async () => {
      const { kept, recorded } = await this.#store.accounts.storedBytes(accountId);
      if (kept + recorded + bytes > this.#mibMax * mib) throw tooMuch(this.#mibMax);
      return await write();
    });
    this.#last.set(accountId, making);
    try {
      return await making;
    } finally {
      if (this.#last.get(accountId) === making) this.#last.delete(accountId);
    }
  }

  /** Rejects with `storage/full` if the limit is exceeded even without recordings. */
  async checkSession(accountId: string): Promise<void> {
    const { kept } = await this.#store.accounts.storedBytes(accountId);
    if (kept > this.#mibMax * mib) throw tooMuch(this.#mibMax);
  }

  async #after<T>(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
    await before?.catch(() => undefined);
    return await work();
  }
}

/** True if calls of an account may be recorded. */
export async function hasRoomToRecord(
  store: Pick<Store, "accounts">,
  mibMax: number,
  accountId: string,
): Promise<boolean> {
  const { kept, recorded } = await store.accounts.storedBytes(accountId);
  return kept + recorded <= mibMax * mib;
}

/** Rejects with `storage/full` if an account with these bytes in files exceeds its limit. */
export async function checkRoom(
  store: Pick<Store, "accounts">,
  mibMax: number,
  { accountId, bytes }: { readonly accountId: string; readonly bytes: number },
): Promise<void> {
  const { kept, recorded } = await store.accounts.storedBytes(accountId);
  if (kept + recorded + bytes > mibMax * mib) throw tooMuch(mibMax);
}

const tooMuch = (mibMax: number): Fault =>
  new Fault(
    "storage/full",
    `An account keeps at most ${mibMax} MiB of flows with their revisions, secrets, knowledge, sounds, transcripts and recordings: delete some, or keep transcripts and recordings for fewer days (PUT /v1/retention).`,
  );
