// Call store: sessions as searchable calls, notes about them, and the daily figures of an account. Lists use an index
// of their own, so they are as quick with a hundred thousand calls as with ten; figures are sums written when each
// call ended, and read no call.

import type { LedgerEntry } from "./ledger-store.ts";
import type { SessionRow } from "./session-store.ts";
import type { SessionStatus } from "./stored-rows.ts";

/** End reasons that caller, flow or account intended. */
export const endedAsMeant: readonly string[] = [
  "completed",
  "caller",
  "idle",
  "max_duration",
  "revoked",
  "dismissed",
  "expired",
];

/**
 * Trouble of a call by place: the caller's network, an engine or a vendor, a tool of its flow, or another unplanned
 * end.
 */
export const troubles = ["network", "provider", "tool", "other"] as const;
export type Trouble = (typeof troubles)[number];

/** Direction of the call. */
export type CallDirection = "inbound" | "outbound";

export interface CallRow extends SessionRow {
  /** Present name of the flow; null: deleted, shipped with the program, or none. */
  readonly flowName: string | null;
  /** Transport of the call's first connection; null: none, or from an earlier version. */
  readonly transport: string | null;
  readonly direction: CallDirection | null;
  /** Numbers of both sides, sealed, in base64; null: none. */
  readonly parties: string | null;
  /**
   * Response time, from the caller's last speech to the first audio; null until the call's end, and without any
   * response.
   */
  readonly latencyP95Ms: number | null;
  /** Replies whose end the caller did not hear; null until the call's end. */
  readonly interruptions: number | null;
  /** Null until the call's end, and without trouble. A call that continued despite trouble has some too. */
  readonly trouble: Trouble | null;
  /** In alphabetical order. */
  readonly tags: readonly string[];
  readonly note: string | null;
}

/** Filters of calls; undefined: no filter. */
export interface CallChoice {
  readonly accountId: string;
  /** Words that all were said in the call. */
  readonly words?: string | undefined;
  readonly flowId?: string | undefined;
  readonly status?: SessionStatus | undefined;
  readonly endReason?: string | undefined;
  readonly outcome?: string | undefined;
  readonly transport?: string | undefined;
  readonly direction?: CallDirection | undefined;
  readonly subjectHash?: string | undefined;
  readonly tag?: string | undefined;
  /** Calls that ended for a reason outside `endedAsMeant`. */
  readonly failed?: boolean | undefined;
  /** `any`: trouble of each kind. */
  readonly trouble?: Trouble | "any" | undefined;
  /** Range of start times, end exclusive: epoch milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface CallPage extends CallChoice {
  /** Last call of the previous page. */
  readonly after?: Pick<CallRow, "createdAt" | "id"> | undefined;
  readonly limit: number;
}

export interface CallKey {
  readonly accountId: string;
  readonly sessionId: string;
}

/** undefined: unchanged. */
export interface CallRemarks {
  /** Null: no note. */
  readonly note?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Calls that ended on a day of UTC. */
export interface DayFigures {
  /** Day as `2026-11-24`. */
  readonly day: string;
  readonly calls: number;
  readonly failed: number;
  readonly connectedMs: number;
  readonly costMicros: number;
  /** Number of answers per class, shortest first, each up to this many milliseconds. */
  readonly latencies: readonly (readonly [uptoMs: number, answers: number])[];
}

/** Figures of a flow at one revision, over some days. */
export interface FlowFigures extends Omit<DayFigures, "day" | "latencies"> {
  /** Null: figures of assistant sessions. */
  readonly flowId: string | null;
  /** Null: figures of a flow shipped with the program, or of an assistant. */
  readonly revision: number | null;
}

export interface Figures {
  /** Calls running now, on all nodes. */
  readonly running: number;
  /** Days in order; days without a call are left out. */
  readonly days: readonly DayFigures[];
}

export interface CallStore {
  /** Newest first. */
  page(page: CallPage): Promise<readonly CallRow[]>;
  /** Undefined also for another account's call. */
  find(key: CallKey): Promise<CallRow | undefined>;
  /**
   * Stores people's remarks. False: the account has no such call. `expired`: its words have expired, and notes with
   * them.
   */
  remark(key: CallKey, remarks: CallRemarks): Promise<boolean | "expired">;
  /** Entries of one call, in order. */
  entries(key: CallKey): Promise<readonly LedgerEntry[]>;
  /** Figures from this day on, as `2026-11-24`. */
  figures(accountId: string, fromDay: string): Promise<Figures>;
  /** Figures by flow and revision, from this day on, most expensive first. */
  flowFigures(accountId: string, fromDay: string): Promise<readonly FlowFigures[]>;
}
