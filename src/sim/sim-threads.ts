// Simulation threads: many simulated calls of one flow, on a chosen number of processor cores. A call does
// not depend on its thread, so the result is the same for any number of threads.

import { startWorker } from "../base/start-worker.ts";
import type { LoadedFlow } from "../flow/language/load-flow.ts";
import { callBySeed } from "./call-by-seed.ts";
import type { CallSummary, FromSimWorker, SimOrder, ToSimWorker } from "./sim-worker-message.ts";

export interface ManyCalls extends Required<Pick<LoadedFlow, "program" | "tests">> {
  /** Text of the flow. */
  readonly text: string;
  readonly troubles: boolean;
  /** Seeds of the calls, one call each, in this order. */
  readonly seeds: readonly number[];
  /** 1: on the calling thread. */
  readonly threads: number;
  /** Called with the number of ended calls. */
  readonly progress: (done: number) => void;
  /** Called before each call but the first on the calling thread; false ends the simulation with the calls so far. */
  readonly mayGoOn?: () => boolean;
}

/** Calls in one batch of a thread: few, so that all threads end at the same time. */
const batchCalls = 10;

/** The calls in the order of their seeds. Rejects when a thread fails, which is a bug of ours. */
export async function simulateMany(options: ManyCalls): Promise<readonly CallSummary[]> {
  const { seeds, threads, progress } = options;
  const calls: CallSummary[] = [];
  let [next, done] = [0, 0];
  const mayGoOn = options.mayGoOn ?? (() => true);
  const drain = async (simulate: (seeds: readonly number[]) => Promise<readonly CallSummary[]>) => {
    while (next < seeds.length && (done === 0 || mayGoOn())) {
      const from = next;
      next += batchCalls;
      const made = await simulate(seeds.slice(from, from + batchCalls));
      made.forEach((call, i) => (calls[from + i] = call));
      progress((done += made.length));
    }
  };
  if (threads <= 1) await drain((batch) => here(options, batch));
  else await Promise.all(Array.from({ length: threads }, () => inThread(options, drain)));
  return calls;
}

async function here(
  { program, tests, troubles, mayGoOn = () => true }: ManyCalls,
  seeds: readonly number[],
): Promise<readonly CallSummary[]> {
  const calls: CallSummary[] = [];
  for (const seed of seeds) {
    if (calls.length > 0 && !mayGoOn()) break;
    calls.push(await callBySeed({ program, tests, seed, troubles }));
  }
  return calls;
}

async function inThread(
  { program, text, troubles }: ManyCalls,
  drain: (simulate: (seeds: readonly number[]) => Promise<readonly CallSummary[]>) => Promise<void>,
): Promise<void> {
  const worker = startWorker("simulation");
  const order: SimOrder = { type: "flow", id: program.id, text, troubles };
  try {
    await answer(worker);
    worker.postMessage(order);
    await drain((seeds) => answer(worker, { type: "calls", seeds }));
  } finally {
    worker.terminate();
  }
}

/** The calls of the thread's next message; none for its first message, which reports that it is ready. */
function answer(worker: Worker, message?: ToSimWorker): Promise<readonly CallSummary[]> {
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`A thread of the simulation has failed: ${why}`));
    worker.onmessage = ({ data }: MessageEvent<FromSimWorker>) => {
      if (data.type === "failed") fail(data.message);
      else resolve(data.type === "done" ? data.calls : []);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message);
    };
    if (message !== undefined) worker.postMessage(message);
  });
}
