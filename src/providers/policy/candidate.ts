// Candidate providers: those that could do a piece of work, in order, and the judgement of a failure.

import { failure } from "../connection/provider-failure.ts";
import type { Capability, ErrorKind, ProviderContext, ProviderError } from "../provider-contract.ts";

export interface Candidate<T> {
  readonly client: T;
  /** Name of the provider for people. */
  readonly name: string;
  /** Provider, model and key: they fail together. Never shown; see `breakerId`. */
  readonly breakerId: string;
  /** True for the account's own key, whose owner is notified of a refusal. */
  readonly ownKey: boolean;
}

/** At least one. */
export type Candidates<T> = readonly [Candidate<T>, ...Candidate<T>[]];

/** Breaker id of a provider, model and key. `keyId`: distinguishes keys without showing one. */
export function breakerId(provider: string, model: string, keyId: string): string {
  return JSON.stringify([provider, model, keyId]);
}

/** True if the next candidate may succeed. */
export function fallsBack({ kind }: ProviderError): boolean {
  return !endsTheSearch.has(kind);
}

const endsTheSearch: ReadonlySet<ErrorKind> = new Set(["content", "cancelled"]);

/** A slower failure was no hiccup: another try would take as long again. In milliseconds. */
const hiccupMsMax = 900;
/** A shorter wait than this counts as now, in milliseconds. */
const retryAfterMsMax = 150;

/** True if the same candidate is tried again; `tookMs`: time of the failure. */
export function isWorthRetry({ kind, info }: ProviderError, tookMs: number): boolean {
  if (tookMs > hiccupMsMax) return false;
  return (
    kind === "transient" || (kind === "rate_limit" && (info.retryAfterMs ?? Infinity) <= retryAfterMsMax)
  );
}

/** Failure of a candidate skipped for a recent failure. */
export function refused(provider: string, capability: Capability, kind: ErrorKind): ProviderError {
  return failure({ provider, capability }, kind, "connect", { detail: "skipped: it has just failed" });
}

/** Logs a failure, and notifies the account's owner of a refused key. */
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
