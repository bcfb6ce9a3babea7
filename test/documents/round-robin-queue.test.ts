// Round-robin queue: many waiting owners take turns.

import { expect, test } from "bun:test";
import { RoundRobinQueue } from "../../src/base/limits/round-robin-queue.ts";

function all(line: RoundRobinQueue<string>): string[] {
  const left: string[] = [];
  for (let item = line.shift(); item !== undefined; item = line.shift()) left.push(item);
  return left;
}

function lineOf(items: readonly string[], limits = { max: 10, perOwnerMax: 4 }): RoundRobinQueue<string> {
  const line = new RoundRobinQueue<string>(limits);
  for (const item of items) line.push(item.slice(0, 1), item);
  return line;
}

test("queue: owners take turns, each with its first job", () => {
  expect(all(lineOf(["a1", "a2", "a3", "b1", "c1", "c2"]))).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
});

test("queue: a returning owner waits behind the present ones", () => {
  const line = lineOf(["a1", "a2", "b1"]);
  expect(line.shift()).toBe("a1");
  line.push("a", "a3");
  expect(all(line)).toEqual(["b1", "a2", "a3"]);
});

test("queue: it has room for a number of jobs of one owner, and a number in all", () => {
  const line = lineOf([], { max: 3, perOwnerMax: 2 });
  const pushed = ["a1", "a2", "a3", "b1", "c1"].map((item) => line.push(item.slice(0, 1), item));
  expect(pushed).toEqual([true, true, false, true, false]);
  expect(line.size).toBe(3);
  expect(all(line)).toEqual(["a1", "b1", "a2"]);
  expect(line.push("c", "c1")).toBe(true);
});

test("queue: a cancelled job takes no turn", () => {
  const line = lineOf(["a1", "a2", "b1"]);
  line.remove("a", "a1");
  line.remove("b", "b1");
  line.remove("b", "b1");
  line.remove("c", "never there");
  expect(line.size).toBe(1);
  expect(all(line)).toEqual(["a2"]);
  expect(line.size).toBe(0);
});
