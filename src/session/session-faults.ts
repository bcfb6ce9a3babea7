// Session faults: refusals of a session, as its client reads them.

import type { BeginRefusal } from "../../db/port/session-store.ts";
import type { EmbedRefusal } from "../../db/port/embed-store.ts";
import { Fault, type FaultCode } from "../base/fault.ts";
import { accountClosed } from "../cloud/accounts.ts";
import { keyChallenge } from "../cloud/api-keys.ts";
import { offersMax } from "./session-step.ts";
import { retryAfterSeconds } from "./session-waits.ts";

/** Refusal of a token whose session has ended. */
export function sessionOver(): Fault {
  return new Fault("session/over", "This session has ended or was never used: start another one.");
}

export function tokenUnknown(): Fault {
  return new Fault("auth/invalid", "The session's token is not known: POST /v1/sessions gives one.", {
    challenge: 'SessionToken realm="voice-flow"',
  });
}

export function creditsEmpty(): Fault {
  return new Fault("credits/empty", "There are not enough credits for a minute of this session: add some.");
}

function budgetSpent(): Fault {
  const message = "The account's budget for this month is spent: raise it, or wait for the next month.";
  return new Fault("credits/over-budget", message);
}

/** Refusals by the store; the registry itself reports `limit`. */
export function whyRefused(refusal: Exclude<BeginRefusal, "limit">): Fault {
  if (refusal === "key") return keyRevoked();
  if (refusal === "closed") return accountClosed();
  if (refusal === "budget") return budgetSpent();
  return refusal === "credits"
    ? creditsEmpty()
    : embedRefused(refusal.slice("embed/".length) as EmbedRefusal);
}

/** For a visitor, who knows nothing of embeds and cannot change them. */
const embedRefusals: Readonly<
  Record<EmbedRefusal, readonly [code: FaultCode, says: string, retry?: number]>
> = {
  origin: ["embed/wrong-origin", "Site owner: allow this website in the console of the agent, under Widget."],
  expired: ["embed/expired", "Its time limit here has passed."],
  revoked: ["embed/revoked", "It was revoked here."],
  sessions: ["embed/too-many", "Many people have called within this hour: please try again later.", 15 * 60],
  minutes: ["embed/minutes-used", "Its minutes for today are used up: please come back tomorrow.", 60 * 60],
  budget: ["embed/over-budget", "Its budget for calls here is used up."],
  credits: ["embed/over-budget", "The budget for calls is used up."],
  busy: ["embed/unavailable", "All lines are busy: please try again in a moment.", 15],
  flow: ["embed/unavailable", "Something is being changed about it: please try again later.", 5 * 60],
  provider: [
    "embed/unavailable",
    "Its owner has to finish setting it up, in the console under Providers. Please try again later.",
    5 * 60,
  ],
};

export function embedRefused(reason: EmbedRefusal): Fault {
  const [code, says, retryAfterSeconds] = embedRefusals[reason];
  return new Fault(code, says, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}

/** The key was valid at the request, and was revoked since. */
export function keyRevoked(): Fault {
  return new Fault("auth/invalid", "The API key has been revoked: send another.", {
    challenge: keyChallenge,
  });
}

/** For a connection that came too late. */
export function sessionReplaced(): Fault {
  return new Fault("session/replaced", "A later connection has taken this session over.");
}

/** A client that retries quickly is still one client. */
export function tooManyOffers(): Fault {
  const message = `${offersMax} connections to this session are being answered already: wait for one of them.`;
  return new Fault("calls/limit", message, { retryAfterSeconds });
}
