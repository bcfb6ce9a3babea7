// Flow test worker: plays a flow's tests in a Web Worker, so that the page stays responsive. It serves one run.

import { type RunAnswer, type RunRequest, runTests } from "./test-run-message.ts";

/** The part of DedicatedWorkerGlobalScope that is used, which lib.dom does not declare. */
declare const self: {
  onmessage: ((event: MessageEvent<RunRequest>) => void) | null;
  postMessage(answer: RunAnswer): void;
};

/** Milliseconds between two progress messages: a person could not read them faster. */
const progressEveryMs = 100;

self.onmessage = ({ data }) => {
  const now = (): number => performance.now();
  self.postMessage({ type: "progress", progress: { done: 0, all: 0 } });
  const run = runTests(data, now);
  let reportedAt = now();
  let next = run.next();
  for (; next.done !== true; next = run.next()) {
    if (now() - reportedAt < progressEveryMs) continue;
    reportedAt = now();
    self.postMessage({ type: "progress", progress: next.value });
  }
  self.postMessage({ type: "result", result: next.value });
};
