// Delivery outcome: the record of a finished hook delivery, beside its call.

import type { Delivery, Outcome } from "../../db/port/outbox-store.ts";
import { typeIn } from "./hook-event.ts";
import { type BodyVault, isSealed, openBody } from "./sealed-body.ts";
import { sessionIn } from "./session-events.ts";

/** Finished deliveries kept per account. */
const donePerAccountMax = 10_000;
/** Largest body kept for resending: at most 40 MB per account. */
const keptBodyCharsMax = 4_096;

/** `failure`: reason for giving up. A sealed body belongs to an account that stores no words. */
export function outcomeOf(delivery: Delivery, failure: string | undefined, bodies: BodyVault): Outcome {
  const { body, queue } = delivery;
  return {
    sessionId: sessionIn(queue),
    event: typeIn(bodyOf(delivery, bodies)) ?? "",
    lastError: failure ?? null,
    isKept: !isSealed(body) && body.length <= keptBodyCharsMax,
    rowsMax: donePerAccountMax,
  };
}

/** Body as sent; undefined: sealed by another master key. */
export function bodyOf(
  delivery: Pick<Delivery, "body" | "messageId">,
  bodies: BodyVault,
): string | undefined {
  try {
    return openBody(delivery, bodies);
  } catch {
    return undefined;
  }
}
