// Account store: accounts and their API keys. Each operation is one transaction, in which the audit entries that it is
// given are appended, if it did what they say.

import type { AuditAuthor, AuditDraft } from "./audit-store.ts";
import type { AccountRole } from "./stored-rows.ts";

export interface StoredAccount {
  readonly id: string;
  /** Trimmed, in small letters and, but for earlier ones, with its width folded. */
  readonly email: string;
  readonly passwordHash: string;
  /** Counts from 0 how often all logins were ended: a token of an earlier generation is invalid. */
  readonly tokenGeneration: number;
  readonly role: AccountRole;
  /** Time at which the owner closed it: logins are refused, and no session begins in its name. Null: it is open. */
  readonly closedAt: number | null;
  readonly createdAt: number;
  /** When its holder has shown that its email is theirs, or none was asked for; null: only the letter that asks is mailed there. */
  readonly confirmedAt: number | null;
}

/** As the owner sees it. */
export interface AccountEntry extends Pick<StoredAccount, "id" | "email" | "role" | "closedAt"> {
  readonly createdAt: number;
  /** Latest of the stored logins. */
  readonly lastLoginAt: number | null;
}

export interface NewAccount extends Pick<StoredAccount, "id" | "email" | "passwordHash"> {
  /** As in `StoredAccount`; absent: null. */
  readonly confirmedAt?: number | null;
  /** Now, in milliseconds of the Unix epoch. */
  readonly at: number;
  /** Credit granted in the same transaction. */
  readonly welcome: { readonly micros: number; readonly note: string };
  /** The hash of the one-time link that lets it be made, and says its role. */
  readonly link?: string | undefined;
}

/** `email`: it is taken. `link`: it cannot be used, or there is an owner already. */
export type AddRefusal = "email" | "link";

export interface EndedLogins {
  readonly id: string;
  /**
   * Its new hash: in the place of the one that was looked at, or by the link with this hash, which is used up. Other links
   * that would set its password are void from then on. `at`: now, in milliseconds of the Unix epoch.
   */
  readonly password?: { readonly is: string; readonly at: number } & (
    { readonly was: string } | { readonly link: string }
  );
}

/** An account in whose name nothing begins. */
export interface ShutAccount {
  readonly id: string;
  /** Whether its running calls end by themselves. */
  readonly callsGoOn: boolean;
}

export interface LeavingAccount {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly deletedAt: number;
}

/** How much an account keeps, in bytes. */
export interface StoredBytes {
  /**
   * Flows with their layouts and all their revisions, sealed secrets, sources of knowledge, and the data of sessions.
   */
  readonly kept: number;
  /** Files of recordings, as many as there were when they were looked at last. */
  readonly recorded: number;
}

export interface AccountStore {
  /** Undefined when there is none. `email`: as it is stored. */
  byEmail(email: string): Promise<StoredAccount | undefined>;
  byId(id: string): Promise<StoredAccount | undefined>;
  /** The one that this deployment has, if it has one. */
  owner(): Promise<StoredAccount | undefined>;
  /** Makes it the owner, and the former owner a member. False when there is no such account. */
  setOwner(id: string, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** With its welcome, and its link used up: all or nothing. Undefined when that is done. */
  add(account: NewAccount, entries?: readonly AuditDraft[]): Promise<AddRefusal | undefined>;
  /**
   * Begins the next generation of tokens and answers its number. With a link, keys, hooks and embeds from before the
   * email was confirmed end, too: another may have made them. Undefined when there is no such account, its password is
   * another than it was, or the link cannot be used. Works on a full disk, too.
   */
  endLogins(ended: EndedLogins, entries?: readonly AuditDraft[]): Promise<number | undefined>;
  /**
   * Its email is confirmed by the link with this hash, which is used up; others for that are void from then on. False
   * when the link cannot be used.
   */
  confirm(
    of: { readonly id: string; readonly link: string; readonly at: number },
    entries?: readonly AuditDraft[],
  ): Promise<boolean>;
  /** Newest first, those before the id `before`. */
  page(page: {
    readonly before?: string | undefined;
    readonly limit: number;
  }): Promise<readonly AccountEntry[]>;
  /** Closes it and ends its logins, or opens it again (null). False when there is no such account, or it is the owner's. */
  close(
    of: {
      readonly id: string;
      readonly at: number | null;
      /** Whether the calls that run now end by themselves. */
      readonly callsGoOn?: boolean;
    },
    entries?: readonly AuditDraft[],
  ): Promise<boolean>;
  /** Closed or deleted accounts among these. */
  shutAmong(ids: readonly string[]): Promise<readonly ShutAccount[]>;
  /**
   * Deletes the account: it is no longer found, its email is free, its logins have ended and its keys are revoked.
   * `erase` deletes its data. False when there is no such account, or it is the owner's. Works on a full disk, too.
   */
  leave(of: { readonly id: string; readonly at: number }, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Deleted accounts that still own data, oldest first. */
  leaving(): Promise<readonly LeavingAccount[]>;
  /** Deleted accounts among these. */
  leftAmong(ids: readonly string[]): Promise<readonly string[]>;
  /**
   * One slice of what an account that has left owns beside its sessions, its ledger and its audit log. Answers whether
   * that was all. Works on a full disk, too.
   */
  erase(of: { readonly id: string; readonly rowsMax: number }): Promise<boolean>;
  /** Nothing is left of it. */
  erased(of: { readonly id: string; readonly at: number }, entries?: readonly AuditDraft[]): Promise<void>;
  /** Read from totals, but for flows, secrets and sources, of which there are few. */
  storedBytes(id: string): Promise<StoredBytes>;
}

/** An API key without what opens it. */
export interface KeyEntry {
  readonly id: string;
  readonly label: string;
  /** Visible beginning of the key, by which people recognise it. */
  readonly prefix: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export interface NewKey extends Omit<KeyEntry, "lastUsedAt"> {
  readonly accountId: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;
}

export interface KeyOwner {
  readonly accountId: string;
  readonly keyId: string;
}

/** Where a key is used from. */
export type KeyUser = Pick<AuditAuthor, "requestId"> & { readonly address: string | null };

export interface KeyStore {
  /** False when the account has `keysMax` keys that are not revoked. */
  add(key: NewKey, keysMax: number, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Keys that are not revoked, newest first. */
  list(accountId: string): Promise<readonly KeyEntry[]>;
  /** False when the account has no such key, or it is revoked already. Works on a full disk, too. */
  revoke(key: KeyOwner & { readonly at: number }, entries?: readonly AuditDraft[]): Promise<boolean>;
  isLive(keyId: string): Promise<boolean>;
  /** Revoked keys among these. Keys of any account. */
  revokedAmong(keyIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Account and key with this hash; undefined for one that is unknown or revoked, or of an account that is
   * closed. The use is noted down when the last one that was is `notedEveryMs` milliseconds ago, and left out
   * on a full disk. Its first use is an audit entry, `from` where.
   */
  use(
    hash: string,
    noting: { readonly at: number; readonly notedEveryMs: number; readonly from?: KeyUser },
  ): Promise<KeyOwner | undefined>;
}
