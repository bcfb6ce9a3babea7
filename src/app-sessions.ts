// Composition of sessions: their registry, with its hooks and nodes.

import type { CrashedSession } from "../db/port/session-store.ts";
import type { Store } from "../db/port/store.ts";
import type { ClockAndLog } from "./app-calls.ts";
import type { AppMetrics } from "./app-metrics.ts";
import type { NodeRouting } from "./app-routing.ts";
import type { Ticker } from "./base/ticker.ts";
import type { Planner } from "./calls/call-plan.ts";
import type { Outbound } from "./base/outbound/outbound-request.ts";
import type { Speech } from "./calls/live-calls.ts";
import { hookTargets, signingSecret } from "./hooks/account-hooks.ts";
import type { Vault } from "./cloud/vault.ts";
import type { Membership } from "./cluster/membership.ts";
import type { Config } from "./config.ts";
import { ContractWatch } from "./hooks/contract-watch.ts";
import { BudgetWatch } from "./hooks/budget-watch.ts";
import { HookDelivery } from "./hooks/delivery.ts";
import { sealBody } from "./hooks/sealed-body.ts";
import { AccountShare } from "./cloud/account-share.ts";
import type { Reach } from "./routes/http/reach.ts";
import { Sessions, type SessionsOptions } from "./session/session-registry.ts";
import { type Propagation, propagating } from "./trace/trace-parent.ts";

interface SessionServices {
  readonly planner: Planner;
  readonly delivery: HookDelivery;
  readonly crashed: readonly CrashedSession[];
  readonly node: Membership;
  readonly routing: NodeRouting | undefined;
  readonly snapshotVault: Vault;
  readonly secretVault: Vault;
}

/** Sessions of this process. First sends the ends of crashed ones to hooks. */
export async function openSessions(
  config: Config,
  {
    shared,
    carried = [],
    speech,
    reach,
    ...parts
  }: ClockAndLog &
    Pick<SessionsOptions, "leases" | "calls" | "counters" | "entered"> & {
      readonly store: Store;
      readonly ticker: Ticker;
      readonly speech: Speech | undefined;
      /** True if others reach this server. */
      readonly reach: Pick<Reach, "byOthers">;
      readonly shared: SessionServices;
      readonly carried?: readonly string[] | undefined;
    },
): Promise<Sessions> {
  const { planner, delivery, crashed, node, routing, snapshotVault: vault, secretVault } = shared;
  const { store } = parts;
  // On a single node, the only sessions open elsewhere are those handed over.
  const free = carried.length > 0 ? () => Promise.resolve() : undefined;
  const strangersMayCome = (): boolean => config.signup === "open" && reach.byOthers;
  const share = new AccountShare({ ...config, strangersMayCome }, store);
  const sessions = new Sessions({
    ...parts,
    contracts: new ContractWatch({ ...parts, delivery, changed: parts.counters?.contractChanged }),
    look: () => share.look(),
    get sharesPlaces() {
      return share.isShared;
    },
    planner,
    get home() {
      return node.id;
    },
    vault,
    numbers: secretVault,
    elsewhere: routing === undefined ? free : (place) => routing.affinity.free(place),
    get perAccountMax() {
      return Math.min(config.sessionsPerAccountMax, share.of(node.view.alive));
    },
    placesMax: config.engineOpenSessionsMax,
    speechQueueMs: speech?.queueMs,
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

interface DeliveryParts {
  readonly store: Store;
  readonly owned: AsyncDisposableStack;
  readonly node: Membership;
  /** True if this process sends hooks. */
  readonly sends: boolean;
  readonly propagation: Propagation | undefined;
  readonly metrics: Pick<AppMetrics, "delivered">;
}

/** Hook delivery; it begins with the last process's undelivered events. */
export function openDelivery(
  parts: ClockAndLog & DeliveryParts,
  outbound: Outbound,
  vault: Vault,
): Promise<HookDelivery> {
  const { propagation, metrics } = parts;
  return HookDelivery.open({
    ...parts,
    counted: metrics.delivered,
    outboundOf: propagation && ((sessionId) => propagating(outbound, propagation, sessionId)),
    get nodeId() {
      return parts.node.id;
    },
    outbound,
    bodies: vault,
    secretOf: (accountId, signer) => signingSecret(parts.store, vault, { accountId, signer }),
  });
}

/** Includes notices to accounts' hooks outside sessions; undefined if another process sends them. */
export function ownDelivery(
  config: Config,
  {
    sends,
    owned,
    shared: { delivery, crashed },
    ...parts
  }: ClockAndLog &
    Pick<DeliveryParts, "store" | "owned" | "sends"> & {
      readonly shared: Pick<SessionServices, "delivery" | "crashed">;
    },
): BudgetWatch | undefined {
  owned.use(delivery);
  if (!sends) return undefined;
  const isAlone = !parts.store.isShared && config.processes === 1;
  const sessionMsMax = config.callMinutesMax * 60_000;
  const budgets = owned.use(new BudgetWatch({ ...parts, delivery, isAlone, sessionMsMax }));
  if (crashed.length > 0) budgets.callBegins();
  return budgets;
}
