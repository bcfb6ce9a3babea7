// Outcomes of sessions: post-processing by flows after a call. The end of a session does not wait for it: it runs in
// the background, is paid from the remaining hold, and is written with its money in one transaction.

import type { Clock } from "../base/clock.ts";
import { OwnerSemaphore } from "../base/limits/owner-semaphore.ts";
import type { Log } from "../base/log.ts";
import { type MadeOutcome, makeOutcome, outcomeToMake, type OutcomeToMake } from "../calls/made-outcome.ts";
import type { Plan } from "../calls/call-plan.ts";
import type { MeasuredCall } from "../flow/value/contract-terms.ts";
import type { ContractWatch } from "../hooks/contract-watch.ts";
import type { Charge } from "./session-charge.ts";
import type { Conversation } from "./session-conversation.ts";
import type { ClosingEvents } from "./session-record.ts";
import type { SessionEndReason } from "./session-step.ts";

export interface OutcomesOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Receives each call of a flow with a contract; absent: contracts are not watched. */
  readonly contracts?: (Pick<ContractWatch, "ended"> & AsyncDisposable) | undefined;
}

/** Concurrent model requests about ended calls, in all and per account: others wait without being late. */
const modelsAtOnceMax = 16;
const modelsOfAccountMax = 4;

/** Ended session at its settlement. */
interface Ending {
  readonly id: string;
  readonly plan: Plan;
  readonly charge: Charge;
  readonly talk: Pick<Conversation, "facts" | "soFar" | "measured" | "keepMade" | "tellMade">;
  readonly log: Log;
}

interface Settling extends Pick<ClosingEvents, "late"> {
  readonly reason: SessionEndReason;
  /** True if there was no call to pay for. */
  readonly free: boolean;
  readonly outcomes: Pick<Outcomes, "begin" | "measured">;
  readonly done: () => void;
}

/** Writes the end of a session and then starts the flow's post-processing. */
export function settleEnd(
  { id: sessionId, plan, charge, talk, log }: Ending,
  { reason: endReason, free, outcomes, done, late }: Settling,
): void {
  const { outcome = null, usage } = talk.facts;
  const made = free ? undefined : outcomeToMake(plan, () => talk.soFar.call?.memory);
  const written: ClosingEvents["done"] = ({ moved, extended: isPaid }) => {
    done();
    if (!moved && !free) outcomes.measured(plan, talk.measured);
    const atMs = charge.meter.connectedMs;
    if (made !== undefined && !moved)
      outcomes.begin({ sessionId, accountId: plan.accountId, outcome: made, isPaid, charge, talk, atMs });
  };
  const ended = { endReason, outcome, usage, ...(free && { costMicros: 0, callOutcome: null }) };
  const later = made && { costs: made.llm !== undefined };
  charge.close(ended, { done: written, late }, later).catch((error) => {
    log.error("session.bug", { effect: "settle", error });
    late();
  });
}

/** Ended and settled session. */
interface SummedUp {
  readonly sessionId: string;
  readonly accountId: string | undefined;
  readonly outcome: OutcomeToMake;
  /** True if the model's cost is held. */
  readonly isPaid: boolean;
  readonly charge: Pick<Charge, "whenCounted" | "finish">;
  readonly talk: Pick<Conversation, "keepMade" | "tellMade">;
  /** Duration of the connection. */
  readonly atMs: number;
}

export class Outcomes {
  readonly #o: OutcomesOptions;
  readonly #making = new Map<string, Promise<void>>();
  readonly #models = new OwnerSemaphore({ max: modelsAtOnceMax, perOwnerMax: modelsOfAccountMax });
  readonly #stop = new AbortController();
  /** True if another node has ended these sessions. */
  #isLost = false;

  constructor(options: OutcomesOptions) {
    this.#o = options;
  }

  /** True if an outcome of this session is being made, or is not written yet. */
  has(sessionId: string): boolean {
    return this.#making.has(sessionId);
  }

  begin(session: SummedUp): void {
    const { sessionId } = session;
    const making = this.#make(session).catch((error: unknown) => {
      // The session's row says pending; the next sweep marks it as failed.
      this.#o.log.error("session.bug", { effect: "outcome", session: sessionId, error });
    });
    this.#making.set(sessionId, making);
    void making.then(() => this.#making.delete(sessionId));
  }

  /** A call is over and settled. `measured`: its figures; undefined: its flow has no contract. */
  measured({ accountId, flowId, flowRevision: revision, program }: Plan, measured?: MeasuredCall): void {
    const { contract } = program ?? {};
    if (accountId === undefined || flowId === undefined || revision === undefined) return;
    if (contract !== undefined && measured !== undefined)
      this.#o.contracts?.ended({ accountId, flowId, revision, contract, measured });
  }

  /** Stops waiting: unfinished outcomes fail. */
  abandon(): void {
    this.#stop.abort();
  }

  /** This node was given up: the node that ended its sessions also marked these. */
  lose(): void {
    this.#isLost = true;
    this.#stop.abort();
  }

  /** Resolves when all started outcomes are written, or wait for disk space. */
  async over(): Promise<void> {
    while (this.#making.size > 0) await Promise.all(this.#making.values());
  }

  /** Stops all outcomes; after a restart the server makes the missing ones. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.abandon();
    await this.over();
    this.#isLost = true;
    await this.#o.contracts?.[Symbol.asyncDispose]();
  }

  /** Waits for room, if a model is needed. */
  async #ask({ accountId = "", outcome }: SummedUp, log: Log): Promise<MadeOutcome> {
    const { signal } = this.#stop;
    if (outcome.llm === undefined) return makeOutcome(outcome, { ...this.#o, log }, signal);
    const waiting = this.#models.acquire(accountId, signal).catch(() => undefined);
    using place = await waiting;
    if (place === undefined) return { state: "failed", reason: "shutdown" };
    return await makeOutcome(outcome, { ...this.#o, log }, signal);
  }

  async #make(session: SummedUp): Promise<void> {
    const { sessionId, outcome, isPaid, charge, talk, atMs } = session;
    const log = this.#o.log.with({ session: sessionId });
    const made: MadeOutcome =
      !isPaid && outcome.llm !== undefined
        ? { state: "failed", reason: "credits" }
        : await this.#ask(session, log);
    if (this.#isLost) return;
    const counted = Promise.withResolvers<void>();
    charge.whenCounted(counted.resolve);
    await counted.promise;
    if (this.#isLost) return;
    talk.keepMade(made, atMs);
    const written = Promise.withResolvers<void>();
    const done = ({ moved }: { readonly moved: boolean }): void => {
      if (!moved) talk.tellMade(made);
      written.resolve();
    };
    await charge.finish({ callOutcome: made.state }, { done, late: written.resolve });
    await written.promise;
    log.info("session.summarised", {
      state: made.state,
      ...(made.state === "failed" && { reason: made.reason }),
    });
  }
}
