// Session store: sessions, what was said in them, and what they hold and spend. Row and money are always written in
// one transaction, so after a crash, too, the row says what was paid.

import type { JsonObject, SessionStatus } from "./stored-rows.ts";

export interface SessionRow {
  readonly id: string;
  /** Calls of the open engine have none. */
  readonly accountId: string | null;
  /** SHA-256 of the token, in hexadecimal; calls that need no token have none. */
  readonly tokenHash: string | null;
  readonly tokenPrefix: string | null;
  readonly flowId: string | null;
  readonly flowRevision: number | null;
  readonly context: JsonObject;
  readonly metadata: JsonObject;
  readonly status: SessionStatus;
  readonly createdAt: number;
  readonly firstConnectedAt: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly connectedMs: number;
  /** Written together with `connectedMs` and `costMicros`: after a crash these three are the truth. */
  readonly heartbeatAt: number | null;
  readonly outcome: string | null;
  readonly endReason: string | null;
  readonly usage: JsonObject | null;
  readonly costMicros: number;
  /** How many events were sent to its hooks; null when it has none. */
  readonly hookSeq: number | null;
  /** Names by kind, and whose key was used. */
  readonly providers: JsonObject | null;
}

export interface NewSession {
  readonly id: string;
  readonly accountId: string | undefined;
  readonly token?: { readonly hash: string; readonly prefix: string } | undefined;
  readonly flowId: string | undefined;
  readonly flowRevision: number | undefined;
  readonly context: JsonObject;
  readonly metadata: JsonObject;
  readonly providers: JsonObject;
  readonly at: number;
}

/** What a session that runs changes in its row. */
export type SessionPatch = Partial<
  Pick<
    SessionRow,
    | "status"
    | "firstConnectedAt"
    | "endedAt"
    | "connectedMs"
    | "heartbeatAt"
    | "outcome"
    | "endReason"
    | "usage"
    | "costMicros"
    | "hookSeq"
  >
>;

export interface StoredSessionEvent {
  readonly sessionId: string;
  /** Milliseconds since the call began. */
  readonly atMs: number;
  /**
   * `caller` and `agent` are transcript lines as they were heard; `latency` is one turn's, `tool` one call of a tool,
   * `provider` a refused key, a change of providers, or that nobody could be heard or spoken for.
   */
  readonly type: string;
  readonly data: JsonObject;
}

export interface BeginningSession {
  readonly row: NewSession & { readonly accountId: string };
  /** Held for its first minute. */
  readonly holdMicros: number;
  /** The API key that asks for it. */
  readonly keyId: string | undefined;
}

/** `credits`: there is not that much. `key`: it was revoked. */
export type BeginRefusal = "credits" | "key";

export interface SettlingSession {
  readonly id: string;
  readonly accountId: string;
  readonly patch: SessionPatch;
  /** Everything the session has cost so far, so that settling twice is settling once. */
  readonly totalMicros: number;
  readonly at: number;
  /** The session is over: the unused part of the hold goes back, and nothing can be settled any more. */
  readonly close: boolean;
  /** Held besides, all of it or nothing. */
  readonly extendMicros?: number;
}

export interface SettledSession {
  /** Whether `extendMicros` are held. */
  readonly extended: boolean;
}

/** What sessions that run have to write, in this order. */
export interface SessionBatch {
  readonly rows: readonly NewSession[];
  readonly patches: ReadonlyMap<string, SessionPatch>;
  readonly events: readonly StoredSessionEvent[];
}

/** A session that a crash has ended, with what its hooks need to know. */
export type CrashedSession = Pick<
  SessionRow,
  "id" | "flowId" | "flowRevision" | "metadata" | "connectedMs"
> & { readonly accountId: string; readonly hookSeq: number };

export interface Swept {
  /** How many sessions were left open. */
  readonly sessions: number;
  /** Those of them that have hooks. */
  readonly withHooks: readonly CrashedSession[];
}

export interface SessionStore {
  /** Writes its row and holds the first minute, both or neither; undefined when that is done. */
  begin(beginning: BeginningSession): Promise<BeginRefusal | undefined>;
  /** A power cut may cost the last moments of this. */
  write(batch: SessionBatch): Promise<void>;
  /** Row and ledger, both or neither. */
  settle(settling: SettlingSession): Promise<SettledSession>;
  /** The last ones, newest first. */
  list(accountId: string, limit: number): Promise<readonly SessionRow[]>;
  /** Undefined also for another account's. Events are in their order. */
  find(key: {
    readonly accountId: string;
    readonly sessionId: string;
  }): Promise<{ readonly row: SessionRow; readonly events: readonly StoredSessionEvent[] } | undefined>;
  /** Whether there is or was a session with a token of this hash. */
  isKnown(tokenHash: string): Promise<boolean>;
  /**
   * For the start of the server, before any session: ends those that a crash left open, and settles what they used up
   * to their last heartbeat.
   */
  sweep(at: number): Promise<Swept>;
}
