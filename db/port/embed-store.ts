// Embed store: public places of an account's flows, their limits, and their refusals. Each operation is one
// transaction, which also appends its audit entries if it succeeded.

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
  /** The server, or the account, has its maximum of calls. */
  | "busy"
  /** The embed's flow is gone, or cannot run. */
  | "flow"
  /** A provider chosen by the account cannot be used. */
  | "provider";

/** null: unlimited. */
export interface EmbedLimits {
  /** Limit of sessions that begin within sixty minutes. */
  readonly sessionsPerHour: number | null;
  /** Total time limit of sessions that begin on one day (UTC). */
  readonly minutesPerDay: number | null;
  /** Total budget of the embed's sessions, in micro-cents. */
  readonly budgetMicros: number | null;
  readonly expiresAt: number | null;
}

/** Look of an agent in pages; null: as in the page or this program. */
export interface EmbedBrand {
  readonly agentName: string | null;
  /** Picture as a data URL. */
  readonly picture: string | null;
  /** Colour such as #1a7f5a. */
  readonly colour: string | null;
  readonly greeting: string | null;
}

/** Settings that the embed's owner may change. */
export interface EmbedSettings extends EmbedLimits, EmbedBrand {
  readonly label: string;
  /** Origins of pages, such as https://shop.example. */
  readonly origins: readonly string[];
}

export interface NewEmbed extends EmbedSettings {
  readonly id: string;
  readonly accountId: string;
  /** Public, since pages contain it. */
  readonly token: string;
  readonly flowId: string;
  readonly createdAt: number;
}

export interface EmbedRow extends NewEmbed {
  /** Spent and held amounts, in micro-cents. */
  readonly usedMicros: number;
  readonly revokedAt: number | null;
}

export interface EmbedKey {
  readonly accountId: string;
  readonly id: string;
}

/** Current use of an embed's limits. */
export interface EmbedUse {
  /** Number of sessions within the last sixty minutes. */
  readonly sessions: number;
  /** Time reserved today, in milliseconds; each running session counts until the end of its minute. */
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
  /** In alphabetical order of reasons. */
  readonly refusals: readonly RefusalCount[];
}

export interface EmbedStore {
  /** False if the account has `embedsMax` unrevoked embeds. */
  add(embed: NewEmbed, embedsMax: number, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Newest first. */
  list(accountId: string): Promise<readonly EmbedRow[]>;
  /** Undefined also for another account's embed. `at`: now, in epoch milliseconds. */
  find(key: EmbedKey, at: number): Promise<EmbedState | undefined>;
  /** An absent field stays. False if the account has no embed of that id, or has revoked it. */
  change(key: EmbedKey, set: Partial<EmbedSettings>, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Revokes permanently. False as for `change`. Works on a full disk too. */
  revoke(key: EmbedKey & { readonly at: number }, entries?: readonly AuditDraft[]): Promise<boolean>;
  /** Undefined also for an embed of a closed account. */
  byToken(token: string): Promise<EmbedRow | undefined>;
  countRefusal(refused: {
    readonly id: string;
    readonly reason: EmbedRefusal;
    readonly at: number;
  }): Promise<void>;
  /** Origin of the page of the session with this token hash. */
  pageOf(tokenHash: string): Promise<string | undefined>;
}
