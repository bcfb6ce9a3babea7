// Session facts: what a session is from its first moment to its last.

import type { Plan } from "../calls/call-plan.ts";
import type { AdoptedSession } from "../../db/port/session-store.ts";
import type { SessionToken } from "../cloud/stored-sessions.ts";
import type { TalkSnapshot } from "./session-snapshot.ts";

export interface SessionFacts {
  readonly id: string;
  readonly plan: Plan;
  /** Its clients may come back with it. */
  readonly token?: SessionToken | undefined;
  /** Where its flow lacks a value from outside, the example stands for it. */
  readonly usesExamples?: boolean;
  /** Another node had it before. */
  readonly adopted?: Adopted | undefined;
}

/** A session as another node left it. */
export interface Adopted extends Pick<AdoptedSession, "row" | "openMicros"> {
  /** Undefined: no client has come yet. */
  readonly talk: TalkSnapshot | undefined;
}
