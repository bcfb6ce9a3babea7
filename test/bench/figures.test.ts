// Figures of a benchmark: whether a claim holds, and the printed form of each figure.

import { expect, test } from "bun:test";
import { brokenOf } from "./capacity/claims.ts";
import { claimsOf, FigureList, lineOf } from "./figures.ts";

test("figures: a time breaks its claim when it is an order of magnitude beyond it", () => {
  const answer = (value: number) => ({ figures: [{ of: "an answer", value, unit: "ms", atMost: 10 }] });
  expect(brokenOf(claimsOf(answer(79)))).toEqual([]);
  expect(brokenOf(claimsOf(answer(81)))).toEqual(["an answer: 81 ms, claimed 10 at most"]);
});

test("figures: a rate breaks its claim when it is an order of magnitude below it", () => {
  const logins = (value: number) => ({
    figures: [{ of: "logins", value, unit: "a second", atLeast: 40 }],
  });
  expect(brokenOf(claimsOf(logins(6)))).toEqual([]);
  expect(brokenOf(claimsOf(logins(4)))).toEqual(["logins: 4 a second, claimed 40 at least"]);
});

test("figures: a count breaks its claim at once, and a missing measurement does as well", () => {
  const sockets = (value: number) => ({ figures: [{ of: "sockets", value, unit: "", atMost: 0 }] });
  expect(brokenOf(claimsOf(sockets(0)))).toEqual([]);
  expect(brokenOf(claimsOf(sockets(1)))).toEqual(["sockets: 1, claimed 0 at most"]);
  expect(brokenOf(claimsOf(sockets(NaN)))).toHaveLength(1);
});

test("figures: each figure is printed when it is added", () => {
  const lines: string[] = [];
  const list = new FigureList((line) => void lines.push(line));
  const figure = { of: "memory", value: 12.345, unit: "MiB", note: "of 3" };
  list.add(figure);
  expect(lines).toEqual([lineOf(figure)]);
  expect(lines[0]).toMatch(/^ {2}memory +12\.3 MiB +of 3$/);
  expect(list.figures).toEqual([figure]);
});
