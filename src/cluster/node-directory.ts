// Node directory: the addresses of the other nodes, for requests to them.

import type { NodeRow, NodeStore } from "../../db/port/node-store.ts";
import type { Clock } from "../base/clock.ts";
import type { ClusterView } from "./cluster-view.ts";

/** Address of a node. */
export type NodeAddress = Pick<NodeRow, "id" | "address" | "publicUrl">;

export interface KnownNode extends NodeAddress {
  readonly isGone: boolean;
}

export interface NodeDirectory {
  /** This node, with another id after it was given up. */
  readonly self: NodeAddress;
  /** Includes a node that is gone, for a day: another may be in its place. */
  find(nodeId: string): Promise<KnownNode | undefined>;
  /** Living nodes except this one. */
  others(): readonly NodeAddress[];
  /** Nodes as stored now, including one that has just joined. Rejects if the store does. */
  current(): Promise<readonly NodeAddress[]>;
}

export interface KnownNodesOptions {
  readonly store: { readonly nodes: Pick<NodeStore, "list"> };
  readonly clock: Pick<Clock, "wall">;
  readonly self: () => NodeAddress;
  /** View as of the last beat. */
  readonly view: () => Pick<ClusterView, "find" | "nodes">;
}

/** Nodes known from beats; nodes that joined since, or are gone, are read from the store. */
export class KnownNodes implements NodeDirectory {
  readonly #o: KnownNodesOptions;

  constructor(options: KnownNodesOptions) {
    this.#o = options;
  }

  get self(): NodeAddress {
    return this.#o.self();
  }

  async find(nodeId: string): Promise<KnownNode | undefined> {
    const { store, clock, view } = this.#o;
    const heard = view().find(nodeId);
    if (heard !== undefined) return { ...heard, isGone: false };
    const row = (await store.nodes.list(clock.wall())).find(({ id }) => id === nodeId);
    return row && { ...row, isGone: row.state === "gone" };
  }

  others(): readonly NodeAddress[] {
    const self = this.self.id;
    return this.#o.view().nodes.filter(({ id }) => id !== self);
  }

  async current(): Promise<readonly NodeAddress[]> {
    const { store, clock } = this.#o;
    const all = await store.nodes.list(clock.wall());
    return all.filter(({ id, state }) => state !== "gone" && id !== this.self.id);
  }
}
