// Subject event: tells an account's hooks which sessions of a subject are erased, because whoever was told of them may
// have copies. Only hooks that ask for it by name are told.

import type { NewDelivery } from "../../db/port/outbox-store.ts";
import type { HookEntry } from "../../db/port/settings-store.ts";

/** By its name alone, never with those that a hook gets unless it says otherwise. */
export const subjectErasedName = "subject.erased";

export interface ErasedSubject {
  readonly accountId: string;
  readonly erasureId: string;
  readonly sessionIds: readonly string[];
}

export interface Telling {
  readonly hooks: readonly Pick<HookEntry, "id" | "url" | "events">[];
  /** The same for all receivers. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** One for each hook that asks for it. */
export function subjectErased(
  { accountId, erasureId, sessionIds }: ErasedSubject,
  { hooks, id, at }: Telling,
): readonly NewDelivery[] {
  const data = { erasure: erasureId, sessions: sessionIds };
  const timestamp = new Date(at).toISOString();
  const body = JSON.stringify({ id, type: subjectErasedName, timestamp, data });
  return hooks
    .filter(({ events }) => events.includes(subjectErasedName))
    .map(({ id: signer, url }) => ({
      accountId,
      queue: `${erasureId} ${signer} ${url}`,
      url,
      signer,
      messageId: id,
      body,
      createdAt: at,
    }));
}
