// Rate share: how many uses of a limit one node may count before it has heard of the others again. The rest of a
// limit is shared by the counts of the nodes, so that all together keep it, and the node that a client keeps to has
// nearly all of it.

export interface NodeCounts {
  readonly max: number;
  /** In the window that is open: here, and at the other nodes when they were last heard. */
  readonly own: number;
  readonly others: number;
  /** How many nodes there are, this one among them. */
  readonly nodes: number;
}

/** Up to how many this node may count. */
export interface Quota {
  /** While what it heard of the others is new. */
  readonly fresh: number;
  /** When that is old: they may have counted meanwhile, so this node takes no more than its part before it asks. */
  readonly stale: number;
}

export function quotaOf({ max, own, others, nodes }: NodeCounts): Quota {
  const left = Math.max(0, max - own - others);
  const all = Math.max(1, nodes);
  // Each counts as if it had one more: a node that has counted nothing yet may begin.
  const share = Math.ceil((left * (own + 1)) / (own + others + all));
  return { fresh: own + share, stale: own + Math.min(share, Math.ceil(left / all)) };
}
