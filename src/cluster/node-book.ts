// Node book: where the other nodes are, for those that have something to ask them.

import type { NodeRow, NodeStore } from "../../db/port/node-store.ts";
import type { Clock } from "../base/clock.ts";

/** Where a node is. */
export type NodeAddress = Pick<NodeRow, "id" | "address" | "publicUrl">;

export interface KnownNode extends NodeAddress {
  readonly isGone: boolean;
}

export interface NodeBook {
  /** This node, which has another id after it was given up. */
  readonly self: NodeAddress;
  /** Also of a node that is gone, for a day: another may be in its place. */
  find(nodeId: string): Promise<KnownNode | undefined>;
  /** Those that are not gone, without this one. */
  others(): Promise<readonly NodeAddress[]>;
}

export interface StoredNodesOptions {
  readonly store: { readonly nodes: Pick<NodeStore, "list"> };
  readonly clock: Pick<Clock, "now" | "wall">;
  readonly self: () => NodeAddress;
}

/** As often as nodes say that they live. */
const freshMs = 2_000;

/** As the store has them, read again when they are older than a beat, or when a node is asked for that was not there. */
export class StoredNodes implements NodeBook {
  readonly #o: StoredNodesOptions;
  #rows: { readonly list: Promise<readonly NodeRow[]>; readonly at: number } | undefined;

  constructor(options: StoredNodesOptions) {
    this.#o = options;
  }

  get self(): NodeAddress {
    return this.#o.self();
  }

  async find(nodeId: string): Promise<KnownNode | undefined> {
    const readBefore = this.#rows;
    const found = knownIn(await this.#list(), nodeId);
    if (found !== undefined || this.#rows !== readBefore) return found;
    this.#rows = undefined;
    return knownIn(await this.#list(), nodeId);
  }

  async others(): Promise<readonly NodeAddress[]> {
    const self = this.self.id;
    return (await this.#list()).filter(({ id, state }) => id !== self && state !== "gone");
  }

  #list(): Promise<readonly NodeRow[]> {
    const { store, clock } = this.#o;
    const known = this.#rows;
    if (known !== undefined && clock.now() - known.at < freshMs) return known.list;
    const read = { list: store.nodes.list(clock.wall()), at: clock.now() };
    this.#rows = read;
    // What could not be read is read again by the next.
    read.list.catch(() => {
      if (this.#rows === read) this.#rows = undefined;
    });
    return read.list;
  }
}

function knownIn(rows: readonly NodeRow[], nodeId: string): KnownNode | undefined {
  const row = rows.find(({ id }) => id === nodeId);
  return row && { ...row, isGone: row.state === "gone" };
}
