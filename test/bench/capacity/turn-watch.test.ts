// Turn watch: a turn of the event loop counts in proportion to its length, since callers who speak meanwhile wait for
// it.

import { expect, test } from "bun:test";
import { turnsIn } from "./turn-watch.ts";

test("turn watch: one long turn counts in the 99th percentile when it takes more than one moment of a hundred", () => {
  const short = Array.from({ length: 500 }, () => 1);
  expect(turnsIn([...short, 9], 1_000)).toEqual({ longestTurnMs: 9, turnMsP99: 1 });
  expect(turnsIn([...short, 11], 1_000)).toEqual({ longestTurnMs: 11, turnMsP99: 11 });
  expect(turnsIn([...short, 30, 30], 6_000)).toEqual({ longestTurnMs: 30, turnMsP99: 30 });
  expect(turnsIn([...short, 30], 6_000)).toEqual({ longestTurnMs: 30, turnMsP99: 1 });
});

test("turn watch: an event loop that hardly works has short turns", () => {
  expect(turnsIn([2, 1], 60_000)).toEqual({ longestTurnMs: 2, turnMsP99: 1 });
  expect(turnsIn([], 60_000)).toEqual({ longestTurnMs: 0, turnMsP99: 0 });
});
