// Span queue: the newest spans stay, in their order, after any number of additions and removals.

import { expect, test } from "bun:test";
import type { Span } from "../../src/trace/span.ts";
import { SpanQueue } from "../../src/trace/span-queue.ts";

/** Only the identity of a span counts here. */
const span = (n: number): Span => ({ name: String(n) }) as Span;

test("span queue: the oldest span is dropped for the newest, and the rest stays in order", () => {
  const queue = new SpanQueue(3);
  const names = (count: number): string[] => queue.take(count).map(({ name }) => name);
  expect([1, 2, 3, 4, 5].map((n) => queue.add(span(n)))).toEqual([true, true, true, false, false]);
  expect(names(2)).toEqual(["3", "4"]);
  expect([6, 7, 8].map((n) => queue.add(span(n)))).toEqual([true, true, false]);
  expect([queue.size, names(9), queue.size, names(1)]).toEqual([3, ["6", "7", "8"], 0, []]);
});
