// Candidate providers: those that could do a piece of work, in their order, and the judgement of a failure.

import { failure } from "../connection/provider-failure.ts";
import type { Capability, ErrorKind, ProviderContext, ProviderError } from "../provider-contract.ts";

export interface Candidate<T> {
  readonly client: T;
  /** The name of the provider, as people know it. */
  readonly name: string;
  /** Provider, model and key: they fail together. Never shown; see `breakerId`. */
  readonly breakerId: string;
  /** True for the account's own key, so that its owner learns of a refusal. */
  readonly ownKey: boolean;
}

/** At least one. */
export type Candidates<T> = readonly [Candidate<T>, ...Candidate<T>[]];

/** Id of the breaker of a provider, model and key. `keyId`: tells keys apart without showing one. */
export function breakerId(provider: string, model: string, keyId: string): string {
  return JSON.stringify([provider, model, keyId]);
}

/** Whether the next candidate may succeed where this one failed. */
export function fallsBack({ kind }: ProviderError): boolean {
  return !endsTheSearch.has(kind);
}

const endsTheSearch: ReadonlySet<ErrorKind> = new Set(["content", "cancelled"]);

/** A failure after this was no hiccup: to ask the same one again would cost as much once more. In milliseconds. */
const hiccupMsMax = 900;
/** A shorter wait than this counts as now, in milliseconds. */
const retryAfterMsMax = 150;

/** Whether the same candidate is asked once more; `tookMs`: how long it took to fail. */
export function isWorthRetry({ kind, info }: ProviderError, tookMs: number): boolean {
  if (tookMs > hiccupMsMax) return false;
  return (
    kind === "transient" || (kind === "rate_limit" && (info.retryAfterMs ?? Infinity) <= retryAfterMsMax)
  );
}

/** The failure of one that is not asked at all, because it has failed so a short while ago. */
export function refused(provider: string, capability: Capability, kind: ErrorKind): ProviderError {
  return failure({ provider, capability }, kind, "connect", { detail: "skipped: it has just failed" });
}

/** Tells the log, and the owner of the account when a key of theirs was refused. */
export function tellFailure(
  context: ProviderContext,
  { name, ownKey }: Pick<Candidate<unknown>, "name" | "ownKey">,
  { kind, info }: ProviderError,
): void {
  const { capability, phase, message, detail, httpStatus } = info;
  context.log.warn("provider.failed", {
    provider: name,
    capability,
    kind,
    phase,
    message,
    detail,
    httpStatus,
  });
  if (kind === "auth" && ownKey)
    context.tell?.({ code: "provider/auth", message: `Your key was rejected by "${name}"` });
}
