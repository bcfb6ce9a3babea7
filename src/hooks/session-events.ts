// Hook events of one session: each once for each subscribed receiver, numbered in the order of their occurrence.

import type { Clock } from "../base/clock.ts";
import { newId } from "../base/id.ts";
import { bodyOf, type HookEvent, nameOf, type HookSessionFacts } from "./hook-event.ts";
import type { NewDelivery } from "../../db/port/outbox-store.ts";

export interface HookTarget {
  readonly url: string;
  /** Id of a hook, or the account secret that signs. */
  readonly signer: string;
  readonly events: readonly string[];
}

export interface SessionHooksOptions {
  readonly accountId: string;
  readonly facts: HookSessionFacts;
  readonly targets: readonly HookTarget[];
  readonly clock: Pick<Clock, "wall">;
  readonly enqueue: (delivery: NewDelivery) => void;
  /** Form in the outbox; undefined: as sent. */
  readonly sealed?: ((delivery: NewDelivery) => NewDelivery) | undefined;
  /** Receives each event's number. */
  readonly counted: (seq: number) => void;
  /** Number of the last event sent before; 0 for a new session. */
  readonly from: number;
}

const between = " ";

/** Session of a queue's events. */
export function sessionIn(queue: string): string {
  return queue.slice(0, queue.indexOf(between));
}

/** Returns a function for each event; it neither throws nor waits. */
export function openSessionHooks(options: SessionHooksOptions): (event: HookEvent) => void {
  const { accountId, facts, targets, clock, enqueue, counted, sealed } = options;
  let seq = options.from;
  return (event) => {
    seq += 1;
    counted(seq);
    const wanting = targets.filter(({ events }) => events.includes(nameOf(event)));
    if (wanting.length === 0) return;
    const createdAt = clock.wall();
    const messageId = newId("msg", createdAt);
    const body = bodyOf(event, { id: messageId, seq, at: createdAt, facts });
    for (const { url, signer } of wanting) {
      const queue = `${facts.sessionId}${between}${signer}${between}${url}`;
      const event = { accountId, queue, url, signer, messageId, body, createdAt };
      enqueue(sealed?.(event) ?? event);
    }
  };
}
