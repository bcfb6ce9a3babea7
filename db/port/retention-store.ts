// Retention store: how long something is kept, and that it goes. Deletions work in slices, so that no operation
// takes long; callers repeat them until all is deleted. Money is never touched.

import type { SessionRow } from "./session-store.ts";

/** Kinds of text that are replaced before storing. */
export type RedactedKind = "card" | "iban" | "email" | "phone";

/** Retention settings of an account. Days that are null are the deployment's; 0 is not kept at all. */
export interface RetentionRules {
  readonly audioDays: number | null;
  readonly wordsDays: number | null;
  readonly valuesDays: number | null;
  readonly numbersDays: number | null;
  readonly redact: readonly RedactedKind[];
}

export interface AccountRules {
  readonly accountId: string;
  /** Undefined for an account that has said nothing. */
  readonly rules: RetentionRules | undefined;
}

/**
 * Deleted rows of each class. `words`: lines of transcripts; `values`: contexts and metadata; `numbers`: the
 * measurements; `audio`: files of recordings; `hooks`: deliveries that were not taken yet.
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
  /** A keyed hash. */
  readonly subjectHash: string;
  readonly state: ErasureState;
  readonly counts: ErasedCounts;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** Hash of the finished receipt. */
  readonly receiptHash: string | null;
}

export interface Expiry {
  /** `words`: lines of transcripts; `values`: contexts and metadata; `numbers`: all that is left of a session. */
  readonly of: "words" | "values" | "numbers";
  /** Null: sessions of the open engine. */
  readonly accountId: string | null;
  /** Sessions that ended earlier: epoch milliseconds. */
  readonly before: number;
  /** Rows of one slice. */
  readonly rowsMax: number;
  /** Sessions whose words and numbers go in one slice: each takes a while, however few its words are. */
  readonly sessionsMax: number;
  /** Now: epoch milliseconds. */
  readonly at: number;
}

/** Shorter retention of flows: sessions of all accounts, and of none. */
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
  /** Erasure whose counts go up in the same transaction. */
  readonly erasureId?: string | undefined;
}

/** `open`: it has not ended; `more`: another slice has the rest; `missing`: the account has none of that id. */
export type RemovedSlice = "gone" | "more" | "open" | "missing";

/** Owner of a session's recordings. */
export interface SessionOwner {
  readonly sessionId: string;
  readonly accountId: string | null;
  /** For how many days its flow keeps them at most; null: it does not say. */
  readonly audioDays: number | null;
  /** Nothing of it is to be left. */
  readonly isErased: boolean;
}

export interface RecordedBytes {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly accounts: readonly { readonly accountId: string; readonly bytes: number }[];
}

export interface RetentionStore {
  /** Undefined for an account that has said nothing. */
  rules(accountId: string): Promise<RetentionRules | undefined>;
  /** Replaces them whole. */
  setRules(accountId: string, rules: RetentionRules & { readonly at: number }): Promise<void>;
  /** In the order of their ids, those behind `after`. */
  accounts(page: { readonly after: string; readonly limit: number }): Promise<readonly AccountRules[]>;
  /** One slice of the data that has come to its age. A power cut may bring back the last moments of it. */
  expire(expiry: Expiry): Promise<ExpiredSlice>;
  /** The same for data that has come to the age of its flow. */
  expireByFlow(expiry: FlowExpiry): Promise<ExpiredSlice>;
  /** Owners of those ids that exist or were erased. */
  owners(sessionIds: readonly string[]): Promise<readonly SessionOwner[]>;
  /** How many bytes of recordings accounts have at a place by now; an unnamed owner has none there. */
  setRecorded(place: string, recorded: RecordedBytes): Promise<void>;
  /** Sessions of a subject, the oldest first, those behind the id `after`. */
  sessionsOf(
    page: SubjectKey & { readonly after: string; readonly limit: number },
  ): Promise<readonly SessionRow[]>;
  /** One slice of an ended session with all that belongs to it but its deliveries. Works on a full disk, too. */
  remove(removal: SessionRemoval): Promise<RemovedSlice>;
  /** Works on a full disk, too. */
  addErasure(erasure: SubjectKey & { readonly id: string; readonly at: number }): Promise<ErasureRow>;
  /** Adds to its counts. */
  countErased(id: string, more: Partial<ErasedCounts>): Promise<void>;
  finishErasure(finish: { readonly id: string; readonly at: number; readonly hash: string }): Promise<void>;
  /** Newest first. */
  erasures(accountId: string, limit: number): Promise<readonly ErasureRow[]>;
  /** Undefined also for another account's. */
  erasure(key: { readonly accountId: string; readonly id: string }): Promise<ErasureRow | undefined>;
  /** All that are not done, the oldest first. */
  runningErasures(): Promise<readonly ErasureRow[]>;
  /** Some hundred receipts of erasures that were done before. */
  forgetErasures(before: number): Promise<void>;
  /** Forgets which sessions were erased before: by then no node has anything of them. */
  forgetErased(before: number): Promise<void>;
  /**
   * Leaves no deleted data in the files of the store, as far as these are its own. False: something reads from them,
   * such as a backup; it is to be tried again.
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

/** So many receipts are forgotten at once. */
export const receiptsAtOnce = 500;

/** Events that are spoken words, or texts written about them. */
export const wordTypes = ["caller", "agent", "filler", "transfer", "outcome", "answer"];
