// Subject event: notifies an account's hooks of a subject's erased sessions, because receivers may have copies.

import { accountEvent, type EventAudience } from "./account-event.ts";
import type { NewDelivery } from "../../db/port/outbox-store.ts";

/** Name of the event, which only hooks that list it get. */
export const subjectErasedName = "subject.erased";

export interface ErasedSubject {
  readonly accountId: string;
  readonly erasureId: string;
  readonly sessionIds: readonly string[];
}

/** One delivery for each hook that lists the event. */
export function subjectErased(
  { accountId, erasureId, sessionIds }: ErasedSubject,
  telling: EventAudience,
): readonly NewDelivery[] {
  const data = { erasure: erasureId, sessions: [...sessionIds] };
  return accountEvent({ type: subjectErasedName, accountId, about: erasureId, data }, telling);
}
