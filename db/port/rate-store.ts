// Rate store: counts of events in the present window on all nodes, so that a limit holds for all of them together.
// Each node reports its counts about once a second, so the sum is as old as that.

export interface RateCount {
  /** Name of a limit and its hashed subject, which may be an address or an e-mail. */
  readonly key: string;
  readonly count: number;
}

export interface RateStore {
  /** Sets this node's counts of a window, and returns the other nodes' counts of the same keys. */
  exchange(counts: {
    readonly nodeId: string;
    /** Number of the window since the epoch. */
    readonly window: number;
    readonly own: readonly RateCount[];
  }): Promise<readonly RateCount[]>;
}
