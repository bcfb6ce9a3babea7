// Hook events of one session: each once for each receiver that asked for it, numbered in the order in which they
// happened.

import type { Clock } from "../base/clock.ts";
import { newId } from "../base/id.ts";
import { bodyOf, type HookEvent, nameOf, type HookSessionFacts } from "./hook-event.ts";
import type { NewDelivery } from "../../db/port/outbox-store.ts";

export interface HookTarget {
  readonly url: string;
  /** A hook's id, or which secret of the account signs. */
  readonly signer: string;
  readonly events: readonly string[];
}

export interface SessionHooksOptions {
  readonly accountId: string;
  readonly facts: HookSessionFacts;
  readonly targets: readonly HookTarget[];
  readonly clock: Pick<Clock, "wall">;
  readonly enqueue: (delivery: NewDelivery) => void;
  /** How it waits; undefined: as it is sent. */
  readonly sealed?: ((delivery: NewDelivery) => NewDelivery) | undefined;
  /** Hears of each number that an event has got. */
  readonly counted: (seq: number) => void;
  /** The number of the last event that was sent before; 0 for a new session. */
  readonly from: number;
}

const between = " ";

/** The session whose events are in a queue. */
export function sessionIn(queue: string): string {
  return queue.slice(0, queue.indexOf(between));
}

/** Answers with what to call for each event; it neither throws nor waits. */
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
