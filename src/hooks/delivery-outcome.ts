// Delivery outcome: what is written down of a hook delivery that is over, beside the call that it is about.

import type { Delivery, Outcome } from "../../db/port/outbox-store.ts";
import { typeIn } from "./hook-event.ts";
import { type BodyVault, isSealed, openBody } from "./sealed-body.ts";
import { sessionIn } from "./session-events.ts";

/** Of so many of an account it is known what became of them. */
const donePerAccountMax = 10_000;
/** What may be sent again is kept: 40 MB of an account at most. */
const keptBodyCharsMax = 4_096;

/** `failure`: why it was given up. What was sealed belongs to an account that keeps no words. */
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
