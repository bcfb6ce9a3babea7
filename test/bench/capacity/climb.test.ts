// Climb: when a step is repeated, and where the climb ends.

import { expect, test } from "bun:test";
import { climb, doubling, isUndecided, triesMax, type Verdict } from "./climb.ts";

test("climb: one good run decides, and so do two late ones; a disturbed run never does", () => {
  expect(isUndecided([])).toBe(true);
  expect(isUndecided(["fine"])).toBe(false);
  expect(isUndecided(["late"])).toBe(true);
  expect(isUndecided(["late", "fine"])).toBe(false);
  expect(isUndecided(["late", "disturbed"])).toBe(true);
  expect(isUndecided(["late", "disturbed", "late"])).toBe(false);
  const disturbed = Array<Verdict>(triesMax).fill("disturbed");
  expect(isUndecided(disturbed.slice(1))).toBe(true);
  expect(isUndecided(disturbed)).toBe(false);
  expect(isUndecided(["disturbed"], 1)).toBe(false);
});

/** Runs with these results, step by step; `runs` lists the runs made. */
function scripted(verdicts: Readonly<Record<number, readonly Verdict[]>>) {
  const runs: number[] = [];
  const run = (calls: number): Promise<Verdict> => {
    const before = runs.filter((each) => each === calls).length;
    runs.push(calls);
    return Promise.resolve(verdicts[calls]![before]!);
  };
  return { runs, run };
}

test("climb: it ends at the first step that fails twice, and returns the last good one", async () => {
  const { run, runs } = scripted({ 10: ["fine"], 20: ["late", "fine"], 30: ["late", "disturbed", "late"] });
  expect(await climb([10, 20, 30, 40], run)).toBe(20);
  expect(runs).toEqual([10, 20, 20, 30, 30, 30]);
});

test("climb: it handles all steps, no step, and the allowed number of tries", async () => {
  expect(await climb([10, 20], scripted({ 10: ["fine"], 20: ["fine"] }).run)).toBe(20);
  expect(await climb([10], scripted({ 10: ["late", "late"] }).run)).toBe(0);
  const { run, runs } = scripted({ 10: ["disturbed", "fine"] });
  expect(await climb([10], run, { tries: 1 })).toBe(0);
  expect(runs).toEqual([10]);
});

test.each([
  [730, 25, 725],
  [149, 25, 125],
  [155, 25, 150],
  [300, 25, 300],
  [730, Infinity, 600],
  [3, 25, 0],
])(
  "climb: a server that carries %i, searched to the nearest %d, is rated %i",
  async (most, within, found) => {
    const asked: number[] = [];
    const run = (calls: number): Promise<Verdict> => {
      asked.push(calls);
      return Promise.resolve(calls <= most ? "fine" : "late");
    };
    expect(await climb(doubling(150), run, { within })).toBe(found);
    // Two for a step that fails, and a handful of halves.
    expect(asked.length).toBeLessThan(18);
  },
);
