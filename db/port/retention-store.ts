// Retention store: retention times and deletions. Deletions work in slices, so that no operation takes long; callers
// repeat them until all is deleted. Money is never touched.

import type { SessionRow } from "./session-store.ts";

/** Kinds of text that are replaced before storing. */
export type RedactedKind = "card" | "iban" | "email" | "phone";

/** Retention settings of an account. Null days are the server's; 0 stores nothing at all. */
export interface RetentionRules {
  readonly audioDays: number | null;
  readonly wordsDays: number | null;
  readonly valuesDays: number | null;
  readonly numbersDays: number | null;
  readonly redact: readonly RedactedKind[];
}

export interface AccountRules {
  readonly accountId: string;
  /** Undefined for an account without settings. */
  readonly rules: RetentionRules | undefined;
}

/**
 * Deleted rows of each class. `words`: lines of transcripts; `values`: contexts and metadata; `numbers`: the
 * measurements; `audio`: files of recordings; `hooks`: undelivered deliveries.
 */
export interface ErasedCounts {
  readonly sessions: number;
  readonly words: number;
  readonly values: number;
  readonly numbers: number;
  readonly audio: number;
  readonly hooks: number;
}

/** `running`: also when a session of the subject has to end first. */
export type ErasureState = "running" | "done";

export interface ErasureRow {
  readonly id: string;
  readonly accountId: string;
  /** Keyed hash of the subject. */
  readonly subjectHash: string;
  readonly state: ErasureState;
  readonly counts: ErasedCounts;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** Hash of the finished receipt. */
  readonly receiptHash: string | null;
}

export interface Expiry {
  /** `words`: lines of transcripts; `values`: contexts and metadata; `numbers`: the rest of a session. */
  readonly of: "words" | "values" | "numbers";
  /** Null: sessions of the open engine. */
  readonly accountId: string | null;
  /** Sessions that ended earlier: epoch milliseconds. */
  readonly before: number;
  /** Rows of one slice. */
  readonly rowsMax: number;
  /** Sessions whose words and numbers are deleted in one slice: each takes a while, even with few words. */
  readonly sessionsMax: number;
  /** Present time: epoch milliseconds. */
  readonly at: number;
}

/** Expiry by the shorter retention of flows: sessions of all accounts, and of none. */
export type FlowExpiry = Pick<Expiry, "of" | "rowsMax" | "sessionsMax" | "at">;

export interface ExpiredSlice {
  readonly rows: number;
  /** False: another slice has more. */
  readonly isAll: boolean;
}

export interface SubjectKey {
  readonly accountId: string;
  readonly subjectHash: string;
}

export interface SessionRemoval {
  readonly accountId: string;
  readonly sessionId: string;
  /** Rows of one slice. */
  readonly rowsMax: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Erasure whose counts rise in the same transaction. */
  readonly erasureId?: string | undefined;
}

/** `open`: it has not ended; `more`: another slice has the rest; `missing`: the account has none of that id. */
export type RemovedSlice = "gone" | "more" | "open" | "missing";

/** Owner of a session's recordings. */
export interface SessionOwner {
  readonly sessionId: string;
  readonly accountId: string | null;
  /** Longest storage by its flow, in days; null: not set. */
  readonly audioDays: number | null;
  /** Whether all recordings of the session must be deleted. */
  readonly isErased: boolean;
}

export interface RecordedBytes {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly accounts: readonly { readonly accountId: string; readonly bytes: number }[];
}

export interface RetentionStore {
  /** Undefined for an account without settings. */
  rules(accountId: string): Promise<RetentionRules | undefined>;
  /** Replaces all rules. */
  setRules(accountId: string, rules: RetentionRules & { readonly at: number }): Promise<void>;
  /** Accounts in the order of their ids, those after `after`. */
  accounts(page: { readonly after: string; readonly limit: number }): Promise<readonly AccountRules[]>;
  /** Deletes one slice of expired data. A power cut may bring back its last moments. */
  expire(expiry: Expiry): Promise<ExpiredSlice>;
  /** Deletes one slice of data expired by its flow. */
  expireByFlow(expiry: FlowExpiry): Promise<ExpiredSlice>;
  /** Owners of those sessions that exist or were erased. */
  owners(sessionIds: readonly string[]): Promise<readonly SessionOwner[]>;
  /** Present bytes of accounts' recordings at a place; an unnamed owner has none there. */
  setRecorded(place: string, recorded: RecordedBytes): Promise<void>;
  /** Sessions of a subject, oldest first, those after the id `after`. */
  sessionsOf(
    page: SubjectKey & { readonly after: string; readonly limit: number },
  ): Promise<readonly SessionRow[]>;
  /** Deletes one slice of an ended session with all its data except its deliveries. Works on a full disk too. */
  remove(removal: SessionRemoval): Promise<RemovedSlice>;
  /** Adds an erasure. Works on a full disk too. */
  addErasure(erasure: SubjectKey & { readonly id: string; readonly at: number }): Promise<ErasureRow>;
  /** Adds to the counts of an erasure. */
  countErased(id: string, more: Partial<ErasedCounts>): Promise<void>;
  finishErasure(finish: { readonly id: string; readonly at: number; readonly hash: string }): Promise<void>;
  /** Newest first. */
  erasures(accountId: string, limit: number): Promise<readonly ErasureRow[]>;
  /** Undefined also for another account's erasure. */
  erasure(key: { readonly accountId: string; readonly id: string }): Promise<ErasureRow | undefined>;
  /** Unfinished erasures, oldest first. */
  runningErasures(): Promise<readonly ErasureRow[]>;
  /** Deletes some hundred receipts of erasures finished before this time. */
  forgetErasures(before: number): Promise<void>;
  /** Forgets sessions erased before this time: by then no node has data of them. */
  forgetErased(before: number): Promise<void>;
  /**
   * Removes deleted data from the store's own files. False: something reads from them, such as a backup; the caller
   * tries again.
   */
  clean(): Promise<boolean>;
}

export const nothingErased: ErasedCounts = {
  sessions: 0,
  words: 0,
  values: 0,
  numbers: 0,
  audio: 0,
  hooks: 0,
};

export function addCounts(to: ErasedCounts, more: Partial<ErasedCounts>): ErasedCounts {
  const { sessions = 0, words = 0, values = 0, numbers = 0, audio = 0, hooks = 0 } = more;
  return {
    sessions: to.sessions + sessions,
    words: to.words + words,
    values: to.values + values,
    numbers: to.numbers + numbers,
    audio: to.audio + audio,
    hooks: to.hooks + hooks,
  };
}

/** Receipts deleted at once. */
export const receiptsAtOnce = 500;

/** Events with spoken words, or with texts written about them. */
export const wordTypes = ["caller", "agent", "filler", "transfer", "outcome", "answer"];
