// Failing document reader: a thread that reads no documents, in a way that its role names. `silent` never answers,
// `spinning` computes for ever, `broken` does not even start, `nameless` is silent and cannot give its number.

import { ownProcessorMs, threadNumber } from "../../../src/base/thread.ts";
import type { FromWorker } from "../../../src/documents/document-message.ts";

/** More than a job may use. */
const spinMs = 2_050;

const tell = (message: FromWorker | "spun"): void => postMessage(message);
const role = process.env["ROLE"];

function spin(): never {
  const until = ownProcessorMs() + spinMs;
  while (ownProcessorMs() < until);
  tell("spun");
  for (;;);
}

if (role === "broken") throw new Error("This thread does not start");
self.onmessage = () => {
  if (role === "spinning") spin();
};
tell({ type: "ready", thread: role === "nameless" ? undefined : threadNumber() });
