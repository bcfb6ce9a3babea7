// Call store: sessions as searchable calls, notes about them, and the daily figures of an account. Lists choose
// by an index of their own, so they answer alike with ten calls and with a hundred thousand; figures are sums
// that were written when each call ended, and no call is read for them.

import type { LedgerEntry } from "./ledger-store.ts";
import type { SessionRow } from "./session-store.ts";
import type { SessionStatus } from "./stored-rows.ts";

/** Reasons for which a call ends that went as its caller, its flow or its account meant it to. */
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
 * Trouble of a call by its place: the caller's network, an engine or a vendor, a tool of its flow, or another
 * unplanned end.
 */
export const troubles = ["network", "provider", "tool", "other"] as const;
export type Trouble = (typeof troubles)[number];

/** Side that has called. */
export type CallDirection = "inbound" | "outbound";

export interface CallRow extends SessionRow {
  /** Current name of the flow; null: it is gone, shipped with the program, or there was none. */
  readonly flowName: string | null;
  /** Transport of its first connection; null: there was none, or an earlier version had it. */
  readonly transport: string | null;
  readonly direction: CallDirection | null;
  /** Numbers of both sides, sealed, in base64; null: it has none. */
  readonly parties: string | null;
  /** Response time, from the caller's last speech to the first audio; null until its end, and when there were none. */
  readonly latencyP95Ms: number | null;
  /** Replies of which the caller did not hear the end; null until its end. */
  readonly interruptions: number | null;
  /** Null until its end, and when nothing did. A call that went on in spite of it has some, too. */
  readonly trouble: Trouble | null;
  /** In the order of their letters. */
  readonly tags: readonly string[];
  readonly note: string | null;
}

/** Which calls. undefined: no filter. */
export interface CallChoice {
  readonly accountId: string;
  /** All of these words were said. */
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
  /** Begun at this time or later, and before that one: epoch milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface CallPage extends CallChoice {
  /** The last call of the page before. */
  readonly after?: Pick<CallRow, "createdAt" | "id"> | undefined;
  readonly limit: number;
}

export interface CallKey {
  readonly accountId: string;
  readonly sessionId: string;
}

/** undefined: unchanged. */
export interface CallRemarks {
  /** Null: none. */
  readonly note?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Calls that ended on a day of UTC. */
export interface DayFigures {
  /** As `2026-11-24`. */
  readonly day: string;
  readonly calls: number;
  readonly failed: number;
  readonly connectedMs: number;
  readonly costMicros: number;
  /** How many answers fall into which class, the shortest first: they took at most so many milliseconds. */
  readonly latencies: readonly (readonly [uptoMs: number, answers: number])[];
}

/** Figures of a flow at one revision, over some days. */
export interface FlowFigures extends Omit<DayFigures, "day" | "latencies"> {
  /** Null: of assistant sessions. */
  readonly flowId: string | null;
  /** Null: of a flow that comes with the program, or of an assistant. */
  readonly revision: number | null;
}

export interface Figures {
  /** Calls that run now, on all nodes. */
  readonly running: number;
  /** In their order; days without a call are left out. */
  readonly days: readonly DayFigures[];
}

export interface CallStore {
  /** Newest first. */
  page(page: CallPage): Promise<readonly CallRow[]>;
  /** Undefined also for another account's. */
  find(key: CallKey): Promise<CallRow | undefined>;
  /**
   * Writes down what people say of it. False: the account has no such call. `expired`: its words have come to their age,
   * and a note goes with them.
   */
  remark(key: CallKey, remarks: CallRemarks): Promise<boolean | "expired">;
  /** Entries of one call, in order. */
  entries(key: CallKey): Promise<readonly LedgerEntry[]>;
  /** From this day on, as `2026-11-24`. */
  figures(accountId: string, fromDay: string): Promise<Figures>;
  /** By flow and revision, from this day on, the dearest first. */
  flowFigures(accountId: string, fromDay: string): Promise<readonly FlowFigures[]>;
}
