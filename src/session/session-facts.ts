// Session facts: the fields of a session for its whole life.

import type { Plan } from "../calls/call-plan.ts";
import type { AdoptedSession, NewSession } from "../../db/port/session-store.ts";
import { sealParties } from "../cloud/phone/phone-seal.ts";
import type { SessionToken } from "../cloud/stored-sessions.ts";
import type { Vault } from "../cloud/vault.ts";
import type { TalkSnapshot } from "./session-snapshot.ts";

export interface SessionFacts {
  readonly id: string;
  readonly plan: Plan;
  /** Token with which the session's clients may return. */
  readonly token?: SessionToken | undefined;
  /** True if the flow's examples replace missing values from outside. */
  readonly usesExamples?: boolean;
  /** Set if another node carried the session before. */
  readonly adopted?: LeftSession | undefined;
}

/** State of a session left by another node. */
export interface LeftSession extends Pick<AdoptedSession, "row" | "openMicros"> {
  /** Undefined: no client yet. */
  readonly talk: TalkSnapshot | undefined;
}

/** Fields of the plan in a session's row. */
export function rowFacts(
  id: string,
  plan: Plan,
  vault: Pick<Vault, "seal">,
): Omit<NewSession, "id" | "token" | "home" | "snapshot" | "at"> {
  const { accountId, flowId, flowRevision, subjectHash, direction, parties, kept, providers, program } = plan;
  const { context, metadata } = kept.values ? plan : { context: {}, metadata: {} };
  return {
    accountId,
    flowId,
    flowRevision,
    context,
    metadata,
    subjectHash,
    direction,
    parties: parties === undefined || !kept.values ? undefined : sealParties(vault, id, parties),
    flowDays: kept.days,
    providers: providers.names,
    callOutcome: program?.onEnd === undefined ? undefined : "pending",
  };
}
