// Arrival: a connection that is being answered for a session, before it is known whether it comes about.

import type { ReplayRing } from "../base/replay-ring.ts";
import type { Plan } from "../calls/call-plan.ts";
import type { Line } from "../voice/line.ts";

export interface Arrival {
  /** Data for its client's greeting. */
  readonly session: {
    readonly sessionId: string;
    readonly mode: Plan["request"]["mode"];
    readonly programId: string | undefined;
    /** An earlier connection carried the session before. */
    readonly resumed: boolean;
    /** Messages to the session's clients, for a returning one. */
    readonly said: ReplayRing;
    /** How a client that was lost comes back, and how long it may take; undefined: it cannot. */
    readonly resume?: { readonly token: string; readonly ttlMs: number } | undefined;
  };
  /**
   * The connection is up: the call begins, or continues here. Rejects with `session/over`, `session/replaced` when a
   * later connection was faster, and what refuses the session; the line is then the caller's to close.
   */
  open(line: Line): Promise<void>;
  /** Nothing came of it. No effect after `open`. */
  withdraw(): void;
}
