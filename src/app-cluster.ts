// Composition of the cluster: this process as one of the nodes that share the data. It joins before there are
// sessions, and then starts its reports.

import type { CrashedSession } from "../db/port/session-store.ts";
import type { Store } from "../db/port/store.ts";
import type { ClockAndLog } from "./app-calls.ts";
import type { Ticker } from "./base/ticker.ts";
import { version } from "./base/version.ts";
import type { Speech } from "./calls/live-calls.ts";
import { deriveKey, type MasterKey } from "./cloud/master-key.ts";
import { Membership } from "./cluster/membership.ts";
import { Placer } from "./cluster/placer.ts";
import { openRates } from "./cluster/shared-rates.ts";
import { openMaintenance } from "./cluster/maintenance.ts";
import type { Config } from "./config.ts";
import { AccountLeases } from "./session/account-leases.ts";
import type { Sessions } from "./session/session-registry.ts";

interface NodeParts extends ClockAndLog {
  readonly store: Store;
  readonly owned: AsyncDisposableStack;
}

export interface JoinedCluster {
  readonly node: Membership;
  /** Crashed sessions with hooks. */
  readonly crashed: readonly CrashedSession[];
}

/** A process that alone has the data first settles the sessions left open by a crash. */
export async function joinCluster(
  config: Config,
  parts: NodeParts & { readonly endsOthers: boolean; readonly carried: readonly string[] | undefined },
): Promise<JoinedCluster> {
  const { owned } = parts;
  const { address, publicUrl = null, region } = config.node;
  const facts = { address, publicUrl, region, version, callsMax: placesOf(config) };
  const joined = await Membership.join({ ...parts, facts });
  owned.use(joined.node);
  return joined;
}

/** Time of a lost client to return to its session. */
const carriedMs = 30_000;

/** Ends carried sessions whose clients did not return. */
export function endCarried(
  homes: readonly string[],
  { store, clock, log, owned, sessions }: NodeParts & { readonly sessions: Pick<Sessions, "tellOfCrash"> },
): void {
  const end = async (): Promise<void> => {
    const { sessions: ended, withHooks } = await store.sessions.sweep({ at: clock.wall(), homes });
    if (ended > 0) log.info("sessions.not-returned", { sessions: ended });
    await sessions.tellOfCrash(withHooks);
  };
  const failed = (error: unknown): void => log.warn("maintenance.failed", { work: "carried", error });
  if (homes.length > 0) owned.use(clock.after(carriedMs, () => void end().catch(failed)));
}

interface ClusterParts extends NodeParts, Pick<JoinedCluster, "node"> {
  readonly ticker: Pick<Ticker, "lateMs">;
  readonly speech: Speech | undefined;
  readonly leases: AccountLeases | undefined;
  readonly sessions: Pick<
    Sessions,
    "size" | "handOver" | "drain" | "lose" | "knows" | "idsInUse" | "endStartedBy" | "tellOfCrash"
  >;
  /** The sessions are other nodes': their telephones follow. Absent with a file. */
  readonly handedOver?: (() => Promise<void>) | undefined;
}

export interface Cluster {
  readonly node: Membership;
  readonly placer: Placer;
  /** Refuses new sessions; the remaining ones have up to `ms` milliseconds. */
  readonly drain: (ms: number) => Promise<void>;
}

/** Leases of this node on accounts' money; undefined on a single node. */
export function openLeases({ store, clock, log, owned, node }: NodeParts & Pick<JoinedCluster, "node">) {
  if (!store.isShared) return undefined;
  const nodes = (): number => node.view.alive.length;
  return owned.use(new AccountLeases({ store, clock, log, nodeId: () => node.id, nodes }));
}

/** Reports this node's state from now on, and does its share of the cluster's work. */
export function openCluster(config: Config, parts: ClusterParts): Cluster {
  const { node, sessions, ticker, speech, owned, clock, store, leases } = parts;
  const { region } = config.node;
  const placer = new Placer({ clock, node, region, version, random: Math.random });
  const drain = (ms: number): Promise<void> => {
    node.drain();
    const chooseUrl = (): string | undefined => placer.place()?.publicUrl ?? undefined;
    if (!store.isShared) return sessions.drain(ms);
    return sessions.handOver(ms, chooseUrl).then(() => parts.handedOver?.());
  };
  const upkeep = openMaintenance({
    ...parts,
    tellOfCrash: (crashed) => sessions.tellOfCrash(crashed),
    knows: (id) => sessions.knows(id),
    keysInUse: () => sessions.idsInUse("keyId"),
    keyRevoked: (keyId) => sessions.endStartedBy(keyId),
    accountsInUse: () => sessions.idsInUse("accountId"),
    accountShut: ({ id, callsGoOn }) => sessions.endStartedBy(id, callsGoOn),
  });
  owned.use(upkeep);
  node.begin({
    figures: () => ({
      calls: sessions.size,
      callsMax: placesOf(config),
      lagMs: Math.round(ticker.lateMs),
      speechQueueMs: Math.round(speech?.queueMs?.() ?? 0),
    }),
    ready: speech?.ready ?? Promise.resolve(),
    lost: () => {
      leases?.lost();
      return sessions.lose();
    },
    drain: () => void drain(config.drainSeconds * 1_000),
  });
  return { node, placer, drain };
}

/** Limits for all nodes together. */
export function openLimits(
  parts: NodeParts & Pick<JoinedCluster, "node"> & { readonly master: MasterKey },
): ReturnType<typeof openRates>["open"] {
  const { master, owned } = parts;
  return owned.use(openRates({ ...parts, secret: deriveKey(master, "rates") })).open;
}

/** Without speech there is no place for a call. */
function placesOf({ speech, engineOpenSessionsMax }: Config): number {
  return speech.on ? engineOpenSessionsMax : 0;
}
