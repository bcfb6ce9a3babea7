// Access store: the one-time links that let somebody make an account or set a password. Of each only a hash is kept.

import type { AuditDraft } from "./audit-store.ts";
import type { LinkPurpose } from "./stored-rows.ts";

export interface LinkEntry {
  readonly id: string;
  readonly purpose: LinkPurpose;
  /** Whose password it sets; null: it makes an account. */
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

export interface AccessStore {
  /** Forgets what could not be used any more for a month. */
  addLink(link: NewLink, entries?: readonly AuditDraft[]): Promise<void>;
  /** The last ones of a purpose, newest first. */
  links(purpose: LinkPurpose, limit: number): Promise<readonly LinkEntry[]>;
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
