// Simulation message: messages between a simulation and its threads, as plain data.

import type { SimCall } from "./sim-call.ts";

/** Simulated call without its events, which many calls do not need. */
export type CallSummary = Omit<SimCall, "events">;

/** The first message: the checked flow to call. */
export interface SimOrder {
  readonly type: "flow";
  readonly id: string;
  readonly text: string;
  /** True if recogniser and voice are slow and sometimes fail. */
  readonly troubles: boolean;
}

/** Order for calls with these seeds, one after the other. */
export interface SimBatch {
  readonly type: "calls";
  readonly seeds: readonly number[];
}

export type ToSimWorker = SimOrder | SimBatch;

export type FromSimWorker =
  /** The thread can receive; it loses earlier messages. */
  | { readonly type: "ready" }
  /** The calls of a batch, in its order. */
  | { readonly type: "done"; readonly calls: readonly CallSummary[] }
  | { readonly type: "failed"; readonly message: string };
