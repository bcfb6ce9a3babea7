// Account events: hook events without a session, such as a reached budget, for hooks that list the event.

import type { NewDelivery } from "../../db/port/outbox-store.ts";
import type { HookEntry } from "../../db/port/settings-store.ts";
import type { JsonObject } from "../../db/port/stored-rows.ts";

export interface AccountEvent {
  readonly type: string;
  readonly accountId: string;
  /** Subject of the event: a receiver gets one subject's events in order. */
  readonly about: string;
  readonly data: JsonObject;
}

export interface EventAudience {
  readonly hooks: readonly Pick<HookEntry, "id" | "url" | "events">[];
  /** Equal for all receivers. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Body on the wire. */
export function accountBody(
  { type, data }: Pick<AccountEvent, "type" | "data">,
  id: string,
  at: number,
): string {
  return JSON.stringify({ id, type, timestamp: new Date(at).toISOString(), data });
}

/** One delivery for each hook that lists the event. */
export function accountEvent(event: AccountEvent, { hooks, id, at }: EventAudience): readonly NewDelivery[] {
  const { type, accountId, about } = event;
  const body = accountBody(event, id, at);
  return hooks
    .filter(({ events }) => events.includes(type))
    .map(({ id: signer, url }) => ({
      accountId,
      queue: `${about} ${signer} ${url}`,
      url,
      signer,
      messageId: id,
      body,
      createdAt: at,
    }));
}
