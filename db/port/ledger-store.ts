// Ledger store: balances, holds and spending of accounts. Entries are never changed, and an account's sums never go
// below zero. The session store writes holds and spending of sessions, together with their rows.

import type { AuditDraft } from "./audit-store.ts";
import type { EntryKind } from "./stored-rows.ts";

export interface Balance {
  /** Grants minus settled amounts: the balance shown to people. */
  readonly balanceMicros: number;
  /** Sum of all grants. */
  readonly grantedMicros: number;
  /** Amount held for running sessions. */
  readonly heldMicros: number;
  /** Amount that a new session may hold. */
  readonly availableMicros: number;
}

export interface Grant {
  readonly accountId: string;
  readonly micros: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly note?: string;
}

export interface LedgerEntry {
  readonly id: number;
  readonly accountId: string;
  readonly sessionId: string | null;
  readonly kind: EntryKind;
  readonly micros: number;
  readonly at: number;
  readonly note: string | null;
}

export interface BalanceSums {
  readonly grantedMicros: number;
  readonly settledMicros: number;
  readonly heldMicros: number;
}

export interface HoldSums {
  readonly sessionId: string;
  readonly openMicros: number;
  readonly settledMicros: number;
  readonly writtenOffMicros: number;
}

/** Entries of an account in order, and the stored sums, all from one moment. */
export interface Books {
  readonly entries: readonly LedgerEntry[];
  readonly sums: BalanceSums;
  readonly holds: readonly HoldSums[];
}

/** Amount that a node borrows from an account, so that it can hold money for sessions without a request each. */
export interface Lease {
  readonly accountId: string;
  readonly nodeId: string;
  /** Unused amount that the node wants from now on: more is borrowed up to the balance, less is returned. */
  readonly micros: number;
  readonly at: number;
}

export interface LedgerStore {
  balance(accountId: string): Promise<Balance>;
  /** Returns the node's unused amount. Borrowed money is held: the books have it as the hold of `leaseId`. */
  lease(lease: Lease): Promise<number>;
  /** Pays money into an account, with these audit entries. */
  grant(grant: Grant, entries?: readonly AuditDraft[]): Promise<void>;
  books(accountId: string): Promise<Books>;
  /** Newest first. `before`: id of the last entry of the previous page. */
  page(of: {
    readonly accountId: string;
    readonly before?: number | undefined;
    readonly limit: number;
  }): Promise<readonly LedgerEntry[]>;
  /** Sum over all accounts. */
  totals(): Promise<Pick<Balance, "heldMicros">>;
}

/** Id of a node's loan from an account in the books. */
export function leaseId({ accountId, nodeId }: Pick<Lease, "accountId" | "nodeId">): string {
  return `lease_${nodeId}_${accountId}`;
}
