// Call measure: the figures of one call for the contract of its flow, from the call's events. Bookkeeping only.

import { type MeasuredCall, nothingMeasured } from "../../flow/value/contract-terms.ts";
import type { CallEvent, EndReason, FlowNotice } from "../call-event.ts";

/** Outcomes by which the engine itself ends a flow. */
const ownOutcomes: ReadonlySet<string> = new Set(["gave_up", "limit", "error", "hung_up"]);
/** Ends that neither a caller, nor an account, nor a flow has meant. */
const failures: ReadonlySet<EndReason> = new Set([
  "failed",
  "lost",
  "overloaded",
  "slow_consumer",
  "flood",
  "shutdown",
]);
/** Longer than this no answer takes: the caller has hung up. */
const answerMsMax = 600_000;

/** Samples of each kind that are kept, the latest: one call does not decide alone, and each snapshot has them. */
const samplesMax = 100;
const withSample = (samples: readonly number[], ms: number): readonly number[] =>
  [...samples, ms].slice(-samplesMax);

export class CallMeasure {
  #so: MeasuredCall;
  /** How long the agent took to fall silent, until it is known whether it was interrupted. */
  #stopMs: number | undefined;

  constructor(before: MeasuredCall = nothingMeasured) {
    this.#so = before;
  }

  get soFar(): MeasuredCall {
    return this.#so;
  }

  take(event: CallEvent): void {
    const so = this.#so;
    switch (event.type) {
      case "latency": {
        const { audioMs } = event.latency;
        if (audioMs !== undefined && audioMs <= answerMsMax)
          this.#set({ answersMs: withSample(so.answersMs, Math.round(audioMs)) });
        return;
      }
      case "agent-paused":
        this.#stopMs = event.paused ? event.afterMs : undefined;
        return;
      case "interrupted":
        if (this.#stopMs !== undefined) this.#set({ stopsMs: withSample(so.stopsMs, this.#stopMs) });
        this.#stopMs = undefined;
        return;
      case "user-words":
        if (event.final && !event.rejected && event.text !== "") this.#set({ turns: so.turns + 1 });
        return;
      case "user-typed":
      case "user-keys":
        return this.#set({ turns: so.turns + 1 });
      case "flow-noticed":
        return this.#noticed(event.what);
      case "tool-finished":
        if (event.failure === "cancelled") return;
        return this.#set({ tools: so.tools + 1, toolErrors: so.toolErrors + (event.ok ? 0 : 1) });
      case "flow-ended":
        return this.#set({
          completed: !ownOutcomes.has(event.outcome),
          gaveUp: so.gaveUp || event.outcome === "gave_up",
        });
      case "ended":
        return this.#set({ failed: failures.has(event.reason) });
      default:
        return;
    }
  }

  #noticed(what: FlowNotice): void {
    const so = this.#so;
    if (what === "not_understood") return this.#set({ notUnderstood: so.notUnderstood + 1 });
    if (what === "gave_up") return this.#set({ gaveUp: true });
    this.#set({ readBacks: so.readBacks + 1, refused: so.refused + (what === "read_back_no" ? 1 : 0) });
  }

  #set(change: Partial<MeasuredCall>): void {
    this.#so = { ...this.#so, ...change };
  }
}
