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
  /** The API key that asks for it: revoking that ends the session. */
  readonly keyId?: string | undefined;
  /** As `Planner.asked` made it. */
  readonly request: CallRequest;
  /** Opens the session in place of its token, for a client that can hold none; at random. */
  readonly secret?: string;
}

export interface ArrivalManner {
  /** The session gets a token, with which a lost client finds its call again. */
  readonly comesBack?: boolean;
  /** Known facts about it; absent: nothing, and the examples of its flow stand for that. */
  readonly given?: SessionContext;
}

export interface OpenedSession {
  readonly sessionId: string;
  readonly token: string;
  /** Cents of the balance, rounded down, and what of it is set aside for sessions that run, rounded up. */
  readonly creditsRemaining: number;
  readonly heldCents: number;
  readonly warnings: readonly StartWarning[];
}
