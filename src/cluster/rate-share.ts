// Rate share: how many uses of a limit one node may count before it has heard of the others again. What is left is
// shared out by how much each node has counted so far, so that all nodes together keep the limit whatever happens in
// between, and the one that a client keeps to has nearly all of it.

export interface Counted {
  readonly max: number;
  /** In the window that is open: here, and at the other nodes when they were last heard. */
  readonly own: number;
  readonly others: number;
  /** How many nodes there are, this one among them. */
  readonly nodes: number;
}

/** Up to how many this node may count; `own` when nothing is left. */
export function quotaOf({ max, own, others, nodes }: Counted): number {
  const left = max - own - others;
  // Each counts as if it had one more: who has counted nothing yet may begin.
  return left <= 0 ? own : own + Math.ceil((left * (own + 1)) / (own + others + Math.max(1, nodes)));
}
