// Session request: a request to the registry of sessions, and its answer.

import type { CallRequest, SessionContext } from "../calls/call-plan.ts";
import type { StartWarning } from "../calls/context-check.ts";

/** An event from outside for a session. */
export interface SessionNews {
  readonly accountId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly data: unknown;
}

export interface SessionRequest extends SessionContext {
  readonly accountId: string;
  /** API key of the request: revoking it ends the session. */
  readonly keyId?: string | undefined;
  /** Result of `Planner.asked`. */
  readonly request: CallRequest;
  /** Random secret that opens the session instead of its token, for a client that cannot hold one. */
  readonly secret?: string;
}

export interface ArrivalManner {
  /** True if the session gets a token, with which a lost client finds its call again. */
  readonly comesBack?: boolean;
  /** Context of the session; absent: none, and the flow's examples replace it. */
  readonly given?: SessionContext;
}

export interface OpenedSession {
  readonly sessionId: string;
  readonly token: string;
  /** Cents of the balance, rounded down, and the part held for running sessions, rounded up. */
  readonly creditsRemaining: number;
  readonly heldCents: number;
  readonly warnings: readonly StartWarning[];
}
