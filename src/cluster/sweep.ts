// Sweep: gives up nodes that are silent for too long, and ends their open work. One node does it for all, by a lease
// of some seconds in the store.

import type { NodeRow, NodeState } from "../../db/port/node-store.ts";
import type { CrashedSession } from "../../db/port/session-store.ts";
import type { Store } from "../../db/port/store.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Membership } from "./membership.ts";
import { goneAfterMs } from "./failure-detector.ts";

export interface SweepOptions {
  readonly store: Pick<Store, "nodes" | "sessions">;
  readonly clock: Pick<Clock, "wall" | "now">;
  readonly log: Log;
  readonly node: Pick<Membership, "id" | "at" | "givenUp" | "isWatchful">;
  /** Receives ended sessions with hooks. */
  readonly tellOfCrash: (crashed: readonly CrashedSession[]) => Promise<void>;
}

/**
 * Time between rounds. With the lease it adds up to less than a minute from a node's last beat to the end of its
 * sessions, even if the sweeping node dies just before giving it up: 45 + 10 + 3 s.
 */
export const sweepEveryMs = 3_000;
const leadMs = 10_000;
/** Callers of a node that said goodbye may come to another for this long, as after any broken line. */
const graceMs = 30_000;
/** Late writes of a dead node are ended in one of the next rounds. */
const sweptAgainMs = 600_000;
const forgetEveryMs = 3_600_000;
const alive = ["starting", "up", "draining"] as const satisfies readonly NodeState[];

export class Sweep {
  readonly #o: SweepOptions;
  #leads = false;
  #forgetAt = Number.NEGATIVE_INFINITY;

  constructor(options: SweepOptions) {
    this.#o = options;
  }

  /** One round, if this node holds the lease. Rejects if the store does. */
  async round(): Promise<void> {
    const { store, node, log } = this.#o;
    const { id: nodeId, at } = node;
    const led = this.#leads;
    this.#leads = false;
    // A node that was cut off knows too little: another one sweeps.
    if (!node.isWatchful) return;
    if (!(await store.nodes.lead({ name: "sweep", nodeId, forMs: leadMs, at }))) return;
    if (!led) log.info("sweep.leads", { node: nodeId });
    for (const id of node.givenUp) {
      const change = { id, from: alive, to: "gone", silentMs: goneAfterMs, at: node.at } as const;
      if (await store.nodes.setState(change)) log.warn("node.given-up", { node: id });
    }
    // A new leader does not know the work of its predecessor.
    const isDue = ({ state, silentMs }: NodeRow): boolean =>
      state === "gone" && silentMs >= graceMs && (!led || silentMs < sweptAgainMs);
    const gone = (await store.nodes.list(node.at)).filter(isDue).map(({ id }) => id);
    if (gone.length > 0) await this.#end(gone);
    await this.#forget();
    this.#leads = true;
  }

  async #end(homes: readonly string[]): Promise<void> {
    const { store, clock, log, tellOfCrash } = this.#o;
    const { sessions, withHooks } = await store.sessions.sweep({ at: clock.wall(), homes });
    if (sessions > 0) log.warn("sessions.swept", { sessions });
    if (withHooks.length > 0) await tellOfCrash(withHooks);
  }

  async #forget(): Promise<void> {
    const { store, clock, node } = this.#o;
    if (clock.now() < this.#forgetAt) return;
    await store.nodes.forget(node.at);
    this.#forgetAt = clock.now() + forgetEveryMs;
  }
}
