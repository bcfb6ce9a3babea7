// Bulk work: accounts' requests to the store run few slices at a time, of accounts in turn, each in its own turn of the
// loop.

import { expect, test } from "bun:test";
import { BulkWork } from "../../src/base/limits/bulk-work.ts";
import { turn } from "../support/until.ts";

test("bulk work: two slices run at a time, and a newcomer's is next after one of the waiting crowd", async () => {
  const bulk = new BulkWork(2);
  const begun: string[] = [];
  const running: PromiseWithResolvers<void>[] = [];
  const ask = (owner: string, name: string): Promise<void> =>
    bulk.run(owner, () => {
      begun.push(name);
      running.push(Promise.withResolvers());
      return running.at(-1)!.promise;
    });
  const all = [1, 2, 3, 4, 5].map((n) => ask("a", `a${n}`));
  all.push(ask("b", "b1"));
  for (let n = 0; n < 5; n++) await turn();
  expect(begun).toEqual(["a1", "a2"]);
  for (let n = 0; n < all.length; n++) {
    running[n]?.resolve();
    for (let turns = 0; turns < 3; turns++) await turn();
  }
  await Promise.all(all);
  expect(begun).toEqual(["a1", "a2", "a3", "b1", "a4", "a5"]);
});

test("bulk work: one slice begins in a turn of the loop", async () => {
  const bulk = new BulkWork(10);
  let begun = 0;
  const all = Array.from({ length: 6 }, () => bulk.run("a", () => Promise.resolve((begun += 1))));
  const seen: number[] = [];
  while (begun < 6) {
    const before = begun;
    await turn();
    seen.push(begun - before);
  }
  await Promise.all(all);
  // Two polls may fall to both sides of one turn.
  expect(Math.max(...seen)).toBeLessThanOrEqual(2);
});

test("bulk work: a failing slice frees its place", async () => {
  const bulk = new BulkWork(1);
  const failed = bulk.run("a", () => Promise.reject(new Error("no")));
  const next = bulk.run("a", () => Promise.resolve(1));
  expect(failed).rejects.toThrow("no");
  expect(await next).toBe(1);
});
