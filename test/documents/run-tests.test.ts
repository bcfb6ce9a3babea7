// Test runs of flows: they run beside calls, and no longer than allowed.

import { expect, test } from "bun:test";
import { runnableFlow, testFlow } from "../../src/documents/run-tests.ts";
import { loadFlow } from "../../src/flow/language/load-flow.ts";

const count = 200;
const text = `voice_flow: 1
id: t
language: en
start: a
variables: {well: {type: boolean, ask: Are you well?}}
nodes: {a: {ask: well, give_up: b, next: b}, b: {end: done}}
tests:
${Array.from({ length: count }, (_, i) => `  - {name: t${i}, script: [{user: "yes"}, {ends: done}]}\n`).join("")}`;
const flow = runnableFlow(text, (given) => loadFlow(given));

/** Clock of a machine that needs `lookMs` between any two looks. */
function slowly(lookMs: number): () => number {
  let usedMs = 0;
  return () => (usedMs += lookMs);
}

test("all tests pass", () => {
  expect(testFlow(text, flow, slowly(1))).toMatchObject({ passed: true });
});

test("after a second and a half the remaining tests fail", () => {
  const { passed, tests } = testFlow(text, flow, slowly(400));
  expect(passed).toBe(false);
  expect(tests.length).toBe(count);
  expect(tests[0]?.failure).toBeUndefined();
  expect(tests.at(-1)?.failure?.message).toContain("took all the time");
});

test("a text that cannot run is reported with all its problems", () => {
  const broken = text.replace("next: b}", "next: nowhere}");
  const run = (): unknown => runnableFlow(broken, (given) => loadFlow(given));
  expect(run).toThrow("This flow cannot run: line 6");
});
