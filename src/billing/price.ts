// Price: the cost of time, in micro-cents. Whole numbers from whole numbers, no clock, no ledger.

export const microsPerCent = 1_000_000;
export const centsPerMinute = 3;
const microsPerMinute = centsPerMinute * microsPerCent;
const microsPerSecond = microsPerMinute / 60;

/** Credit of a new account. */
export const welcomeMicros = 200 * microsPerCent;

/** An account has been paid for when it got more than every new one gets. */
export function isPaying(grantedMicros: number): boolean {
  return grantedMicros > welcomeMicros;
}

/** The service's own charge. A second that has started counts whole. */
export function timeMicros(connectedMs: number): number {
  return Math.ceil(Math.max(0, connectedMs) / 1_000) * microsPerSecond;
}

/** One provider as a session uses it. */
export interface MeteredProvider {
  /** The account's own key was used: the vendor bills the account, we do not. */
  readonly ownKey: boolean;
  /** The catalog's estimate; 0 for what runs inside the server. */
  readonly microsPerMinute: number;
}

/** Highest estimate for a minute: the hold that a session starts with. */
export function minuteMicros(providers: readonly MeteredProvider[]): number {
  return providers.reduce(
    (sum, { ownKey, microsPerMinute: each }) => sum + (ownKey ? 0 : Math.ceil(each)),
    microsPerMinute,
  );
}

/** Whole cents that are there: a started cent is not. */
export function wholeCents(micros: number): number {
  return Math.floor(micros / microsPerCent);
}

/** Whole cents that are taken: a started cent is. */
export function startedCents(micros: number): number {
  return Math.ceil(micros / microsPerCent);
}
