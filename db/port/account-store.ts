// Account store: accounts and their API keys. Each operation is one transaction, which also appends its audit entries
// if it succeeded.

import type { AuditAuthor, AuditDraft } from "./audit-store.ts";
import type { AccountRole } from "./stored-rows.ts";

export interface StoredAccount {
  readonly id: string;
  /** Email: trimmed, in lower case and, except for old accounts, with folded width. */
  readonly email: string;
  readonly passwordHash: string;
  /** Counts from 0 how often all logins were ended: a token of an earlier generation is invalid. */
  readonly tokenGeneration: number;
  readonly role: AccountRole;
  /** Time when the owner closed the account: logins are refused, and no session begins in its name. Null: open. */
  readonly closedAt: number | null;
  readonly createdAt: number;
  /**
   * Time when the email was confirmed, or of the account's creation if no confirmation was required; null: only the
   * confirmation letter is mailed there.
   */
  readonly confirmedAt: number | null;
}

/** Account in the view of the owner. */
export interface AccountEntry extends Pick<StoredAccount, "id" | "email" | "role" | "closedAt"> {
  readonly createdAt: number;
  /** Latest of the stored logins. */
  readonly lastLoginAt: number | null;
}

export interface NewAccount extends Pick<StoredAccount, "id" | "email" | "passwordHash"> {
  /** Like in `StoredAccount`; absent: null. */
  readonly confirmedAt?: number | null;
  /** Now, in milliseconds of the Unix epoch. */
  readonly at: number;
  /** Credit granted in the same transaction. */
  readonly welcome: { readonly micros: number; readonly note: string };
  /** Hash of the one-time link that permits the account's creation and sets its role. */
  readonly link?: string | undefined;
}

/** `email`: taken. `link`: unusable, or there is an owner already. */
export type AddRefusal = "email" | "link";

export interface EndedLogins {
  readonly id: string;
  /**
   * New password hash: replaces the hash that was read, or is set by the link with this hash, which is used up. Other
   * links that would set the password become void. `at`: now, in epoch milliseconds.
   */
  readonly password?: { readonly is: string; readonly at: number } & (
    { readonly was: string } | { readonly link: string }
  );
}

/** Account that may not begin anything. */
export interface ShutAccount {
  readonly id: string;
  /** True if its running calls may end by themselves. */
  readonly callsGoOn: boolean;
}

export interface LeavingAccount {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly deletedAt: number;
}

/** Storage of an account, in bytes. */
export interface StoredBytes {
  /** Flows with their layouts and all revisions, sealed secrets, sources of knowledge, and the data of sessions. */
  readonly kept: number;
  /** Files of recordings, as of the last check. */
  readonly recorded: number;
}

export interface AccountStore {
  /** Undefined if there is no such account. `email`: in its stored form. */
  byEmail(email: string): Promise<StoredAccount | undefined>;
  byId(id: string): Promise<StoredAccount | undefined>;
  /** Owner of this server, if any. */
  owner(): Promise<StoredAccount | undefined>;
  /** Makes the account the owner, and the former owner a member. False if there is no such account. */
  setOwner(id: string, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Adds the account with its welcome, and uses up its link: all or nothing. Undefined: done. */
  add(account: NewAccount, entries?: readonly AuditDraft[]): Promise<AddRefusal | undefined>;
  /**
   * Starts the next generation of tokens and returns its number. With a link, keys, hooks and embeds from before the
   * email's confirmation end too: another person may have made them. Undefined if there is no such account, its
   * password has changed, or the link cannot be used. Works on a full disk too.
   */
  endLogins(ended: EndedLogins, entries?: readonly AuditDraft[]): Promise<number | undefined>;
  /**
   * Confirms the email by the link with this hash, which is used up; other links for that become void. False if the
   * link cannot be used.
   */
  confirm(
    of: { readonly id: string; readonly link: string; readonly at: number },
    entries?: readonly AuditDraft[],
  ): Promise<boolean>;
  /** Accounts, newest first; only those before the id `before`. */
  page(page: {
    readonly before?: string | undefined;
    readonly limit: number;
  }): Promise<readonly AccountEntry[]>;
  /**
   * Closes the account and ends its logins, or reopens it (null). False if there is no such account, or it is the
   * owner's.
   */
  close(
    of: {
      readonly id: string;
      readonly at: number | null;
      /** True if its running calls may end by themselves. */
      readonly callsGoOn?: boolean;
    },
    entries?: readonly AuditDraft[],
  ): Promise<boolean>;
  /** Closed or deleted accounts among these. */
  shutAmong(ids: readonly string[]): Promise<readonly ShutAccount[]>;
  /**
   * Deletes the account: it is no longer found, its email is free, its logins have ended and its keys are revoked.
   * `erase` deletes its data. False if there is no such account, or it is the owner's. Works on a full disk too.
   */
  leave(of: { readonly id: string; readonly at: number }, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Deleted accounts that still own data, oldest first. */
  leaving(): Promise<readonly LeavingAccount[]>;
  /** Deleted accounts among these. */
  leftAmong(ids: readonly string[]): Promise<readonly string[]>;
  /**
   * Deletes one slice of a deleted account's data besides its sessions, its ledger and its audit log. True if that
   * was all. Works on a full disk too.
   */
  erase(of: { readonly id: string; readonly rowsMax: number }): Promise<boolean>;
  /** Notes that the account's data is fully deleted. */
  erased(of: { readonly id: string; readonly at: number }, entries?: readonly AuditDraft[]): Promise<void>;
  /** Bytes from totals; flows, secrets and sources, of which there are few, are counted. */
  storedBytes(id: string): Promise<StoredBytes>;
}

/** API key without its secret. */
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

/** Origin of a key's use. */
export type KeyUser = Pick<AuditAuthor, "requestId"> & { readonly address: string | null };

export interface KeyStore {
  /** False if the account has `keysMax` unrevoked keys. */
  add(key: NewKey, keysMax: number, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Unrevoked keys, newest first. */
  list(accountId: string): Promise<readonly KeyEntry[]>;
  /** False if the account has no such key, or it is already revoked. Works on a full disk too. */
  revoke(key: KeyOwner & { readonly at: number }, entries?: readonly AuditDraft[]): Promise<boolean>;
  isLive(keyId: string): Promise<boolean>;
  /** Revoked keys among these. Keys of any account. */
  revokedAmong(keyIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Account and key with this hash; undefined for an unknown or revoked key, and for a key of a closed account. The use
   * is stored if the last one is `notedEveryMs` milliseconds old, except on a full disk. The first use is an audit
   * entry, with `from`.
   */
  use(
    hash: string,
    noting: { readonly at: number; readonly notedEveryMs: number; readonly from?: KeyUser },
  ): Promise<KeyOwner | undefined>;
}
