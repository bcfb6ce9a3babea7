// Embed store: public places of an account's flows, their limits, and their refusals. Each operation is one
// transaction, in which the audit entries that it is given are appended, if it did what they say.

import type { AuditDraft } from "./audit-store.ts";

/** Why a visitor got no session. */
export type EmbedRefusal =
  | "origin"
  | "expired"
  | "revoked"
  | "sessions"
  | "minutes"
  | "budget"
  /** The account has no credits. */
  | "credits"
  /** The server, or the account, has as many calls as it takes. */
  | "busy"
  /** Its flow is gone, or cannot run. */
  | "flow"
  /** A provider that its account has chosen cannot be used. */
  | "provider";

/** null: unlimited. */
export interface EmbedLimits {
  /** How many sessions may begin within sixty minutes. */
  readonly sessionsPerHour: number | null;
  /** How long all its sessions may take that begin on one day (UTC). */
  readonly minutesPerDay: number | null;
  /** Total budget of its sessions, in micro-cents. */
  readonly budgetMicros: number | null;
  readonly expiresAt: number | null;
}

/** Look of an agent in pages; null: as the page or this program has it. */
export interface EmbedBrand {
  readonly agentName: string | null;
  /** As a data URL. */
  readonly picture: string | null;
  /** Such as #1a7f5a. */
  readonly colour: string | null;
  readonly greeting: string | null;
}

/** Settings that its owner may change. */
export interface EmbedSettings extends EmbedLimits, EmbedBrand {
  readonly label: string;
  /** Origins of pages, such as https://shop.example. */
  readonly origins: readonly string[];
}

export interface NewEmbed extends EmbedSettings {
  readonly id: string;
  readonly accountId: string;
  /** Stands in pages, and so is no secret. */
  readonly token: string;
  readonly flowId: string;
  readonly createdAt: number;
}

export interface EmbedRow extends NewEmbed {
  /** Spent, and held for sessions that run. */
  readonly usedMicros: number;
  readonly revokedAt: number | null;
}

export interface EmbedKey {
  readonly accountId: string;
  readonly id: string;
}

/** Current use of its limits. */
export interface EmbedUse {
  /** Within the last sixty minutes. */
  readonly sessions: number;
  /** Time reserved today; each session that runs counts until the end of its minute. */
  readonly reservedMs: number;
}

export interface RefusalCount {
  readonly reason: EmbedRefusal;
  readonly count: number;
  readonly lastAt: number;
}

export interface EmbedState {
  readonly embed: EmbedRow;
  readonly use: EmbedUse;
  /** In the order of their reasons. */
  readonly refusals: readonly RefusalCount[];
}

export interface EmbedStore {
  /** False when the account has `embedsMax` that are not revoked. */
  add(embed: NewEmbed, embedsMax: number, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Newest first. */
  list(accountId: string): Promise<readonly EmbedRow[]>;
  /** Undefined also for another account's. `at`: now, in epoch milliseconds. */
  find(key: EmbedKey, at: number): Promise<EmbedState | undefined>;
  /** An absent field stays. False when the account has none of that id, or has revoked it. */
  change(key: EmbedKey, set: Partial<EmbedSettings>, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** For good. False as for `change`. Works on a full disk, too. */
  revoke(key: EmbedKey & { readonly at: number }, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** None of an account that is closed. */
  byToken(token: string): Promise<EmbedRow | undefined>;
  countRefusal(refused: {
    readonly id: string;
    readonly reason: EmbedRefusal;
    readonly at: number;
  }): Promise<void>;
  /** The origin of the page in which the session with a token of this hash was begun. */
  pageOf(tokenHash: string): Promise<string | undefined>;
}
