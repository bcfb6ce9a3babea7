// Delivery outcome: the record of a finished hook delivery, beside its call.

import type { Delivery, Outcome } from "../../db/port/outbox-store.ts";
import { typeIn } from "./hook-event.ts";
import { type BodyVault, isSealed, openBody } from "./sealed-body.ts";
import { sessionIn } from "./session-events.ts";

/** Finished deliveries kept for an account. */
const donePerAccountMax = 10_000;
/** Body that may be sent again: at most 40 MB an account. */
const keptBodyCharsMax = 4_096;

/** `failure`: why it was given up. A sealed body belongs to an account that stores no words. */
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

/** As it is sent; undefined: another master key has sealed it. */
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
