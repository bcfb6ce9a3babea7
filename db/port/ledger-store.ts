// Ledger store: what accounts have, hold and have spent. Entries are never changed, and the sums of an account never
// go below zero. What sessions hold and spend is written by the session store, together with their rows.

import type { EntryKind } from "./stored-rows.ts";

export interface Balance {
  /** Grants minus what was settled: what people call their balance. */
  readonly balanceMicros: number;
  /** Set aside for sessions that run. */
  readonly heldMicros: number;
  /** What a new session may hold. */
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

/** An account's entries in their order, and the sums that are stored, all of one moment. */
export interface Books {
  readonly entries: readonly LedgerEntry[];
  readonly sums: BalanceSums;
  readonly holds: readonly HoldSums[];
}

export interface LedgerStore {
  balance(accountId: string): Promise<Balance>;
  grant(grant: Grant): Promise<void>;
  books(accountId: string): Promise<Books>;
}
