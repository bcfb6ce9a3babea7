// Cover: the cheapest row of arcs.

import { expect, test } from "bun:test";
import { cover } from "../../../src/flow/grammar/cover.ts";
import type { Arc } from "../../../src/flow/grammar/scene.ts";
import type { Value } from "../../../src/flow/grammar/variables.ts";

const beside = (start: number, end: number, cost: number): Arc => ({ start, end, kind: "beside", cost });
const mark = (start: number, cost: number): Arc => ({ start, end: start + 1, kind: "mark", cost });
const value = (start: number, cost: number, name: string, said: Value = 4): Arc => ({
  start,
  end: start + 1,
  kind: "value",
  cost,
  sets: [{ name, fit: { value: said } }],
});

/** Arcs of the cheapest row as `start-end cost`. */
const row = (arcs: readonly Arc[], words: number, names: readonly string[] = ["a", "b"]) =>
  cover(
    Array.from({ length: words }, (_, at) => arcs.filter(({ start }) => start === at)),
    names,
  ).map(({ start, end, cost, sets }) => `${start}-${end} ${sets?.[0]?.name ?? ""}${String(cost)}`);

test("a row that costs less explains the words", () => {
  expect(row([beside(0, 2, 0.5), beside(0, 1, 0.2), beside(1, 2, 0.2)], 2)).toEqual(["0-1 0.2", "1-2 0.2"]);
  expect(row([beside(0, 2, 0.3), beside(0, 1, 0.2), beside(1, 2, 0.2)], 2)).toEqual(["0-2 0.3"]);
});

test("the first of two rows that cost the same stays", () => {
  expect(row([beside(0, 2, 0.4), beside(0, 1, 0.2), beside(1, 2, 0.2)], 2)).toEqual(["0-2 0.4"]);
});

test("a second value of a variable costs more, but not behind a mark", () => {
  const again = (second: Arc) => row([value(0, 0, "a"), second, value(2, 0, "a"), beside(2, 3, 0.1)], 3);
  expect(again(beside(1, 2, 0))).toEqual(["0-1 a0", "1-2 0", "2-3 0.1"]);
  expect(again(mark(1, 0))).toEqual(["0-1 a0", "1-2 0", "2-3 a0"]);
});

test("a second yes costs nothing more", () => {
  expect(row([value(0, 0, "a", true), value(1, 0, "a", true), beside(1, 2, 0.1)], 2)).toEqual([
    "0-1 a0",
    "1-2 a0",
  ]);
});

test("variables are answered in their order where nothing else decides", () => {
  const either = ["a", "b"].flatMap((name) => [value(0, 0, name), value(1, 0, name)]);
  expect(row(either, 2)).toEqual(["0-1 a0", "1-2 b0"]);
  expect(row(either, 2, ["b", "a"])).toEqual(["0-1 b0", "1-2 a0"]);
});

test("a word without an arc leaves no row", () => {
  expect(row([beside(0, 1, 0)], 2)).toEqual([]);
});
