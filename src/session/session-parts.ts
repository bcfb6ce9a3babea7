// Session parts: resources that all sessions of a registry share.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Calls } from "../calls/live-calls.ts";
import type { TellHooks } from "./session-hooks.ts";
import type { Outcomes } from "./session-outcomes.ts";
import type { SessionRecord } from "./session-record.ts";
import type { SnapshotVault } from "./session-snapshot.ts";

/** `S`: the session. */
export interface SessionParts<S> {
  readonly clock: Clock;
  readonly log: Log;
  readonly record: SessionRecord;
  readonly calls: Pick<Calls, "open" | "ready" | "warm">;
  /** Makes what flows want of calls that are over. */
  readonly outcomes: Pick<Outcomes, "begin">;
  /** Writes the row and holds the first minute. Rejects with what refuses it. */
  readonly write: (session: S) => Promise<void>;
  /** The session begins or stops to count against ENGINE_OPEN_SESSIONS_MAX. */
  readonly placed: (session: S) => void;
  readonly forget: (session: S) => void;
  /** Its receivers of events; absent: none. `from`: the number of the last event that another node has sent. */
  readonly hooksOf: (session: S, from: number) => TellHooks | undefined;
  /** Seals the snapshots for others. */
  readonly vault: SnapshotVault;
}
