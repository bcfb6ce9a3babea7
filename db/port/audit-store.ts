// Audit store: entries by author and time, as chains that are never changed. Each entry has the hash of the previous
// one, and each chain a head with the number and hash of its last entry, so that no edit, removal, reordering or cut
// is possible without a trace. A change stores its entry in the same transaction.

/** One chain per account, and one of the server: actors for different accounts never wait for each other. */
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
  "assistant.made",
  "assistant.changed",
  "assistant.removed",
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
 * `user`: a logged-in person, or a person at a login. `key`: an API key, by its id. `operator`: a person with a shell
 * on the machine. `system`: the program itself.
 */
export type ActorKind = "user" | "key" | "operator" | "system";

export interface AuditActor {
  readonly kind: ActorKind;
  readonly id: string | null;
  /** The part of the author's address allowed by LOG_ADDRESSES. */
  readonly address: string | null;
}

/** Further fields of an entry. Written content, such as labels, texts and addresses, is left out. */
export interface AuditDetails {
  /** Number of failed logins, hosts or sessions. */
  readonly count?: number;
  /** Number of different accounts among the failed logins or sessions. */
  readonly accounts?: number;
  readonly addresses?: number;
  readonly seconds?: number;
  readonly days?: number;
  readonly bytes?: number;
  readonly micros?: number;
  readonly revision?: number;
  /** A kind of provider, of data, of format: a word of this program. */
  readonly kind?: string;
  /** Provider name in the catalogue. */
  readonly provider?: string;
  /** Proof of created or sent data: a hash, or the id of a flow. */
  readonly hash?: string;
  readonly flow?: string;
}

/** Event before it has its place in a chain. */
export interface AuditDraft {
  /** Owner of the chain: an account's id, or `deploymentChain`. */
  readonly chain: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  /** Id or name of the action's object. */
  readonly target: string | null;
  readonly requestId: string | null;
  readonly details: AuditDetails;
}

/** Author and request of an action: the common part of its entries. */
export interface AuditAuthor {
  readonly actor: AuditActor;
  readonly requestId: string | null;
}

/** Stored form; `details` is the JSON that was hashed. */
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

/** Last entry of a chain. */
export interface AuditHead {
  readonly number: number;
  readonly hash: string;
}

/** State of a chain at sealing. */
export interface SealedHead extends AuditHead {
  readonly chain: string;
  readonly seal: string;
}

/** Seal over all chains together. */
export interface AuditCrown {
  /** Number of sealed chains. */
  readonly chains: number;
  /** Sum of one proof for each chain, modulo 2^256, in hexadecimal: a new seal needs no read of all entries. */
  readonly sum: string;
  /** Epoch milliseconds of the first seal. */
  readonly since: number;
  readonly seal: string;
}

export interface AuditSeals {
  /** Undefined: nothing is sealed. */
  readonly crown: AuditCrown | undefined;
  readonly heads: readonly SealedHead[];
}

/** Keys derived from the master keys before and after a rotation. */
export interface SealKeys {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

export interface AuditPage {
  readonly chain: string;
  /** Only entries with a greater, or a smaller, number. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  /** `up` begins with the oldest. */
  readonly order: "up" | "down";
  readonly limit: number;
}

export interface AuditStore {
  /**
   * Appends entries of one chain, in this order. For actions without a change of other rows; all other entries are
   * stored with their change.
   */
  append(drafts: readonly AuditDraft[]): Promise<void>;
  page(wanted: AuditPage): Promise<readonly AuditRow[]>;
  /** Undefined for an empty chain. */
  head(chain: string): Promise<AuditHead | undefined>;
  /** Ids of all chains with entries or heads, in order. */
  chains(): Promise<readonly string[]>;
  /** Seals of one moment. */
  seals(): Promise<AuditSeals>;
  /** Seals, in order, up to this many chains that grew since their seal, or have none; all or none of them. */
  seal(wanted: SealingWork): Promise<SealedHeads>;
}

export interface SealingWork {
  /** Key derived from the master key. */
  readonly key: Uint8Array;
  /** Only chains after this one. */
  readonly after: string;
  readonly limit: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface SealedHeads {
  /** Number of newly sealed chains. */
  readonly chains: number;
  /** Whether there was no seal before. */
  readonly isFirst: boolean;
  /** Chains that differ from their seal. */
  readonly broken: readonly string[];
  /** Last chain, to continue after it; undefined: complete. */
  readonly last: string | undefined;
}
