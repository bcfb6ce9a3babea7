// Access store: logins with their access tokens, and one-time links that create an account or set a password. Links
// are stored as hashes.

import type { AuditDraft } from "./audit-store.ts";
import type { LinkPurpose } from "./stored-rows.ts";

export interface LinkEntry {
  readonly id: string;
  readonly purpose: LinkPurpose;
  /** Account whose password the link sets or whose email it confirms; null: the link creates an account. */
  readonly accountId: string | null;
  readonly label: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  /** Account created with the link. */
  readonly usedBy: string | null;
  readonly revokedAt: number | null;
}

export interface NewLink extends Omit<LinkEntry, "usedAt" | "usedBy" | "revokedAt"> {
  /** SHA-256 of the link's token, in hexadecimal. */
  readonly hash: string;
}

export interface LoginEntry {
  readonly id: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** The part of the address that may be stored. */
  readonly address: string | null;
  /** Name given by the program at its login. */
  readonly agent: string | null;
}

export interface NewLogin extends Omit<LoginEntry, "lastUsedAt"> {
  readonly accountId: string;
}

export interface LoginKey {
  readonly id: string;
  readonly accountId: string;
}

/** Logins of an account that stay when one more of their kind comes. */
export interface KeptLogins {
  /** Prefix of the kind's ids: letters only. */
  readonly prefix: string;
  /** Logins before this time have expired. */
  readonly since: number;
  /** Maximum number of logins: the newest ones stay. */
  readonly max: number;
}

export interface AccessStore {
  addLogin(login: NewLogin, kept: KeptLogins, entries?: readonly AuditDraft[]): Promise<void>;
  /**
   * True if the login exists. Its use is stored if the last one is `notedEveryMs` milliseconds old, except on a full
   * disk.
   */
  useLogin(key: LoginKey, noting: { readonly at: number; readonly notedEveryMs: number }): Promise<boolean>;
  /** Logins since then, newest first. */
  logins(accountId: string, since: number): Promise<readonly LoginEntry[]>;
  /** False if the login does not exist. Works on a full disk too. */
  endLogin(key: LoginKey, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Deletes links that have been unusable for a month. */
  addLink(link: NewLink, entries?: readonly AuditDraft[]): Promise<void>;
  /** Newest links of a purpose, newest first. `after`: only links created later, in epoch milliseconds. */
  links(purpose: LinkPurpose, limit: number, after?: number): Promise<readonly LinkEntry[]>;
  /** Link with this hash, if usable at `at`, in epoch milliseconds. */
  usableLink(hash: string, at: number): Promise<LinkEntry | undefined>;
  /** False if there is no usable link. */
  revokeLink(
    link: { readonly id: string; readonly purpose: LinkPurpose; readonly at: number },
    entries?: readonly AuditDraft[],
  ): Promise<boolean>;
}

/** Time for which a used link is remembered. */
export const linksKeptMs = 30 * 24 * 3_600_000;
