// Session parts: resources that all sessions of a registry share.

import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Calls } from "../calls/live-calls.ts";
import type { TellHooks } from "../hooks/call-hooks.ts";
import type { Outcomes } from "./session-outcomes.ts";
import type { SessionRecord } from "./session-record.ts";
import type { SnapshotVault } from "./session-snapshot.ts";

/** `S`: the session. */
export interface SessionParts<S> {
  readonly clock: Clock;
  readonly log: Log;
  readonly record: SessionRecord;
  readonly calls: Pick<Calls, "open" | "ready" | "warm">;
  /** Makes the outcomes that flows request after a call. */
  readonly outcomes: Pick<Outcomes, "begin" | "measured">;
  /** Writes the row and holds the first minute. Rejects with the refusal. */
  readonly write: (session: S) => Promise<void>;
  /** The session begins or ceases to count against ENGINE_OPEN_SESSIONS_MAX. */
  readonly placed: (session: S) => void;
  readonly forget: (session: S) => void;
  /** The session's event receivers; absent: none. `from`: number of the last event sent by another node. */
  readonly hooksOf: (session: S, from: number) => TellHooks | undefined;
  /** Seals snapshots for other nodes. */
  readonly vault: SnapshotVault;
}
