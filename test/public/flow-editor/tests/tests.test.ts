// Embedded tests in the editor: the list, the results of a run, automatic reruns, and the generated first test.

import { expect, test } from "bun:test";
import { coverageLines } from "../../../../public/flow-editor/tests/coverage-lines.ts";
import { makeFirstTest } from "../../../../public/flow-editor/tests/make-first-test.ts";
import { fragmentOf } from "../../../../src/flow/author/testing/says-fragment.ts";
import { insertTest } from "../../../../public/flow-editor/tests/insert-test.ts";
import { listedTests, externalIdsOf } from "../../../../public/flow-editor/tests/test-list.ts";
import { parsedTextOf } from "../../../../public/flow-editor/state/parsed-text.ts";
import {
  type RunProgress,
  type RunResult,
  runTests,
} from "../../../../public/flow-editor/tests/test-run-message.ts";
import {
  noTests,
  shouldRerun,
  type TestsEvent,
  testsStep,
} from "../../../../public/flow-editor/tests/tests-state.ts";
import { edit } from "../../../../src/flow/author/edit/operation.ts";

const head = `voice_flow: 1
id: tested
name: Tested
language: en
start: ask
variables:
  guests: {type: number, integer: true, ask: How many?}
nodes:
  ask: {ask: guests, next: [{if: guests > 4, goto: many}, {else: few}], give_up: few}
  many: {say: A large table., end: large}
  few: {say: "A table for {{ guests }}.", end: small}
`;
const text = `${head}tests:
  - name: a large table
    script: [{user: "nine"}, {ends: large}]
  - name: is wrong
    script: [{user: "two"}, {says: large}]
`;

function ran(request: { readonly text: string; readonly only?: number }): {
  readonly result: RunResult;
  readonly progress: readonly RunProgress[];
} {
  const progress: RunProgress[] = [];
  let now = 0;
  const run = runTests(request, () => (now += 10));
  let next = run.next();
  for (; next.done !== true; next = run.next()) progress.push(next.value);
  return { result: next.value, progress };
}

function reportOf(result: RunResult) {
  if (result.type !== "ran") throw new Error(JSON.stringify(result.problems));
  return result.report;
}

test("tests: all tests run, or one alone, and progress is reported", () => {
  const { result, progress } = ran({ text });
  const [large, wrong] = reportOf(result).tests;
  expect([large?.name, large?.failure, wrong?.name]).toEqual(["a large table", undefined, "is wrong"]);
  expect(wrong?.failure).toMatchObject({ step: 1, line: 16, expected: expect.stringContaining("large") });
  expect(progress.at(0)).toEqual({ done: 0, all: 2 });
  expect(progress.at(-1)?.all).toBe(2);
  expect(progress.every(({ done }, i) => i === 0 || done >= progress[i - 1]!.done)).toBe(true);
  const alone = reportOf(ran({ text, only: 1 }).result);
  expect(alone.tests.map(({ name }) => name)).toEqual(["is wrong"]);
  expect(ran({ text: text.replace("start: ask", "start: gone") }).result.type).toBe("invalid");
});

test("tests: coverage names the edges that no test takes, with id and line", () => {
  const { coverage } = reportOf(ran({ text, only: 0 }).result);
  const lines = coverageLines(coverage, ({ from, port }) => `${from} ${port}`);
  expect(lines.map(({ label, tested, all }) => `${label} ${tested}/${all}`)).toEqual([
    "Branches 1/3",
    "Nodes 2/3",
  ]);
  expect(lines[0]?.untested).toEqual([
    { label: "ask, else → few", node: "ask", line: 9, edge: "ask next:1" },
    { label: "ask, give_up → few", node: "ask", line: 9, edge: "ask give_up" },
  ]);
  expect(lines[1]?.untested).toEqual([{ label: "few", node: "few" }]);
});

test("tests: the list has the position and last result of each test, stale after a change", () => {
  const { result } = ran({ text });
  const finished: TestsEvent = { type: "finished", text, only: undefined, result };
  const { known } = testsStep(testsStep(noTests, { type: "started", only: undefined }), finished);
  const listed = listedTests(text, known);
  expect(listed?.map(({ name, position, isStale }) => [name, position.line, isStale])).toEqual([
    ["a large table", 13, false],
    ["is wrong", 15, false],
  ]);
  const changed = listedTests(text.replace("is wrong", "is renamed"), known);
  expect(changed?.map(({ result: each, isStale }) => [each?.name, isStale])).toEqual([
    ["a large table", true],
    [undefined, true],
  ]);
  expect(listedTests(head, known)).toEqual([]);
  expect(listedTests("tests: [", known)).toBeUndefined();
});

test("tests: short runs repeat automatically after a change, but not after a stopped run", () => {
  const { result } = ran({ text });
  if (result.type !== "ran") throw new Error("It did not run");
  const after = (ms: number, ...more: readonly TestsEvent[]) =>
    [{ type: "finished", text, only: undefined, result: { ...result, ms } } as const, ...more].reduce<
      typeof noTests
    >(testsStep, noTests);
  expect(shouldRerun(after(10), `${text}\n`, true)).toBe(true);
  expect(shouldRerun(after(10), text, true)).toBe(false);
  expect(shouldRerun(after(10), `${text}\n`, false)).toBe(false);
  expect(shouldRerun(after(5_000), `${text}\n`, true)).toBe(false);
  expect(shouldRerun(noTests, text, true)).toBe(false);
  const stopped = after(10, { type: "started", only: undefined }, { type: "ended", why: "stopped" });
  expect(shouldRerun(stopped, `${text}\n`, true)).toBe(false);
  expect(after(10, { type: "started", only: 1 }).running).toEqual({ done: 0, all: 0, only: 1 });
});

test("tests: the generated first test asserts how the flow begins, and passes", () => {
  const first = makeFirstTest(head);
  expect(first).toEqual({ name: "begins", script: [{ says: "How many" }] });
  const { operation } = insertTest(head, first ?? {});
  const edited = edit({ text: head, layout: {} }, operation);
  if ("refused" in edited) throw new Error(edited.refused);
  const { passed } = reportOf(ran({ text: edited.document.text }).result);
  expect(passed).toBe(true);
  expect(makeFirstTest("start: nowhere")).toBeUndefined();
});

test("tests: a says fragment leaves out changing words", () => {
  expect(fragmentOf([])).toBeUndefined();
  expect(fragmentOf(["It is a quarter past. It is 12:47 now."])).toBe("It is a quarter past");
  expect(fragmentOf(["Welcome to us.", "What would you like? You have 3 ways."])).toBe("What would you like");
  const long = fragmentOf([`${"word ".repeat(30)}.`]) ?? "";
  expect(long.length).toBeLessThanOrEqual(60);
  expect(long.endsWith("word")).toBe(true);
});

test("tests: missing flows are named", () => {
  const calling = text.replace(
    "many: {say: A large table., end: large}",
    "many: {call: other, on_error: few, next: few}",
  );
  expect(externalIdsOf(parsedTextOf(calling).document)).toEqual(["other"]);
  expect(externalIdsOf(parsedTextOf(text).document)).toEqual([]);
});
