// Worker start: threads that are started before they are needed.

import { expect, test } from "bun:test";
import { startAhead, startWorker } from "../../src/base/start-worker.ts";

/** An unknown role: such a thread ends by itself. */
const role = "nothing";

/** Threads are numbered in the order of their start. */
const numberOf = (worker: Worker): number => (worker as unknown as { readonly threadId: number }).threadId;

test("start ahead: the first request of a role gets the thread, and the next one another", () => {
  const before = startWorker(role);
  using _ = startAhead(role);
  const [other, first, next] = [startWorker("another"), startWorker(role), startWorker(role)];
  const ids = [first, other, next].map((worker) => numberOf(worker) - numberOf(before));
  expect(ids).toEqual([1, 2, 3]);
});

test("start ahead: a thread that ended with its owner is not handed out", () => {
  const before = startWorker(role);
  startAhead(role)[Symbol.dispose]();
  expect(numberOf(startWorker(role))).toBe(numberOf(before) + 2);
});
