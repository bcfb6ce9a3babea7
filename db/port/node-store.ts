// Node store: the processes that share the data, their reports, and the holders of exclusive jobs. Ages and deadlines
// are counted by the store's clock, because the nodes' clocks differ.

import type { AuditDraft } from "./audit-store.ts";

/** `gone`: silent for too long, or said goodbye; another node ends its open sessions. */
export type NodeState = "starting" | "up" | "draining" | "gone";

/** State that a node reports with each beat. */
export interface NodeFigures {
  /** Number of calls with a place, and number of places. */
  readonly calls: number;
  readonly callsMax: number;
  /** Delay of its media clock, 95th percentile of the last seconds. */
  readonly lagMs: number;
  /** Wait of a text for a voice. */
  readonly speechQueueMs: number;
}

export interface NewNode {
  /** Id, new at each start: a restarted process is another node. */
  readonly id: string;
  /** Address for other nodes, such as `http://10.0.0.7:3000`. */
  readonly address: string;
  /** Address for clients of this node alone, such as `https://n7.voice.example`; null: only the cluster's. */
  readonly publicUrl: string | null;
  readonly region: string;
  readonly version: string;
  readonly callsMax: number;
}

export interface NodeRow extends NewNode, NodeFigures {
  readonly state: NodeState;
  /** Time since the node's start, and since its last beat, in milliseconds. */
  readonly ageMs: number;
  readonly silentMs: number;
}

/** Answer to a beat: all living nodes, the sender included. */
export interface Beaten {
  readonly nodes: readonly NodeRow[];
  /** Present time by the store's clock, common to all nodes. Epoch milliseconds. */
  readonly at: number;
}

export interface NodeChange {
  readonly id: string;
  readonly from: readonly NodeState[];
  readonly to: NodeState;
  readonly silentMs?: number;
  readonly at: number;
}

export interface NodeStore {
  /** Adds the node as `starting`. `at`: epoch milliseconds, for a store without a clock. */
  join(node: NewNode & { readonly at: number }): Promise<void>;
  /** Reports that the node lives, with its figures. Undefined if it was given up meanwhile: its open work is ended. */
  beat(beat: NodeFigures & { readonly id: string; readonly at: number }): Promise<Beaten | undefined>;
  /**
   * Changes a node from one state to another; false if its state was not in `from`, or its last beat was less than
   * `silentMs` ago: the node that gives it up may have been stopped since its check. Appends these audit entries on
   * success.
   */
  setState(change: NodeChange, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** All nodes, including those gone for less than a day; youngest first. */
  list(at: number): Promise<readonly NodeRow[]>;
  /** Deletes nodes gone for more than a day. */
  forget(at: number): Promise<void>;
  /**
   * True if this node does the job of this name for the next `forMs` milliseconds. The holder keeps the job by asking
   * again in time.
   */
  lead(lead: {
    readonly name: string;
    readonly nodeId: string;
    readonly forMs: number;
    readonly at: number;
  }): Promise<boolean>;
  /** Leads many jobs in one statement. Returns the jobs that this node holds. */
  leadAll(lead: {
    readonly names: readonly string[];
    readonly nodeId: string;
    readonly forMs: number;
    readonly at: number;
  }): Promise<readonly string[]>;
}
