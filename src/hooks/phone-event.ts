// Phone event: notifies an account's hooks of the outcome of a telephone call that it requested.

import type { PhoneCallRow } from "../../db/port/phone-store.ts";
import type { AccountEvent } from "./account-event.ts";

/** Name of the event, which only hooks that list it get. */
export const phoneEndedName = "phone.ended";

/** Event without the called number: the account that requested the call knows it. */
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
