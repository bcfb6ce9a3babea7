// Call store: sessions as calls that somebody looks for, what people wrote about them, and the figures of an account's
// days. Lists choose by an index of their own, so they answer alike with ten calls and with a hundred thousand; figures
// are sums that were written when each call ended, and no call is read for them.

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
 * What went wrong in a call, by where to look: the network to its caller was lost, an engine or a vendor failed, a tool of
 * its flow failed, or it ended for a reason that is none of these.
 */
export const troubles = ["network", "provider", "tool", "other"] as const;
export type Trouble = (typeof troubles)[number];

export interface CallRow extends SessionRow {
  /** Of the flow, as it is called now; null: it is gone, shipped with the program, or there was none. */
  readonly flowName: string | null;
  /** Of its first connection; null: there was none, or an earlier version had it. */
  readonly transport: string | null;
  /** Of its answers, from the caller's last speech to the first audio; null until its end, and when there were none. */
  readonly latencyP95Ms: number | null;
  /** Replies of which the caller did not hear the end; null until its end. */
  readonly interruptions: number | null;
  /** Null until its end, and when nothing did. A call that went on in spite of it has some, too. */
  readonly trouble: Trouble | null;
  /** In the order of their letters. */
  readonly tags: readonly string[];
  readonly note: string | null;
}

/** Which calls. What is undefined is no matter. */
export interface CallChoice {
  readonly accountId: string;
  /** All of these words were said. */
  readonly words?: string | undefined;
  readonly flowId?: string | undefined;
  readonly status?: SessionStatus | undefined;
  readonly endReason?: string | undefined;
  readonly outcome?: string | undefined;
  readonly transport?: string | undefined;
  readonly tag?: string | undefined;
  /** Those that ended for a reason that is not among `endedAsMeant`. */
  readonly failed?: boolean | undefined;
  /** `any`: of whatever kind. */
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

/** What is undefined stays. */
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

/** Of a flow at one revision, over some days. */
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
  /** Of one call, in their order. */
  entries(key: CallKey): Promise<readonly LedgerEntry[]>;
  /** From this day on, as `2026-11-24`. */
  figures(accountId: string, fromDay: string): Promise<Figures>;
  /** By flow and revision, from this day on, the dearest first. */
  flowFigures(accountId: string, fromDay: string): Promise<readonly FlowFigures[]>;
}
