// Worker outbox: sends a Worker's answers of one turn of its event loop in one message.

import type { FromWorker, WorkerAnswer } from "./speech-message.ts";

const answers: WorkerAnswer[] = [];
let flushing = false;

/** Audio is transferred and unusable afterwards. */
export function tell(answer: WorkerAnswer): void {
  answers.push(answer);
  if (flushing) return;
  flushing = true;
  // Before long jobs armed later; after all orders of this message.
  setImmediate(() => {
    flushing = false;
    const message: FromWorker = { answers: answers.splice(0) };
    const transfer = message.answers.flatMap((one) => (one.type === "audio" ? [one.pcm.buffer] : []));
    postMessage(message, { transfer });
  });
}
