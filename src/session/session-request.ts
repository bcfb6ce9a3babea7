// Session request: what is asked of the registry of sessions, and what it answers.

import type { JsonObject } from "../../db/port/stored-rows.ts";
import type { CallRequest } from "../calls/call-plan.ts";
import type { StartWarning } from "../calls/context-check.ts";

/** An event from outside for a session. */
export interface SessionNews {
  readonly accountId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly data: unknown;
}

export interface SessionRequest {
  readonly accountId: string;
  /** The API key that asks for it: revoking that ends the session. */
  readonly keyId?: string | undefined;
  /** As `Planner.asked` made it. */
  readonly request: CallRequest;
  readonly context: JsonObject;
  readonly metadata: JsonObject;
  /** Whether the call is recorded; undefined: as the deployment has it. */
  readonly record?: boolean | undefined;
  /** Whom it is about, as the index of subjects has it. */
  readonly subjectHash?: string | undefined;
}

export interface ArrivalManner {
  /** It gets a token, with which a client that was lost finds its call again. */
  readonly comesBack?: boolean;
}

export interface Started {
  readonly sessionId: string;
  readonly token: string;
  /** Cents of the balance, rounded down, and what of it is set aside for sessions that run, rounded up. */
  readonly creditsRemaining: number;
  readonly heldCents: number;
  readonly warnings: readonly StartWarning[];
}
