// Composition of sessions: their registry, with the hooks that hear of them and the nodes that may have them.

import type { CrashedSession } from "../db/port/session-store.ts";
import type { Store } from "../db/port/store.ts";
import type { ClockAndLog } from "./app-calls.ts";
import type { CallCounters } from "./app-metrics.ts";
import type { Routing } from "./app-routing.ts";
import type { Ticker } from "./base/ticker.ts";
import type { Planner } from "./calls/call-plan.ts";
import { hookTargets } from "./cloud/account-hooks.ts";
import type { Vault } from "./cloud/vault.ts";
import type { Membership } from "./cluster/membership.ts";
import type { Config } from "./config.ts";
import type { HookDelivery } from "./hooks/delivery.ts";
import { sealBody } from "./hooks/sealed-body.ts";
import { Sessions, type SessionsOptions } from "./session/session-registry.ts";

interface SessionServices {
  readonly planner: Planner;
  readonly delivery: HookDelivery;
  readonly crashed: readonly CrashedSession[];
  readonly node: Membership;
  readonly routing: Routing | undefined;
  readonly snapshotVault: Vault;
  readonly secretVault: Vault;
}

/** The sessions of this process. First, hooks get the ends of those that a crash has ended. */
export async function openSessions(
  config: Config,
  {
    shared,
    ...parts
  }: ClockAndLog &
    Pick<SessionsOptions, "leases" | "calls"> & { readonly store: Store; readonly ticker: Ticker } & Pick<
      CallCounters,
      "refused"
    > & { readonly shared: SessionServices },
): Promise<Sessions> {
  const { planner, delivery, crashed, node, routing, snapshotVault: vault, secretVault } = shared;
  const { store } = parts;
  const sessions = new Sessions({
    ...parts,
    planner,
    get home() {
      return node.id;
    },
    vault,
    elsewhere: routing && ((place) => routing.affinity.free(place)),
    perAccountMax: config.sessionsPerAccountMax,
    placesMax: config.engineOpenSessionsMax,
    hooks: {
      targetsOf: async (accountId, declared) =>
        hookTargets(await store.of(accountId).hooks.list(accountId), declared),
      enqueue: (event) => delivery.enqueue(event),
      sealed: (event) => sealBody(event, secretVault),
      flush: () => delivery.flush(),
    },
  });
  await sessions.tellOfCrash(crashed);
  await delivery.flush();
  return sessions;
}
