// Simulation message: messages between a simulation and its threads, as plain data.

import type { SimCall } from "./sim-call.ts";

/** Simulated call without its events, which are not needed for many calls. */
export type CallSummary = Omit<SimCall, "events">;

/** The first message: which flow, checked before, is called. */
export interface SimOrder {
  readonly type: "flow";
  readonly id: string;
  readonly text: string;
  /** Recogniser and voice are slow and fail now and then. */
  readonly troubles: boolean;
}

/** Calls with these seeds, one after the other. */
export interface SimBatch {
  readonly type: "calls";
  readonly seeds: readonly number[];
}

export type ToSimWorker = SimOrder | SimBatch;

export type FromSimWorker =
  /** Ready to receive: earlier messages to the thread are lost. */
  | { readonly type: "ready" }
  /** The answer to a batch, in its order. */
  | { readonly type: "done"; readonly calls: readonly CallSummary[] }
  | { readonly type: "failed"; readonly message: string };
