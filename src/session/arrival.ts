// Arrival: a connection to a session that is being answered and may still fail.

import type { ReplayRing } from "../base/replay-ring.ts";
import type { Plan } from "../calls/call-plan.ts";
import type { Line } from "../voice/line.ts";

export interface Arrival {
  /** Data for its client's greeting. */
  readonly session: {
    readonly sessionId: string;
    readonly mode: Plan["request"]["mode"];
    readonly programId: string | undefined;
    /** True if an earlier connection carried the session before. */
    readonly resumed: boolean;
    /** Messages to the session's clients, for a returning one. */
    readonly said: ReplayRing;
    /** Token and time limit for a lost client's return; undefined: it cannot return. */
    readonly resume?: { readonly token: string; readonly ttlMs: number } | undefined;
  };
  /**
   * The connection is up: the call begins, or continues here. Rejects with `session/over`, with `session/replaced` if
   * a later connection was faster, and with the session's refusal; the caller then closes the line.
   */
  open(line: Line): Promise<void>;
  /** The connection failed. No effect after `open`. */
  withdraw(): void;
}
