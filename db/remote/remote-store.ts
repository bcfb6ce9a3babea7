// Remote store: the store of another process on this machine, by the same operations. Has no state of its own, so it
// is as durable and as exact as the one behind it.

import { crossing } from "../../src/base/remote-call.ts";
import { isStorageFull } from "../disk-full.ts";
import type { AccountData, DiskRoom, Store } from "../port/store.ts";
import type { DiskNews } from "./store-server.ts";
import { type Group, type Operation, storeOperations } from "./store-operations.ts";

/** Asks the process with the store. */
export type AskStore = (name: string, args: readonly unknown[]) => Promise<unknown>;

export interface RemoteStore extends Store {
  /** Receives the state of the other process's disk. */
  readonly told: (news: DiskNews) => void;
}

type Operations = { readonly [G in Group]: Pick<Store[G], Operation<G>> };

export function openRemoteStore(ask: AskStore): RemoteStore {
  // Built from the table of names, which the compiler knows to be complete.
  const remote = Object.fromEntries(
    storeOperations.map(([group, names]) => [
      group,
      Object.fromEntries(
        names.map((name) => [name, (...args: readonly unknown[]) => ask(`${group}.${name}`, args)]),
      ),
    ]),
  ) as unknown as Operations;
  const disk = new RemoteDisk(ask);
  const {
    flows,
    keys,
    providers,
    secrets,
    hooks,
    assistants,
    embeds,
    phone,
    knowledge,
    ledger,
    budgets,
    sessions,
    calls,
    audit,
  } = remote;
  const all: AccountData = {
    flows,
    keys,
    providers,
    secrets,
    hooks,
    embeds,
    phone,
    assistants,
    knowledge,
    ledger,
    budgets,
    sessions,
    calls,
    audit,
  };
  return {
    ...all,
    of: () => all,
    accounts: remote.accounts,
    access: remote.access,
    nodes: remote.nodes,
    rates: remote.rates,
    retention: remote.retention,
    // The holder of the store sends its deliveries.
    outbox: { ...remote.outbox, onAdded: () => new DisposableStack() },
    seals: {
      ...remote.seals,
      resealAll: () => Promise.reject(new Error("Only the process that has the data seals it anew")),
    },
    isShared: true,
    disk,
    told: (news) => disk.told(news),
    [Symbol.dispose]: () => undefined,
  };
}

class RemoteDisk implements DiskRoom {
  readonly #ask: AskStore;
  readonly #waiting = new Set<() => void>();
  #full = false;

  constructor(ask: AskStore) {
    this.#ask = ask;
  }

  get full(): boolean {
    return this.#full;
  }

  /** The other process notes and logs the failure; it reports when there is space. */
  failed(error: unknown): boolean {
    if (!isStorageFull(error)) return false;
    this.#full = true;
    void this.#ask("disk.failed", [crossing(error)]);
    return true;
  }

  onRoom(fire: () => void): Disposable {
    this.#waiting.add(fire);
    return { [Symbol.dispose]: () => void this.#waiting.delete(fire) };
  }

  told({ full }: DiskNews): void {
    const hasRoom = this.#full && !full;
    this.#full = full;
    if (hasRoom) for (const fire of this.#waiting) fire();
  }
}
