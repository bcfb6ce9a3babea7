// Opening a recogniser: tries a session of each candidate in turn until one is ready, each try with a deadline.

import { delay } from "../../base/clock.ts";
import { failure } from "../connection/provider-failure.ts";
import {
  ProviderError,
  type Stt,
  type SttContext,
  type SttEvent,
  type SttSession,
} from "../provider-contract.ts";
import type { Breakers } from "./breaker.ts";
import {
  type Candidate,
  type Candidates,
  fallsBack,
  isWorthRetry,
  refused,
  tellFailure,
} from "./candidate.ts";
import { FailureTally } from "./failure-tally.ts";

/** Time limit until a session is ready, in milliseconds. */
const openMsMax = 3_000;
/** Before each try of the same candidate, in milliseconds. */
export const triesAfterMs = [0, 250, 1_000] as const;

export interface SttSearch {
  readonly candidates: Candidates<Stt>;
  readonly breakers: Breakers;
  readonly context: SttContext;
  readonly signal: AbortSignal;
}

interface FoundSession {
  readonly index: number;
  readonly session: SttSession;
}

export interface SearchStart {
  /** Number of the first candidate; earlier ones come last. */
  readonly from: number;
  /** Tries already used up. */
  readonly tries: number;
  /** Reason for another session; undefined: it is the first. */
  readonly because?: ProviderError | undefined;
  /** The failure needs a replacement. */
  readonly hasFailed?: boolean;
}

/**
 * Rejects with the last ProviderError, or the signal's reason. Whether an open session works shows later: the breaker
 * waits for its outcome.
 */
export async function openSession(
  { candidates, breakers, context, signal }: SttSearch,
  { from, tries, because, hasFailed = false }: SearchStart,
  sink: (event: SttEvent) => void,
): Promise<FoundSession> {
  const tally = new FailureTally("stt");
  if (because !== undefined && hasFailed) tally.failed(from, candidates[from] ?? candidates[0], because);
  let failed = because;
  let lost: number | undefined;
  for (const { index, candidate, waitMs } of triesOf(candidates, { from, tries })) {
    if (index === lost) continue;
    const why = breakers.refusal(candidate.breakerId);
    if (why !== undefined) {
      const error = refused(candidate.name, "stt", why);
      tally.refused(index, candidate, error);
      failed ??= error;
      lost = index;
      continue;
    }
    if (waitMs > 0) await delay(context.clock, waitMs, signal);
    const beganAt = context.clock.now();
    breakers.started(candidate.breakerId);
    try {
      const session = await openInTime(candidate, { sink, context, signal });
      tally.goesOn(index, candidate, context);
      return { index, session };
    } catch (error) {
      if (signal.aborted || !(error instanceof ProviderError)) {
        breakers.gaveUp(candidate.breakerId);
        throw error;
      }
      breakers.failed(candidate.breakerId, error);
      tellFailure(context, candidate, error);
      tally.failed(index, candidate, error);
      failed = error;
      if (!fallsBack(error)) break;
      if (!isWorthRetry(error, context.clock.now() - beganAt)) lost = index;
    }
  }
  tally.gaveUp(context);
  throw failed ?? refused(candidates[0].name, "stt", "transient");
}

/** Attempts in order, each with the wait before it. */
function triesOf(candidates: Candidates<Stt>, { from, tries }: Pick<SearchStart, "from" | "tries">) {
  const all = [...candidates.entries()];
  return [...all.slice(from), ...all.slice(0, from)].flatMap(([index, candidate]) => {
    const waits = index === from ? triesAfterMs.slice(tries) : triesAfterMs;
    return waits.map((waitMs) => ({ index, candidate, waitMs }));
  });
}

/** A session that opens after its deadline is closed. */
async function openInTime(
  { client, name }: Candidate<Stt>,
  parts: {
    readonly sink: (event: SttEvent) => void;
    readonly context: SttContext;
    readonly signal: AbortSignal;
  },
): Promise<SttSession> {
  const { sink, context, signal } = parts;
  const late = new AbortController();
  // The signal lives as long as the session, so only the deadline may abort it before the call does.
  const both = AbortSignal.any([late.signal, signal]);
  const given = Promise.withResolvers<never>();
  const giveUp = (): void => given.reject(signal.reason);
  using _deadline = context.clock.after(openMsMax, () => {
    const of = { provider: name, capability: "stt" } as const;
    given.reject(
      failure(of, "transient", "connect", { message: "The speech recogniser did not open in time" }),
    );
    late.abort();
  });
  signal.addEventListener("abort", giveUp, { once: true });
  const opening = client.open(sink, context, both);
  try {
    return await Promise.race([opening, given.promise]);
  } catch (error) {
    void opening.then(
      (session) => session.close(),
      () => undefined,
    );
    throw error;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
