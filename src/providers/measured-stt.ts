// Measured recogniser: counts its sessions by outcome, and times them. Their behaviour is unchanged.

import type { Clock } from "../base/clock.ts";
import type { ProviderKind } from "./catalog/catalog-row.ts";
import { type ErrorKind, ProviderError, type Stt } from "./provider-contract.ts";
import { openTimed } from "./timed-finals.ts";

/** Outcome of a request; `failed` is any other failure. */
export const requestOutcomes = ["ok", "cancelled", "auth", "quota", "rate_limit", "failed"] as const;

export type Outcome = (typeof requestOutcomes)[number];

/** Counters of one provider of one kind. */
export interface RequestCounters {
  readonly ended: (outcome: Outcome) => void;
  /** Reports a time in milliseconds. */
  readonly took: (what: "connect" | "first" | "final", ms: number) => void;
}

export type ProviderCounters = (kind: ProviderKind, provider: string) => RequestCounters;

/** Undefined: nothing is counted, and the client is returned unchanged. */
interface Measured {
  readonly clock: Pick<Clock, "now">;
  readonly counters: RequestCounters;
}

const named: ReadonlySet<string> = new Set(requestOutcomes);
const isNamed = (kind: ErrorKind): kind is ErrorKind & Outcome => named.has(kind);

export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ProviderError)) return "failed";
  // Vendors end sessions after a time, by their own rules.
  if (error.kind === "session_limit") return "ok";
  return isNamed(error.kind) ? error.kind : "failed";
}

/** A session counts once, when it is over or could not be opened. */
export function measuredStt(stt: Stt, measured: Measured | undefined): Stt {
  if (measured === undefined) return stt;
  const { clock, counters } = measured;
  return {
    ...stt,
    async open(sink, context, signal) {
      const from = clock.now();
      try {
        const took = (ms: number): void => counters.took("final", ms);
        const session = await openTimed(stt, { sink, context, signal, took });
        counters.took("connect", clock.now() - from);
        void session.closed.then((why) => {
          counters.ended(why === undefined ? "ok" : outcomeOf(why));
        });
        return session;
      } catch (error) {
        counters.ended(signal.aborted ? "cancelled" : outcomeOf(error));
        throw error;
      }
    },
  };
}
