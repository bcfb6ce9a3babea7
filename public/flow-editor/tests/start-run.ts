// Test run starter: runs tests in a Web Worker, which is terminated when the run ends, is stopped or takes too long.

import type { FlowCheck } from "../state/flow-check.ts";
import type { RunAnswer, RunProgress, RunRequest, RunResult } from "./test-run-message.ts";

const workerUrl = "/pages/flow-test-worker.js";
/** Timeout of a run. A flow that computes for so long is usually in an endless loop. */
export const runSecondsMax = 10;

export type TestRunEnd =
  | RunResult
  | { readonly type: "stopped" }
  | { readonly type: "too-long" }
  /** The Worker could not be loaded, or crashed. */
  | { readonly type: "broken" };

export interface WantedRun extends Pick<RunRequest, "text" | "only"> {
  readonly check: Pick<FlowCheck, "allowsAddresses">;
}

export interface TestRun {
  readonly end: Promise<TestRunEnd>;
  stop(): void;
}

/** `end` always resolves; the Worker is terminated then. */
export function startTestRun(
  { check, ...run }: WantedRun,
  progressed: (progress: RunProgress) => void,
): TestRun {
  const { promise, resolve } = Promise.withResolvers<TestRunEnd>();
  const worker = new Worker(workerUrl, { type: "module" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  worker.addEventListener("error", () => resolve({ type: "broken" }));
  worker.addEventListener("message", ({ data }: MessageEvent<RunAnswer>) => {
    // The timeout starts with the Worker's first message, so that loading it does not count.
    timer ??= setTimeout(() => resolve({ type: "too-long" }), runSecondsMax * 1_000);
    if (data.type === "progress") progressed(data.progress);
    else resolve(data.result);
  });
  void check.allowsAddresses(run.text).then((allowsAddresses) => {
    worker.postMessage({ ...run, allowsAddresses } satisfies RunRequest);
  });
  const end = promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
  return { end, stop: () => resolve({ type: "stopped" }) };
}
