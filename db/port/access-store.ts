// Access store: logins, each with the access token that names it, and the one-time links that create an account
// or set a password. Links are stored as hashes.

import type { AuditDraft } from "./audit-store.ts";
import type { LinkPurpose } from "./stored-rows.ts";

export interface LinkEntry {
  readonly id: string;
  readonly purpose: LinkPurpose;
  /** Account whose password it sets or whose email it confirms; null: it makes an account. */
  readonly accountId: string | null;
  readonly label: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  /** The account that was made with it. */
  readonly usedBy: string | null;
  readonly revokedAt: number | null;
}

export interface NewLink extends Omit<LinkEntry, "usedAt" | "usedBy" | "revokedAt"> {
  /** SHA-256 of its token, in hexadecimal. */
  readonly hash: string;
}

export interface LoginEntry {
  readonly id: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** As much of it as may be kept. */
  readonly address: string | null;
  /** Name that the program gave at its login. */
  readonly agent: string | null;
}

export interface NewLogin extends Omit<LoginEntry, "lastUsedAt"> {
  readonly accountId: string;
}

export interface LoginKey {
  readonly id: string;
  readonly accountId: string;
}

/** Which logins of an account stay when one more comes: it is about those of its own sort alone. */
export interface KeptLogins {
  /** The ids of that sort begin with it: letters, no more. */
  readonly prefix: string;
  /** Older ones have expired. */
  readonly since: number;
  /** The newest ones. */
  readonly max: number;
}

export interface AccessStore {
  addLogin(login: NewLogin, kept: KeptLogins, entries?: readonly AuditDraft[]): Promise<void>;
  /**
   * Whether there is that login. Its use is noted down when the last one that was is `notedEveryMs` milliseconds ago,
   * and left out on a full disk.
   */
  useLogin(key: LoginKey, noting: { readonly at: number; readonly notedEveryMs: number }): Promise<boolean>;
  /** Logins since then, newest first. */
  logins(accountId: string, since: number): Promise<readonly LoginEntry[]>;
  /** False when there is none. Works on a full disk, too. */
  endLogin(key: LoginKey, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Forgets what could not be used any more for a month. */
  addLink(link: NewLink, entries?: readonly AuditDraft[]): Promise<void>;
  /** The last ones of a purpose, newest first. `after`: only those that were made after it, in epoch milliseconds. */
  links(purpose: LinkPurpose, limit: number, after?: number): Promise<readonly LinkEntry[]>;
  /** With this hash, if it can be used: at `at`, in epoch milliseconds. */
  usableLink(hash: string, at: number): Promise<LinkEntry | undefined>;
  /** False when there is none that could be used. */
  revokeLink(
    link: { readonly id: string; readonly purpose: LinkPurpose; readonly at: number },
    entries?: readonly AuditDraft[],
  ): Promise<boolean>;
}

/** For so long it is known what became of a link. */
export const linksKeptMs = 30 * 24 * 3_600_000;
