// Scripted providers: failures and candidates for tests of fallback policies.

import { openLog } from "../../../src/base/log.ts";
import { breakerId, type Candidate } from "../../../src/providers/policy/candidate.ts";
import {
  type Capability,
  type ErrorKind,
  type ProviderContext,
  ProviderError,
  type ProviderErrorInfo,
  type ProviderNotice,
} from "../../../src/providers/provider-contract.ts";
import { VirtualClock } from "./virtual-clock.ts";

export function providerError(
  kind: ErrorKind,
  more: Partial<ProviderErrorInfo> = {},
  capability: Capability = "llm",
): ProviderError {
  const message = "It failed";
  return new ProviderError(kind, {
    provider: "p",
    capability,
    phase: "start",
    message,
    emitted: false,
    ...more,
  });
}

export function candidate<T extends { readonly id: string }>(client: T): Candidate<T> {
  return { client, name: client.id, breakerId: breakerId(client.id, "", ""), ownKey: true };
}

/** A virtual clock, and everything that the record received. */
export function policyContext(): {
  readonly clock: VirtualClock;
  readonly context: ProviderContext;
  readonly told: ProviderNotice[];
} {
  const clock = new VirtualClock();
  const told: ProviderNotice[] = [];
  const log = openLog({ level: "silent", format: "json", write: () => undefined, clock });
  return { clock, told, context: { clock, log, tell: (notice) => void told.push(notice) } };
}
