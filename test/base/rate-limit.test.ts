// Rate limit: counts uses in a window.

import { expect, test } from "bun:test";
import { RateLimit } from "../../src/base/limits/rate-limit.ts";
import { VirtualClock } from "../support/fakes/virtual-clock.ts";

function open(max: number) {
  const clock = new VirtualClock();
  return { clock, limit: new RateLimit({ clock, max, windowMs: 60_000 }) };
}

test("rate: it admits the exact number, then returns the wait", async () => {
  const { clock, limit } = open(3);
  expect([1, 2, 3].map(() => limit.take("a"))).toEqual([undefined, undefined, undefined]);
  expect(limit.take("a")).toBe(60);
  await clock.advance(59_500);
  expect(limit.take("a")).toBe(1);
  await clock.advance(500);
  expect(limit.take("a")).toBeUndefined();
});

test("rate: each key is counted apart", () => {
  const { limit } = open(1);
  expect([limit.take("a"), limit.take("b")]).toEqual([undefined, undefined]);
});

test("rate: returned uses can be taken again, and no more", () => {
  const { limit } = open(1);
  limit.giveBack("a");
  limit.take("a");
  limit.giveBack("a");
  expect([limit.take("a"), limit.take("a")]).toEqual([undefined, 60]);
});

test("rate: ended windows are dropped, and the oldest ones when there are too many keys", async () => {
  const { clock, limit } = open(1);
  limit.take("first");
  for (let i = 0; i < 100_000; i++) limit.take(`key ${i}`);
  expect(limit.take("first")).toBeUndefined();
  expect(limit.take("key 99999")).toBe(60);
  await clock.advance(60_000);
  expect(limit.take("key 99999")).toBeUndefined();
});
