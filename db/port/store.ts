// Store: all stored data, as named operations. Each is one transaction, done whole or not at all, and complete when
// its promise resolves; no transaction is open between two of them. The kind of database is known only beside this
// file.

import type { AccessStore } from "./access-store.ts";
import type { AccountStore, KeyStore } from "./account-store.ts";
import type { AuditStore } from "./audit-store.ts";
import type { BudgetStore } from "./budget-store.ts";
import type { CallStore } from "./call-store.ts";
import type { EmbedStore } from "./embed-store.ts";
import type { FlowStore } from "./flow-store.ts";
import type { KnowledgeStore } from "./knowledge-store.ts";
import type { LedgerStore } from "./ledger-store.ts";
import type { NodeStore } from "./node-store.ts";
import type { OutboxStore } from "./outbox-store.ts";
import type { PhoneStore } from "./phone-store.ts";
import type { RetentionStore } from "./retention-store.ts";
import type { RateStore } from "./rate-store.ts";
import type { SealStore } from "./seal-store.ts";
import type { SessionStore } from "./session-store.ts";
import type { AssistantStore, HookStore, ProviderStore, SecretStore } from "./settings-store.ts";

/** Data that belongs to accounts. */
export interface AccountData {
  readonly flows: FlowStore;
  readonly keys: KeyStore;
  readonly providers: ProviderStore;
  readonly secrets: SecretStore;
  readonly hooks: HookStore;
  readonly assistants: AssistantStore;
  readonly embeds: EmbedStore;
  readonly phone: PhoneStore;
  readonly knowledge: KnowledgeStore;
  readonly ledger: LedgerStore;
  readonly budgets: BudgetStore;
  readonly sessions: SessionStore;
  readonly calls: CallStore;
  readonly audit: AuditStore;
}

export interface DiskRoom {
  /** True while nothing can be stored. */
  readonly full: boolean;
  /** Reports a failed write. True if the disk is full: then it is noted and logged. */
  failed(error: unknown): boolean;
  /** Calls `fire` each time there is space again, until disposed. */
  onRoom(fire: () => void): Disposable;
}

export interface Store extends AccountData, Disposable {
  /** Data of one account, wherever it is stored: for callers that know the account. */
  of(accountId: string): AccountData;
  readonly accounts: AccountStore;
  readonly access: AccessStore;
  readonly outbox: OutboxStore;
  readonly seals: SealStore;
  readonly nodes: NodeStore;
  readonly rates: RateStore;
  readonly retention: RetentionStore;
  /** True if other processes may work on the same data: a session can then continue at another node. */
  readonly isShared: boolean;
  /** State of the disk; failed writes are reported to it. */
  readonly disk: DiskRoom;
}
