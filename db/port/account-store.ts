// Account store: accounts and their API keys. Each operation is one transaction, which also appends its audit entries
// if it succeeded.

import type { AuditAuthor, AuditDraft } from "./audit-store.ts";
import type { AccountRole } from "./stored-rows.ts";

export interface StoredAccount {
  readonly id: string;
  /** Trimmed, in lower case and, except for old ones, with folded width. */
  readonly email: string;
  readonly passwordHash: string;
  /** Counts from 0 how often all logins were ended: a token of an earlier generation is invalid. */
  readonly tokenGeneration: number;
  readonly role: AccountRole;
  /** Time of its closing by the owner: logins are refused, and no session begins in its name. Null: open. */
  readonly closedAt: number | null;
  readonly createdAt: number;
  /**
   * Time of its email's confirmation, or of its creation if none was required; null: only the confirmation letter is
   * mailed there.
   */
  readonly confirmedAt: number | null;
}

/** View of the owner. */
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
  /** Hash of the one-time link that permits its creation and sets its role. */
  readonly link?: string | undefined;
}

/** `email`: taken. `link`: unusable, or there is an owner already. */
export type AddRefusal = "email" | "link";

export interface EndedLogins {
  readonly id: string;
  /**
   * Its new hash: replaces the one that was read, or by the link with this hash, which is used up. Other links that
   * would set its password become void. `at`: now, in epoch milliseconds.
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
  /** Undefined if there is none. `email`: in its stored form. */
  byEmail(email: string): Promise<StoredAccount | undefined>;
  byId(id: string): Promise<StoredAccount | undefined>;
  /** Owner of this server, if any. */
  owner(): Promise<StoredAccount | undefined>;
  /** Makes it the owner, and the former owner a member. False if there is no such account. */
  setOwner(id: string, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Adds it with its welcome, and uses up its link: all or nothing. Undefined: done. */
  add(account: NewAccount, entries?: readonly AuditDraft[]): Promise<AddRefusal | undefined>;
  /**
   * Starts the next generation of tokens and returns its number. With a link, keys, hooks and embeds from before the
   * email's confirmation end too: another person may have made them. Undefined if there is no such account, its
   * password has changed, or the link cannot be used. Works on a full disk too.
   */
  endLogins(ended: EndedLogins, entries?: readonly AuditDraft[]): Promise<number | undefined>;
  /**
   * Confirms its email by the link with this hash, which is used up; other links for that become void. False if the
   * link cannot be used.
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
  /** Closes it and ends its logins, or reopens it (null). False if there is no such account, or it is the owner's. */
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
  /** Its data is fully deleted. */
  erased(of: { readonly id: string; readonly at: number }, entries?: readonly AuditDraft[]): Promise<void>;
  /** Read from totals, except for flows, secrets and sources, of which there are few. */
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
   * Account and key with this hash; undefined for an unknown or revoked one, or of a closed account. The use is
   * stored if the last one is `notedEveryMs` milliseconds old, except on a full disk. Its first use is an audit
   * entry, with `from`.
   */
  use(
    hash: string,
    noting: { readonly at: number; readonly notedEveryMs: number; readonly from?: KeyUser },
  ): Promise<KeyOwner | undefined>;
}
