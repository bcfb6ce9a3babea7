// Close reasons of lines whose session was refused after the connection was up: what a problem document would have said.

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
