// Tests of flows run beside the calls: in slices, and no longer than they may.

import { expect, test } from "bun:test";
import type { Clock } from "../../src/base/clock.ts";
import { runnableFlow, testFlow } from "../../src/cloud/flow-test.ts";
import { loadFlow } from "../../src/flow/load.ts";

const count = 200;
const text = `voice_flow: 1
id: t
language: en
start: a
variables: {well: {type: boolean, ask: Are you well?}}
nodes: {a: {ask: well, give_up: b, next: b}, b: {end: done}}
tests:
${Array.from({ length: count }, (_, i) => `  - {name: t${i}, script: [{user: "yes"}, {ends: done}]}\n`).join("")}`;
const flow = runnableFlow(text, { load: (given) => loadFlow(given), accountId: undefined });

/** A machine that needs so long between any two looks at the clock. */
function slowly(lookMs: number): Clock {
  let nowMs = 0;
  return {
    now: () => (nowMs += lookMs),
    wall: () => 0,
    after: () => ({ [Symbol.dispose]: () => undefined }),
  };
}

test("all of them pass, a slice in each turn of the event loop", async () => {
  let turns = 0;
  let isOver = false;
  const watch = (): void => {
    turns += 1;
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  const report = await testFlow(text, flow, slowly(1));
  isOver = true;
  expect(report.passed).toBe(true);
  // A slice of 5 ms has five looks and so five steps, of which a test takes several.
  expect(turns).toBeGreaterThan(count / 5);
});

test("after two seconds the tests that are left fail", async () => {
  const { passed, tests } = await testFlow(text, flow, slowly(6));
  expect(passed).toBe(false);
  expect(tests.length).toBe(count);
  expect(tests[0]?.failure).toBeUndefined();
  expect(tests.at(-1)?.failure?.message).toContain("took all the time");
});
