// Cluster view: which nodes there are and how they are, as of one moment.

import type { NodeRow } from "../../db/port/node-store.ts";

/** Three beats: a node that is silent for longer gets no new sessions. */
const silentMsMax = 6_000;

export class ClusterView {
  /** All that are not gone, this one among them; ages are as of the moment of this view. */
  readonly nodes: readonly NodeRow[];

  constructor(nodes: readonly NodeRow[]) {
    this.nodes = nodes;
  }

  /** Undefined for one that is gone, or that joined after the last beat. */
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

/** The same nodes `ms` milliseconds later, when nothing was heard of them since. */
export function aged(nodes: readonly NodeRow[], ms: number): readonly NodeRow[] {
  return nodes.map((node) => ({ ...node, ageMs: node.ageMs + ms, silentMs: node.silentMs + ms }));
}
