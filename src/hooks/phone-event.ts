// Phone event: tells an account's hooks what became of a telephone call that it asked for, answered or not.

import type { PhoneCallRow } from "../../db/port/phone-store.ts";
import type { AccountEvent } from "./account-event.ts";

/** By its name alone, never with those that a hook gets unless it says otherwise. */
export const phoneEndedName = "phone.ended";

/** Event without the called number: the account that asked for the call knows it. */
export function phoneCallEnded(call: PhoneCallRow): AccountEvent {
  const { id, accountId, numberId, sessionId, outcome, answeredBy, attempts } = call;
  const data = {
    call: id,
    number: numberId,
    session: sessionId,
    outcome,
    answered_by: answeredBy,
    attempts,
  };
  return { type: phoneEndedName, accountId, about: id, data };
}
