// Test page address: the link from the flow in the editor to a call with it.

import type { Origin } from "../state/flow-origin.ts";

/** Undefined for a flow that the server does not have. */
export function callAddress(origin: Origin): string | undefined {
  if (origin.kind === "stored") return `/test?flow=${encodeURIComponent(origin.flowId)}`;
  return origin.kind === "example" ? `/test?flow=${encodeURIComponent(origin.id)}` : undefined;
}
