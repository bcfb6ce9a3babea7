// Stored rows: rows as the callers of the store see them, alike for both databases. Money is whole micro-cents,
// times are epoch milliseconds.

export type JsonObject = Readonly<Record<string, unknown>>;
/** Where an editor shows the nodes, by their ids, in pixels. */
export type FlowLayout = Readonly<Record<string, readonly [x: number, y: number]>>;
export type ProviderKind = "stt" | "tts" | "llm";
export type EntryKind = "grant" | "hold" | "settle" | "release" | "writeoff";
export type SessionStatus = "waiting" | "running" | "ended";

/** State of the work that a flow asks for after a call. `failed`: it was not made, and will not be. */
export type CallOutcomeState = "pending" | "done" | "failed";

/** Without a model: the provider's default. */
export interface StoredFallback {
  readonly provider: string;
  readonly model?: string;
}

/** One account is the owner's: it also sees and settles what is the deployment's. */
export type AccountRole = "owner" | "member";

/** `owner`, `signup`: its holder creates an account. `password`: sets the one of an account. */
export type LinkPurpose = "owner" | "signup" | "password" | "email";
