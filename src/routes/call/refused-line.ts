// Close reasons of refused lines: for a session that was refused after the connection was up, the close code that
// stands for the problem document.

import type { FaultCode } from "../../base/fault.ts";
import type { EndReason } from "../../voice/call-event.ts";
import { toFault } from "../http/problem-document.ts";

const reasons: Partial<Record<FaultCode, EndReason>> = {
  "credits/empty": "credits",
  "session/limit": "overloaded",
  "session/replaced": "replaced",
  "storage/full": "overloaded",
};

/** `failed` for what is our bug. */
export function reasonToClose(error: unknown): EndReason {
  return reasons[toFault(error).code] ?? "failed";
}
