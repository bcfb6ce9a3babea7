// Maintenance: a node's regular work for the cluster and for its own sessions, apart from its beats.

import type { ShutAccount } from "../../db/port/account-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import { PeriodicTask } from "../base/periodic-task.ts";
import { Orphans, orphansEveryMs, type OrphansOptions } from "./orphans.ts";
import { Sweep, sweepEveryMs, type SweepOptions } from "./sweep.ts";

export interface MaintenanceOptions
  extends Omit<SweepOptions, "store" | "clock">, Omit<OrphansOptions, "node"> {
  readonly store: Pick<Store, "nodes" | "sessions" | "accounts" | "keys" | "isShared">;
  readonly clock: Clock;
  readonly log: Log;
  /** Ids of the API keys of the sessions running here. */
  readonly keysInUse: () => readonly string[];
  /** A key was revoked, perhaps at another node: ends its work here. */
  readonly keyRevoked: (keyId: string) => void;
  /** Accounts with sessions running here. */
  readonly accountsInUse: () => readonly string[];
  /** An account was closed or deleted, perhaps at another node. */
  readonly accountShut: (account: ShutAccount) => void;
}

/** Revoked keys and closed accounts of other nodes take effect here within 2 s, plus the store's response time. */
const keysEveryMs = 1_000;
/** Timeout of a round when the store hangs; the next one may get another connection. */
const patienceMs = 15_000;

/** Does nothing on a single node. Disposing ends the work under way. */
export function openMaintenance(options: MaintenanceOptions): AsyncDisposable {
  const owned = new AsyncDisposableStack();
  const { store, clock, log } = options;
  if (!store.isShared) return owned;
  const repeat = (name: string, everyMs: number, work: () => Promise<void>): void => {
    const failed = (error: unknown): void => log.warn("maintenance.failed", { work: name, error });
    owned.use(new PeriodicTask({ clock, everyMs, patienceMs, work, failed }));
  };
  const [sweep, orphans] = [new Sweep(options), new Orphans(options)];
  repeat("sweep", sweepEveryMs, () => sweep.round());
  repeat("orphans", orphansEveryMs, () => orphans.round());
  repeat("keys", keysEveryMs, () => endRevoked(options));
  return owned;
}

async function endRevoked(options: MaintenanceOptions): Promise<void> {
  const { store, keysInUse, keyRevoked, accountsInUse, accountShut } = options;
  const used = [...new Set(keysInUse())];
  if (used.length > 0) for (const keyId of await store.keys.revokedAmong(used)) keyRevoked(keyId);
  const accounts = [...new Set(accountsInUse())];
  if (accounts.length > 0) for (const shut of await store.accounts.shutAmong(accounts)) accountShut(shut);
}
