// Ruling 55: the edges that the tests of a flow have covered, and how many tests may run.

import { expect, test } from "bun:test";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import { FlowTests } from "../../../../src/flow/author/testing/flow-tests.ts";
import { flow, reportOf } from "./try.ts";

const menu = flow(`
variables:
  way: {type: choice, ask: Where to?, options: [{id: left}, {id: right}]}
  n: {type: number, ask: How many?}
defaults: {give_up: bye}
handlers:
  hours: {phrases: [opening hours], say: Until ten.}
  back: {phrases: [go back], next: a}
nodes:
  a: {menu: way, handlers: {joke: {phrases: [a joke], say: Ha.}}, goto: {left: count, right: bye}}
  count: {ask: n, give_up: sorry, next: [{if: n > 5, goto: bye}, {if: n > 3, goto: bye}, {else: a}]}
  sorry: {say: Sorry., next: bye}
  bye: {end: done}
`);
const coverage = (...scripts: readonly string[]) =>
  reportOf(
    `${menu}tests:\n${scripts.map((script, i) => `  - {name: t${i}, script: [${script}]}\n`).join("")}`,
  ).coverage;

test("edges to the same node have different ids", () => {
  const { branches } = coverage("{user: left}, {user: four}, {ends: done}");
  expect(branches).toMatchObject({ all: 7, tested: 2 });
  expect(branches.untested.map(({ from, label, line }) => `${line} ${from}: ${label}`)).toEqual([
    "13 a: option right",
    "14 count: if n > 5",
    "14 count: else",
    "14 count: give_up",
    "15 sorry: next",
  ]);
});

test("inherited edges, and handlers, are counted apart", () => {
  const some = coverage("{user: a joke}, {user: opening hours}", "{user: right}");
  expect(some.inherited).toEqual({ all: 1, tested: 0, untested: ["a"] });
  expect(some.handlers).toEqual({ all: 3, tested: 2, untested: ["back"] });
  const other = coverage(
    "{silence: true}, {silence: true}, {silence: true}, {ends: done}",
    "{user: go back}",
  );
  expect(other.inherited).toEqual({ all: 1, tested: 1, untested: [] });
  expect(other.branches.tested).toBe(0);
});

test("nodes without a visit are listed", () => {
  expect(coverage("{user: right}").nodes).toEqual({ all: 4, tested: 2, untested: ["count", "sorry"] });
});

test("a flow without tests passes, and nothing is covered", () => {
  const report = reportOf(menu);
  expect(report).toMatchObject({ passed: true, tests: [], coverage: { nodes: { all: 4, tested: 0 } } });
});

test("a test that was not run is a failure", () => {
  const text = `${menu}tests:\n  - {name: first, script: [{user: right}]}\n  - {name: second, script: [{user: left}]}\n`;
  const { program, tests } = loadFlow(text);
  if (program === undefined || tests === undefined) throw new Error("It has errors");
  const stopped = new FlowTests(text, { program, tests });
  const run = stopped.run();
  while (stopped.report.tests[0]?.failure !== undefined) run.next();
  expect(stopped.report.passed).toBe(false);
  expect(stopped.report.tests[1]?.failure?.message).toContain("not run");
});

test("tests beyond the limit are not run, and a test in a loop ends", () => {
  const many = Array.from({ length: 502 }, (_, i) => `  - {name: t${i}, script: [{user: right}]}\n`).join("");
  const { tests } = reportOf(`${menu}tests:\n${many}`);
  expect(tests.length).toBe(502);
  expect(tests.filter(({ failure }) => failure !== undefined).map(({ name }) => name)).toEqual([
    "t500",
    "t501",
  ]);
});

test("a called flow is also covered by its caller's tests", () => {
  const callee = flow(`
variables:
  n: {type: number, ask: How many?}
defaults: {give_up: out}
nodes:
  a: {ask: n, next: [{if: n > 5, goto: many}, {else: out}]}
  many: {say: So many., next: out}
  out: {end: done}
tests:
  - {name: few, script: [{user: four}, {ends: done}]}
`).replace("id: tried", "id: counting");
  const caller = flow(`
nodes:
  a: {call: counting, on_error: b, next: b}
  b: {end: done}
tests:
  - {name: many, script: [{user: six}, {says: So many.}, {ends: done}]}
`);
  const testsOf = (text: string) => {
    const { program, tests } = loadFlow(text, { resolveFlow: () => callee, hasOtherFlows: true });
    if (program === undefined || tests === undefined) throw new Error("It has errors");
    const made = new FlowTests(text, { program, tests });
    for (const _ of made.run());
    return made;
  };
  const [called, calling] = [testsOf(callee), testsOf(caller)];
  expect(called.report.coverage.branches).toMatchObject({ all: 3, tested: 1 });
  expect(called.reportWith(calling.through("counting")).coverage).toMatchObject({
    nodes: { all: 3, tested: 3 },
    branches: { all: 3, tested: 3, untested: [] },
  });
  expect(calling.report.coverage.nodes).toEqual({ all: 2, tested: 2, untested: [] });
});
