// Owner semaphore: who gets a place, who waits, and the protection from other owners.

import { expect, test } from "bun:test";
import { OwnerSemaphore } from "../../src/base/limits/owner-semaphore.ts";
import { settle } from "../support/fakes/virtual-clock.ts";

function bench(max: number, perOwnerMax: number) {
  const places = new OwnerSemaphore({ max, perOwnerMax });
  const inside: string[] = [];
  const held = new Map<string, Disposable>();
  const come = (name: string, signal = new AbortController().signal): void =>
    void places.acquire(name.charAt(0), signal).then(
      (place) => {
        inside.push(name);
        held.set(name, place);
      },
      () => inside.push(`${name} gave up`),
    );
  const leave = async (name: string): Promise<void> => {
    held.get(name)?.[Symbol.dispose]();
    await settle();
  };
  return { inside, come, leave };
}

test("places: they are taken in order, and one too many waits for a free one", async () => {
  const { inside, come, leave } = bench(2, 2);
  for (const name of ["a1", "b1", "c1", "d1"]) come(name);
  await settle();
  expect(inside).toEqual(["a1", "b1"]);
  await leave("b1");
  expect(inside).toEqual(["a1", "b1", "c1"]);
  await leave("a1");
  expect(inside).toEqual(["a1", "b1", "c1", "d1"]);
});

test("places: an owner at its limit waits, and others pass by", async () => {
  const { inside, come, leave } = bench(3, 2);
  for (const name of ["a1", "a2", "a3", "b1", "a4", "b2"]) come(name);
  await settle();
  expect(inside).toEqual(["a1", "a2", "b1"]);
  await leave("b1");
  expect(inside.at(-1)).toBe("b2");
  await leave("a2");
  expect(inside.at(-1)).toBe("a3");
});

test("places: a cancelled wait leaves the line", async () => {
  const { inside, come, leave } = bench(1, 1);
  const stop = new AbortController();
  come("a1");
  come("b1", stop.signal);
  come("c1");
  await settle();
  stop.abort();
  await leave("a1");
  expect(inside).toEqual(["a1", "b1 gave up", "c1"]);
  come("d1", stop.signal);
  await settle();
  expect(inside.at(-1)).toBe("d1 gave up");
});
