// Session facts: what a session is from its first moment to its last.

import type { Plan } from "../calls/call-plan.ts";
import type { SessionToken } from "../cloud/stored-sessions.ts";

export interface SessionFacts {
  readonly id: string;
  readonly plan: Plan;
  /** Its clients may come back with it. */
  readonly token?: SessionToken | undefined;
  /** Where its flow lacks a value from outside, the example stands for it. */
  readonly usesExamples?: boolean;
}
