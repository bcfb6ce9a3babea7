// Circuit breaker: keeps work away from a provider that has just failed several times, until it has probably
// recovered. One state per provider, model and key, so that one account's bad key stops no other account.

import type { Clock } from "../../base/clock.ts";
import { type Capability, type ErrorKind, ProviderError } from "../provider-contract.ts";

/** Failures within this time count together. */
const windowMs = 30_000;
const failuresMax = 3;
/** Time open after the first failure; doubled each further time in a row. */
const openMsFirst = 15_000;
const openMsMax = 120_000;
/** A refused key or an empty account is not mended within a call. */
const ownerMs = 300_000;
/** Longest honoured wait of a rate limit. */
const rateLimitMsMax = 60_000;
/** If the server gives none. */
const rateLimitMs = 1_000;
/** A trial without a result ends after this time. */
const trialMsMax = 30_000;

/** All times in milliseconds of one clock. */
interface BreakerState {
  /** Times of the failures that still count. */
  readonly failedAt: readonly number[];
  readonly openUntil: number;
  /** Last time open; 0 since the last success. */
  readonly openMs: number;
  /** End of an exclusive trial. */
  readonly trialUntil: number;
  /** The failure that opened it. */
  readonly why: ErrorKind;
  /** Kind of the provider, for people. */
  readonly capability?: Capability;
  readonly provider?: string;
}

const closed: BreakerState = {
  failedAt: [],
  openUntil: -Infinity,
  openMs: 0,
  trialUntil: -Infinity,
  why: "transient",
};

/** True while open, or without a success since. After a rate limit no trial is needed. */
function isOnTrial({ openMs, why }: BreakerState): boolean {
  return openMs > 0 || why === "auth" || why === "quota";
}

function lets(state: BreakerState, now: number): boolean {
  return now >= state.openUntil && now >= state.trialUntil;
}

/** A request was let through. */
function afterStart(state: BreakerState, now: number): BreakerState {
  return isOnTrial(state) ? { ...state, trialUntil: now + trialMsMax } : state;
}

/** Neither success nor failure of the provider, such as cancelled work. */
function afterNothing(state: BreakerState): BreakerState {
  return { ...state, trialUntil: -Infinity };
}

/** `retryAfterMs`: wait requested by the server. */
function afterFailure(
  state: BreakerState,
  {
    kind,
    retryAfterMs = rateLimitMs,
  }: { readonly kind: ErrorKind; readonly retryAfterMs?: number | undefined },
  now: number,
): BreakerState {
  const over = afterNothing(state);
  switch (kind) {
    case "auth":
    case "quota":
      return { ...over, openUntil: now + ownerMs, why: kind };
    case "rate_limit":
      return {
        ...over,
        openUntil: Math.max(over.openUntil, now + Math.min(retryAfterMs, rateLimitMsMax)),
        why: kind,
      };
    case "transient":
    case "unsupported": {
      const failedAt = [...over.failedAt.filter((at) => now - at < windowMs), now];
      // A failing trial needs no second one.
      if (failedAt.length < failuresMax && over.openMs === 0) return { ...over, failedAt };
      const openMs = Math.min(Math.max(openMsFirst, over.openMs * 2), openMsMax);
      // Results of requests from before its opening add nothing new.
      if (now < over.openUntil) return over;
      return { ...over, failedAt: [], openMs, openUntil: now + openMs, why: kind };
    }
    case "session_limit":
    case "bad_input":
    case "content":
    case "cancelled":
      return over;
  }
}

/** Remembered providers, models and keys; the oldest is forgotten first. */
const breakersMax = 10_000;

/** All circuit breakers of a server. */
export class Breakers {
  readonly #clock: Pick<Clock, "now">;
  readonly #states = new Map<string, BreakerState>();

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#states.size;
  }

  /**
   * Counts open breakers whose provider itself fails: a refused key, an empty account and too many requests concern
   * the key's owner.
   */
  countOpen(tell: (capability: Capability, provider: string) => void): void {
    const now = this.#clock.now();
    for (const { openUntil, why, capability, provider } of this.#states.values()) {
      const isDown = openUntil > now && (why === "transient" || why === "unsupported");
      if (isDown && capability !== undefined && provider !== undefined) tell(capability, provider);
    }
  }

  /** Reason to refuse requests now; undefined: none. */
  refusal(id: string): ErrorKind | undefined {
    const state = this.#of(id);
    return lets(state, this.#clock.now()) ? undefined : state.why;
  }

  /** Registers a request. Exactly one of `succeeded`, `failed` and `gaveUp` follows. */
  started(id: string): void {
    this.#keep(id, afterStart(this.#of(id), this.#clock.now()));
  }

  succeeded(id: string): void {
    this.#states.delete(id);
  }

  failed(id: string, { kind, info }: ProviderError): void {
    const { retryAfterMs, capability, provider } = info;
    const state = afterFailure(this.#of(id), { kind, retryAfterMs }, this.#clock.now());
    this.#keep(id, { ...state, capability, provider });
  }

  gaveUp(id: string): void {
    this.#keep(id, afterNothing(this.#of(id)));
  }

  #of(id: string): BreakerState {
    return this.#states.get(id) ?? closed;
  }

  #keep(id: string, state: BreakerState): void {
    this.#states.delete(id);
    if (state.failedAt.length === 0 && !isOnTrial(state) && lets(state, this.#clock.now())) return;
    this.#states.set(id, state);
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= breakersMax) return;
      this.#states.delete(oldest);
    }
  }
}
