// Node store: the processes that share the data, what each says of itself, and who does what only one of them may do.
// Ages and deadlines are counted by the store's own clock, because the clocks of nodes differ.

import type { AuditDraft } from "./audit-store.ts";

/** `gone`: silent for too long, or said goodbye; another node ends its open sessions. */
export type NodeState = "starting" | "up" | "draining" | "gone";

/** State that a node reports with each beat. */
export interface NodeFigures {
  /** Calls that take a place, and how many places there are. */
  readonly calls: number;
  readonly callsMax: number;
  /** How late its media clock is, 95th percentile of the last seconds. */
  readonly lagMs: number;
  /** How long a text waits for a voice. */
  readonly speechQueueMs: number;
}

export interface NewNode {
  /** Made anew at each start: a process that comes back is another node. */
  readonly id: string;
  /** Where other nodes reach it, such as `http://10.0.0.7:3000`. */
  readonly address: string;
  /** Where clients reach it and no other node, such as `https://n7.voice.example`; null: only through the cluster's. */
  readonly publicUrl: string | null;
  readonly region: string;
  readonly version: string;
  readonly callsMax: number;
}

export interface NodeRow extends NewNode, NodeFigures {
  readonly state: NodeState;
  /** Since its start, and since its last beat, in milliseconds. */
  readonly ageMs: number;
  readonly silentMs: number;
}

/** Answer to a beat: all living nodes, the sender included. */
export interface Beaten {
  readonly nodes: readonly NodeRow[];
  /** Now, by the clock that all nodes share: that of the store. Epoch milliseconds. */
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
  /** Adds the node as `starting`. `at`: epoch milliseconds, for a store that has no clock of its own. */
  join(node: NewNode & { readonly at: number }): Promise<void>;
  /** Says that it lives, and how it is. Undefined when it was given up meanwhile: its open work is ended. */
  beat(beat: NodeFigures & { readonly id: string; readonly at: number }): Promise<Beaten | undefined>;
  /**
   * From one state to another; false when its state was not in `from`, or its last beat was less than `silentMs` ago:
   * the node that gives it up may have been stopped since it looked. With these audit entries when it was done.
   */
  setState(change: NodeChange, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** All of them, those that are gone for less than a day among them; the youngest first. */
  list(at: number): Promise<readonly NodeRow[]>;
  /** Deletes those that have been gone for more than a day. */
  forget(at: number): Promise<void>;
  /**
   * Whether this node does the work of this name for the next `forMs` milliseconds. The holder keeps it by
   * asking again in time.
   */
  lead(lead: {
    readonly name: string;
    readonly nodeId: string;
    readonly forMs: number;
    readonly at: number;
  }): Promise<boolean>;
  /** The same of many works with one statement. Answers those that this node has. */
  leadAll(lead: {
    readonly names: readonly string[];
    readonly nodeId: string;
    readonly forMs: number;
    readonly at: number;
  }): Promise<readonly string[]>;
}
