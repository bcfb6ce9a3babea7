// Single flight: work is done once for simultaneous requests, and again for later ones.

import { expect, test } from "bun:test";
import { SingleFlight } from "../../src/base/shared-work/single-flight.ts";

test("single flight: simultaneous requests share a result, later ones get a new one", async () => {
  const flight = new SingleFlight<number>();
  let count = 0;
  const work = async (): Promise<number> => {
    count += 1;
    const mine = count;
    await Promise.resolve();
    return mine;
  };
  expect(await Promise.all([flight.do("a", work), flight.do("a", work), flight.do("b", work)])).toEqual([
    1, 1, 2,
  ]);
  expect(await flight.do("a", work)).toBe(3);
});

test("single flight: an error reaches all waiting requests, and no later one", async () => {
  const flight = new SingleFlight<number>();
  const fails = (): Promise<number> => Promise.reject(new Error("away"));
  const both = await Promise.allSettled([flight.do("a", fails), flight.do("a", () => Promise.resolve(1))]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await flight.do("a", () => Promise.resolve(2))).toBe(2);
});
