// Price: the cost of time, in micro-cents. Whole numbers from whole numbers, no clock, no ledger.

export const microsPerCent = 1_000_000;
export const centsPerMinute = 3;
const microsPerMinute = centsPerMinute * microsPerCent;
const microsPerSecond = microsPerMinute / 60;

/** Credit of a new account. */
export const welcomeMicros = 200 * microsPerCent;

/** An account is paying if it was granted more than each new one gets. */
export function isPaying(grantedMicros: number): boolean {
  return grantedMicros > welcomeMicros;
}

/** The service's own charge. A started second counts whole. */
export function timeMicros(connectedMs: number): number {
  return Math.ceil(Math.max(0, connectedMs) / 1_000) * microsPerSecond;
}

/** One provider as a session uses it. */
export interface MeteredProvider {
  /** True if the account's own key was used: the vendor bills the account. */
  readonly ownKey: boolean;
  /** Estimate of the catalog; 0 for providers inside the server. */
  readonly microsPerMinute: number;
}

/** Highest estimate for a minute: the hold at a session's start. */
export function minuteMicros(providers: readonly MeteredProvider[]): number {
  return providers.reduce(
    (sum, { ownKey, microsPerMinute: each }) => sum + (ownKey ? 0 : Math.ceil(each)),
    microsPerMinute,
  );
}

/** Whole cents available, rounded down. */
export function wholeCents(micros: number): number {
  return Math.floor(micros / microsPerCent);
}

/** Whole cents taken, rounded up. */
export function startedCents(micros: number): number {
  return Math.ceil(micros / microsPerCent);
}
