// Session store: sessions, their words, their holds and their spending. Row and money are always written in one
// transaction, so the row shows what was paid even after a crash.

import type { EmbedRefusal } from "./embed-store.ts";
import type { CallOutcomeState, JsonObject, SessionStatus } from "./stored-rows.ts";

export interface SessionRow {
  readonly id: string;
  /** Calls of the open engine have no account. */
  readonly accountId: string | null;
  /** SHA-256 of the token, in hexadecimal; null for calls without a token. */
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
  /** State of the work of its flow after the end; null: none. */
  readonly callOutcome: CallOutcomeState | null;
  readonly endReason: string | null;
  readonly usage: JsonObject | null;
  readonly costMicros: number;
  /** Number of events sent to its hooks; null without hooks. */
  readonly hookSeq: number | null;
  /** Provider names by kind, and the owner of the key. */
  readonly providers: JsonObject | null;
  /** Node of the session, or its last one. */
  readonly home: string | null;
  /** Subject of the call, as a keyed hash; null: not given. */
  readonly subjectHash: string | null;
}

/** Days for which its flow stores each class of a session's data; null: as its account does. */
export interface FlowDays {
  readonly audio: number | null;
  readonly words: number | null;
  readonly values: number | null;
  readonly numbers: number | null;
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
  readonly home: string;
  /** Subject of the call, as a keyed hash. */
  readonly subjectHash?: string | undefined;
  /** Direction as in a list of calls. */
  readonly direction?: "inbound" | "outbound" | undefined;
  readonly parties?: string | undefined;
  readonly callOutcome?: CallOutcomeState | undefined;
  readonly flowDays?: FlowDays | undefined;
  /** Data with which another node continues the session when this node is gone; absent: no node may. */
  readonly snapshot?: JsonObject | undefined;
  readonly at: number;
}

/** Fields of the row that a running session changes. */
export type SessionPatch = Partial<
  Pick<
    SessionRow,
    | "status"
    | "firstConnectedAt"
    | "endedAt"
    | "connectedMs"
    | "heartbeatAt"
    | "outcome"
    | "callOutcome"
    | "endReason"
    | "usage"
    | "costMicros"
    | "hookSeq"
  > & {
    /** Transport of the session's first connection. */
    readonly transport: string | null;
  }
>;

export interface StoredSessionEvent {
  readonly sessionId: string;
  /** Milliseconds since the call began. */
  readonly atMs: number;
  /**
   * `caller` and `agent` are transcript lines as heard; `latency` is one turn's, `tool` one tool call, `provider` a
   * refused key, a change of providers, or a loss of hearing or voice.
   */
  readonly type: string;
  readonly data: JsonObject;
}

/** Session begun by a visitor of a page. */
export interface BegunInPage {
  readonly embedId: string;
  /** Origin of the page, such as https://shop.example; undefined: no page. */
  readonly origin?: string | undefined;
}

export interface BeginningSession {
  readonly row: NewSession & { readonly accountId: string };
  /** Amount held for the first minute. */
  readonly holdMicros: number;
  /** API key of the request. */
  readonly keyId: string | undefined;
  /** Limit of the account on all nodes together; undefined: not counted here. */
  readonly sessionsMax?: number | undefined;
  /** True if its home has a lease of this account: the hold is then taken from that, as long as it lasts. */
  readonly fromLease?: boolean | undefined;
  /** Embed whose limits apply too, and at which the session counts. */
  readonly embed?: BegunInPage | undefined;
}

/**
 * `credits`: not enough. `key`: revoked. `closed`: the account is. `limit`: the account has `sessionsMax`. `budget`:
 * that of the month is spent. Others: its embed's.
 */
export type BeginRefusal = "credits" | "key" | "closed" | "limit" | "budget" | `embed/${EmbedRefusal}`;

export interface SettlingSession {
  readonly id: string;
  readonly accountId: string;
  /** Settling node: the write is refused when the session has moved to another home. */
  readonly home: string;
  readonly patch: SessionPatch;
  /** Total cost of the session so far, so that settling twice is settling once. */
  readonly totalMicros: number;
  readonly at: number;
  /** The session is over: the unused part of the hold is returned, and nothing can be settled any more. */
  readonly close: boolean;
  /** Additional amount to hold, all of it or nothing. */
  readonly extendMicros?: number;
  /** As in `BeginningSession`. */
  readonly fromLease?: boolean | undefined;
}

export interface SettledSession {
  /** True if `extendMicros` are held. */
  readonly extended: boolean;
  /** true: the session has another home, and the write was refused. */
  readonly moved: boolean;
  /** Amount that nothing covers. */
  readonly writtenOffMicros: number;
}

/** Writes of running sessions, in this order. */
export interface SessionBatch {
  /** Writing node. */
  readonly home: string;
  /** Rises with each batch of a node: a repeated one, after a lost answer, is written once. */
  readonly number: number;
  readonly rows: readonly NewSession[];
  readonly patches: ReadonlyMap<string, SessionPatch>;
  readonly events: readonly StoredSessionEvent[];
  /** Snapshots for a takeover by another node, by session; each replaces the previous one. */
  readonly snapshots: ReadonlyMap<string, JsonObject>;
}

/** Location of a session. */
export interface SessionPlace {
  readonly id: string;
  readonly accountId: string | null;
  readonly home: string | null;
  readonly status: SessionStatus;
}

/** Unfinished session in the view of the server's owner: without words and values. */
export interface OpenSession
  extends SessionPlace, Pick<SessionRow, "flowId" | "createdAt" | "firstConnectedAt" | "connectedMs"> {
  /** Email of the session's account. */
  readonly email: string | null;
  /** Transport of the session's first connection. */
  readonly transport: string | null;
}

/** Session with a new home. */
export interface AdoptedSession {
  readonly row: SessionRow;
  readonly snapshot: JsonObject;
  /** Held amount beyond the settled one. */
  readonly openMicros: number;
}

/** Sessions to end: all open ones of some homes (null: sessions without a home), or some of one account. */
export type SweepOrder = { readonly at: number } & (
  { readonly homes: readonly (string | null)[] } | { readonly home: string; readonly ids: readonly string[] }
);

/** Session in which a crash ended something, with the data for its hooks. */
export type CrashedSession = Pick<
  SessionRow,
  "id" | "flowId" | "flowRevision" | "metadata" | "connectedMs"
> & {
  readonly accountId: string;
  readonly hookSeq: number;
  /** The call had ended before the crash: only its post-processing is missing. */
  readonly wasOver: boolean;
  /** The post-processing of its end will not run. */
  readonly lacksOutcome: boolean;
};

export interface Swept {
  /** Number of sessions left open, except those that only waited for an outcome. */
  readonly sessions: number;
  /** Sessions among them with hooks. */
  readonly withHooks: readonly CrashedSession[];
}

export interface SessionStore {
  /** Writes the session's row and holds the first minute, both or neither; undefined: done. */
  begin(beginning: BeginningSession): Promise<BeginRefusal | undefined>;
  /**
   * Writes a batch; a power cut may cost its last moments. Returns sessions with another home by now: their patches and
   * snapshots were not written.
   */
  write(batch: SessionBatch): Promise<readonly string[]>;
  /**
   * Settles rows and ledger of some sessions of one account: all of it or nothing. Returns each result in its place.
   */
  settle(settlings: readonly SettlingSession[]): Promise<readonly SettledSession[]>;
  /** Latest sessions, newest first. */
  list(accountId: string, limit: number): Promise<readonly SessionRow[]>;
  /** Undefined also for another account's session. Events are in order. */
  find(key: {
    readonly accountId: string;
    readonly sessionId: string;
  }): Promise<{ readonly row: SessionRow; readonly events: readonly StoredSessionEvent[] } | undefined>;
  /** The session, open or ended, with a token of this hash. */
  byToken(tokenHash: string): Promise<SessionPlace | undefined>;
  /**
   * Gives an open session another home, with the data for continuing. Undefined if its home is not `from` any more,
   * it is over, or it cannot be continued.
   */
  adopt(adoption: {
    readonly id: string;
    readonly from: string | null;
    readonly home: string;
    readonly at: number;
  }): Promise<AdoptedSession | undefined>;
  /** Open sessions of all accounts, newest first: the session with this id, or those before the id `before`. */
  open(page: {
    readonly id?: string | undefined;
    readonly before?: string | undefined;
    readonly limit: number;
  }): Promise<readonly OpenSession[]>;
  /** Ids of sessions stored as open at this node and begun before `before`. */
  openAt(of: { readonly home: string; readonly before: number }): Promise<readonly string[]>;
  /**
   * Ends sessions whose node is gone or has forgotten them: settles their use up to the last heartbeat. Marks their
   * post-processing as failed. Returns a dead home's loans and ends its claims on hook deliveries.
   */
  sweep(sweeping: SweepOrder): Promise<Swept>;
}
