// Order of servers: which server of a domain is asked first.

import { expect, test } from "bun:test";
import { serversInOrder } from "../../src/sip/server-order.ts";

const record = (name: string, priority: number, weight = 0, port = 5_060) => ({
  name,
  port,
  priority,
  weight,
});
const names = (records: Parameters<typeof serversInOrder>[0], random = () => 0): readonly string[] =>
  serversInOrder(records, random).map(({ name }) => name);

test("servers of the lowest priority number come first", () => {
  expect(names([record("c", 30), record("a", 10), record("b", 20)])).toEqual(["a", "b", "c"]);
});

test.each([
  [0, ["a", "b"]],
  [0.69, ["a", "b"]],
  [0.71, ["b", "a"]],
  [0.999, ["b", "a"]],
])("servers of one priority are chosen by weight: chance %d", (chance, order) => {
  expect(names([record("a", 1, 70), record("b", 1, 30)], () => chance)).toEqual(order);
});

test("a server of no weight comes after one that has some", () => {
  expect(names([record("spare", 1, 0), record("main", 1, 5)])).toEqual(["main", "spare"]);
});

test("a domain without a server has none, and a long list is not tried to the end", () => {
  expect(names([record(".", 0), record("", 0), record("x", 0, 0, 0)])).toEqual([]);
  expect(names(Array.from({ length: 40 }, (_, i) => record(`s${i}`, i))).length).toBe(8);
});
