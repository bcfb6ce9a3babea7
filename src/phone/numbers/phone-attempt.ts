// Phone attempt: what becomes of a telephone call after each attempt, as a pure function: it is tried again, or is over.

import type { PhoneCallProgress, PhoneCallRow } from "../../../db/port/phone-store.ts";
import { callRefusals } from "../../sip/outgoing-call.ts";

/** Beside refusals: somebody has talked with the agent, no minute can be paid, no attempt could begin in its window. */
const ownOutcomes = ["answered", "voicemail", "no_credit", "expired"] as const;
/** What an attempt comes to. */
export const phoneOutcomes = [...callRefusals, ...ownOutcomes] as const;
export type PhoneOutcome = (typeof phoneOutcomes)[number];

/** Another attempt may go better; everything else is the same tomorrow. */
const passing: ReadonlySet<PhoneOutcome> = new Set(["busy", "no_answer", "failed"]);
/** Until a call that had no room is tried again; it was no attempt. */
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

/** There is no place, or no registration, just now. */
export function withoutRoom({ untilAt }: Pick<Tried, "untilAt">, at: number): Partial<PhoneCallProgress> {
  const nextAt = at + roomMs;
  return nextAt <= untilAt
    ? { state: "waiting", nextAt }
    : { state: "ended", outcome: "expired", endedAt: at };
}
