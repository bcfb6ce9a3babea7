// Session faults: why a session is refused, as its client reads it.

import { Fault } from "../base/fault.ts";
import { keyChallenge } from "../cloud/api-keys.ts";
import { offersMax } from "./session-step.ts";
import { retryAfterSeconds } from "./session-waits.ts";

/** For a token whose session is over. */
export function sessionOver(): Fault {
  return new Fault("session/over", "This session has ended or was never used: start another one.");
}

export function creditsEmpty(): Fault {
  return new Fault("credits/empty", "There are not enough credits for a minute of this session: add some.");
}

/** It was there when the request came in. */
export function keyRevoked(): Fault {
  return new Fault("auth/invalid", "The API key has been revoked: send another.", {
    challenge: keyChallenge,
  });
}

/** For a connection that came too late to carry it. */
export function sessionReplaced(): Fault {
  return new Fault("session/replaced", "A later connection has taken this session over.");
}

/** A client that asks again and again is still one client. */
export function tooManyOffers(): Fault {
  const message = `${offersMax} connections to this session are being answered already: wait for one of them.`;
  return new Fault("calls/limit", message, { retryAfterSeconds });
}
