// Stored rows: rows for the store's callers, alike for both databases. Money is whole micro-cents, times are epoch
// milliseconds.

export type JsonObject = Readonly<Record<string, unknown>>;
/** Node positions in an editor, by id, in pixels. */
export type FlowLayout = Readonly<Record<string, readonly [x: number, y: number]>>;
export type ProviderKind = "stt" | "tts" | "llm";
export type EntryKind = "grant" | "hold" | "settle" | "release" | "writeoff";
export type SessionStatus = "waiting" | "running" | "ended";

/** State of a flow's work after a call. `failed`: not made, and never will be. */
export type CallOutcomeState = "pending" | "done" | "failed";

/** Replacement; without a model, the provider's default is used. */
export interface StoredFallback {
  readonly provider: string;
  readonly model?: string;
}

/** Role: one account is the owner's, which also sees and settles the server's affairs. */
export type AccountRole = "owner" | "member";

/** `owner`, `signup`: its holder creates an account. `password`: sets the one of an account. */
export type LinkPurpose = "owner" | "signup" | "password" | "email";
