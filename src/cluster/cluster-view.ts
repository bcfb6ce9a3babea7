// Cluster view: the nodes and their states at one moment.

import type { NodeRow } from "../../db/port/node-store.ts";

/** Three beats: a node silent for longer gets no new sessions. */
const silentMsMax = 6_000;

export class ClusterView {
  /** All nodes that are not gone, including this one; ages are as of this view. */
  readonly nodes: readonly NodeRow[];

  constructor(nodes: readonly NodeRow[]) {
    this.nodes = nodes;
  }

  /** Undefined for a node that is gone, or that joined after the last beat. */
  find(id: string): NodeRow | undefined {
    return this.nodes.find((node) => node.id === id);
  }

  isAlive(id: string): boolean {
    const node = this.find(id);
    return node !== undefined && isAlive(node);
  }

  get alive(): readonly NodeRow[] {
    return this.nodes.filter(isAlive);
  }
}

function isAlive({ silentMs }: NodeRow): boolean {
  return silentMs <= silentMsMax;
}

/** The same nodes `ms` milliseconds later, without news from them. */
export function aged(nodes: readonly NodeRow[], ms: number): readonly NodeRow[] {
  return nodes.map((node) => ({ ...node, ageMs: node.ageMs + ms, silentMs: node.silentMs + ms }));
}
