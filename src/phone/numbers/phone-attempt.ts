// Phone attempt: decides after each attempt, as a pure function, whether a telephone call is retried or over.

import type { PhoneCallProgress, PhoneCallRow } from "../../../db/port/phone-store.ts";
import { callRefusals } from "../../sip/outgoing-call.ts";

/** Outcomes besides refusals: a conversation with the agent, an unpaid minute, a window without an attempt. */
const ownOutcomes = ["answered", "voicemail", "no_credit", "expired"] as const;
/** Outcomes of an attempt. */
export const phoneOutcomes = [...callRefusals, ...ownOutcomes] as const;
export type PhoneOutcome = (typeof phoneOutcomes)[number];

/** Another attempt may succeed; all others would fail the same tomorrow. */
const passing: ReadonlySet<PhoneOutcome> = new Set(["busy", "no_answer", "failed"]);
/** Delay of a call that had no room, which does not count as an attempt. */
const roomMs = 5_000;

type Tried = Pick<PhoneCallRow, "attempts" | "attemptsMax" | "retryMs" | "untilAt">;

export function afterAttempt(
  { attempts, attemptsMax, retryMs, untilAt }: Tried,
  outcome: PhoneOutcome,
  at: number,
): Partial<PhoneCallProgress> {
  const nextAt = at + retryMs;
  if (passing.has(outcome) && attempts < attemptsMax && nextAt <= untilAt)
    return { state: "waiting", outcome, nextAt };
  return { state: "ended", outcome, endedAt: at };
}

/** No place or no registration at present. */
export function withoutRoom({ untilAt }: Pick<Tried, "untilAt">, at: number): Partial<PhoneCallProgress> {
  const nextAt = at + roomMs;
  return nextAt <= untilAt
    ? { state: "waiting", nextAt }
    : { state: "ended", outcome: "expired", endedAt: at };
}
