// Rate share: uses of a limit that one node may count before it hears of the others again. The rest of a limit is
// divided by the nodes' counts, so that together they keep it, and a client's usual node has nearly all of it.

export interface NodeCounts {
  readonly max: number;
  /** In the open window: here, and at the other nodes when last heard. */
  readonly own: number;
  readonly others: number;
  /** Number of nodes, including this one. */
  readonly nodes: number;
}

/** Up to how many this node may count. */
export interface Quota {
  /** Share while the others' counts are new. */
  readonly fresh: number;
  /**
   * Share when they are old: the others may have counted meanwhile, so this node takes only its part before it asks.
   */
  readonly stale: number;
}

export function quotaOf({ max, own, others, nodes }: NodeCounts): Quota {
  const left = Math.max(0, max - own - others);
  const all = Math.max(1, nodes);
  // Each counts as if it had one more, so a node without uses may begin.
  const share = Math.ceil((left * (own + 1)) / (own + others + all));
  return { fresh: own + share, stale: own + Math.min(share, Math.ceil(left / all)) };
}
