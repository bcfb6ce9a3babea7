// Audit store: who did what, as chains of entries that are never changed. Each entry has the hash of the one before it,
// and each chain a head with the number and the hash of its last entry, so that nothing can be edited, taken out,
// reordered or cut off without a trace. What changes something takes its entry along, in the same transaction.

/** One chain an account, and one of the deployment: those who act for different accounts never wait for each other. */
export const deploymentChain = "deployment";

export const auditActions = [
  "account.made",
  "account.exported",
  "account.deleted",
  "account.erased",
  "account.closed",
  "account.reopened",
  "owner.named",
  "invitation.made",
  "invitation.revoked",
  "password-link.made",
  "email-link.made",
  "email.confirmed",
  "login.ended",
  "login",
  "logins.ended",
  "password.changed",
  "login.failed",
  "key.made",
  "key.first-used",
  "key.revoked",
  "secret.set",
  "secret.removed",
  "provider-key.set",
  "provider-key.removed",
  "providers.changed",
  "assistant.changed",
  "hook.made",
  "hook.changed",
  "hook.tested",
  "hook.removed",
  "embed.made",
  "embed.changed",
  "embed.revoked",
  "number.made",
  "number.changed",
  "number.removed",
  "phone-call.made",
  "phone-call.cancelled",
  "budget.changed",
  "credit.granted",
  "flow.made",
  "flow.changed",
  "flow.published",
  "flow.deleted",
  "recording.played",
  "call.listened",
  "call.said",
  "call.transferred",
  "call.ended",
  "session.deleted",
  "subject.erased",
  "subject.exported",
  "retention.changed",
  "node.drained",
  "master-key.rotated",
  "backup.made",
] as const;

export type AuditAction = (typeof auditActions)[number];

/**
 * `user`: somebody who logged in, or is about to. `key`: an API key, by its id. `operator`: somebody with a shell on the
 * machine. `system`: the program itself.
 */
export type ActorKind = "user" | "key" | "operator" | "system";

export interface AuditActor {
  readonly kind: ActorKind;
  readonly id: string | null;
  /** Where they came from, as much of it as LOG_ADDRESSES lets be kept. */
  readonly address: string | null;
}

/** Everything that an entry may say besides. What people write, such as labels, texts and addresses, is none of it. */
export interface AuditDetails {
  /** How many: failed logins, hosts, sessions. */
  readonly count?: number;
  /** Of them, how many different ones. */
  readonly accounts?: number;
  readonly addresses?: number;
  readonly seconds?: number;
  readonly days?: number;
  readonly bytes?: number;
  readonly micros?: number;
  readonly revision?: number;
  /** A kind of provider, of data, of format: a word of this program. */
  readonly kind?: string;
  /** A provider by its name in the catalogue. */
  readonly provider?: string;
  /** Of what was made or told: a hash that proves it, or the id of a flow. */
  readonly hash?: string;
  readonly flow?: string;
}

/** What happened, before it has its place in a chain. */
export interface AuditDraft {
  /** Whose chain: an account's id, or `deploymentChain`. */
  readonly chain: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  /** The id or the name of what it was done to. */
  readonly target: string | null;
  readonly requestId: string | null;
  readonly details: AuditDetails;
}

/** Who does something, and in which request: what each entry about it has in common. */
export interface AuditAuthor {
  readonly actor: AuditActor;
  readonly requestId: string | null;
}

/** As it is stored; `details` is the JSON that was hashed. */
export interface AuditRow {
  readonly chain: string;
  /** Counts from 1 in each chain. */
  readonly number: number;
  readonly id: string;
  readonly at: number;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorAddress: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly requestId: string | null;
  readonly details: string;
  readonly prevHash: string;
  readonly hash: string;
}

/** The last entry of a chain. */
export interface AuditHead {
  readonly number: number;
  readonly hash: string;
}

/** Where a chain stood when it was sealed. */
export interface SealedHead extends AuditHead {
  readonly chain: string;
  readonly seal: string;
}

/** What is sealed of all chains together. */
export interface AuditCrown {
  /** How many of them are sealed. */
  readonly chains: number;
  /** Of a proof of each, modulo 2^256, in hexadecimal: so it goes on without all of them being read. */
  readonly sum: string;
  /** Epoch milliseconds: when the first of them was sealed. */
  readonly since: number;
  readonly seal: string;
}

export interface AuditSeals {
  /** Undefined: nothing is sealed. */
  readonly crown: AuditCrown | undefined;
  readonly heads: readonly SealedHead[];
}

/** Derived from the master keys before and after a rotation. */
export interface SealKeys {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

export interface AuditPage {
  readonly chain: string;
  /** Only entries with a greater, or a smaller, number than this. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** `up` begins with the oldest. */
  readonly order: "up" | "down";
  readonly limit: number;
}

export interface AuditStore {
  /** Of one chain, in this order. For what changes no other row; whatever does takes its entries along. */
  append(drafts: readonly AuditDraft[]): Promise<void>;
  page(wanted: AuditPage): Promise<readonly AuditRow[]>;
  /** Undefined for a chain without one. */
  head(chain: string): Promise<AuditHead | undefined>;
  /** Of all entries and all heads, in their order. */
  chains(): Promise<readonly string[]>;
  /** Of one moment. */
  seals(): Promise<AuditSeals>;
  /** Seals so many chains that have gone on since they were sealed, or were never, in their order; all or none of them. */
  seal(wanted: AuditSealing): Promise<AuditSealed>;
}

export interface AuditSealing {
  /** Derived from the master key. */
  readonly key: Uint8Array;
  /** Only chains behind this one. */
  readonly after: string;
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface AuditSealed {
  /** How many were sealed. */
  readonly chains: number;
  /** Nothing was sealed before. */
  readonly isFirst: boolean;
  /** Chains that are not what was sealed. */
  readonly broken: readonly string[];
  /** Where to go on; undefined: that was all. */
  readonly last: string | undefined;
}
