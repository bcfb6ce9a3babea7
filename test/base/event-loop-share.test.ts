// Event loop share: the loop is shared among simultaneous arrivals.

import { expect, test } from "bun:test";
import { EventLoopShare } from "../../src/base/limits/event-loop-share.ts";
import { turn } from "../support/until.ts";

test("turns: a fixed number begins in each turn of the loop, in arrival order", async () => {
  const turns = new EventLoopShare(3);
  const begun: number[] = [];
  const begin = async (i: number): Promise<void> => {
    await turns.enter();
    begun.push(i);
  };
  const all = Promise.all(Array.from({ length: 8 }, (_, i) => begin(i)));
  const seen: number[] = [];
  while (begun.length < 8) {
    await turn();
    seen.push(begun.length);
  }
  await all;
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const steps = seen.map((sum, i) => sum - (seen[i - 1] ?? 0));
  expect(Math.max(...steps.slice(1))).toBeLessThanOrEqual(3);
  expect(seen[0]).toBeLessThanOrEqual(6);
});

test("turns: a lone arrival does not wait, and none overtakes the waiting ones", async () => {
  const turns = new EventLoopShare(1);
  expect(turns.enter()).toBeUndefined();
  const order: string[] = [];
  const waited = turns.enter()?.then(() => void order.push("waited"));
  await turn();
  const came = turns.enter()?.then(() => void order.push("came"));
  await Promise.all([waited, came]);
  expect(order).toEqual(["waited", "came"]);
  await turn();
  await turn();
  expect(turns.enter()).toBeUndefined();
});
