// Simulation message: what a simulation and its threads tell each other, as plain data.

import type { SimCall } from "./sim-call.ts";

/** A simulated call without its events, which nobody reads of many calls. */
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
  /** It listens: what is sent to a thread before is lost. */
  | { readonly type: "ready" }
  /** The answer to a batch, in its order. */
  | { readonly type: "done"; readonly calls: readonly CallSummary[] }
  | { readonly type: "failed"; readonly message: string };
