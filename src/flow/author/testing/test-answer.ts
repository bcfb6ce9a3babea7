// Test answer: results of a flow's tests for use outside of this program, in JSON and in lines.

import type { Coverage } from "./coverage.ts";
import type { FlowTestReport } from "./flow-tests.ts";
import type { TestFailure } from "./test-report.ts";

export type TestAnswer = ReturnType<typeof testAnswer>;

/** In the names of the API. */
export function testAnswer({ passed, tests, coverage }: FlowTestReport) {
  const { nodes, branches, inherited, handlers } = coverage;
  return {
    passed,
    tests: tests.map(({ name, failure, unjudged = [], transcript, nodes: path, outcome }) => ({
      name,
      passed: failure === undefined,
      failure: failureOf(failure),
      unjudged: [...unjudged],
      transcript: [...transcript],
      nodes: [...path],
      outcome,
    })),
    coverage: {
      nodes: shareOf(nodes),
      branches: shareOf(branches),
      inherited_give_up: shareOf(inherited),
      handlers: shareOf(handlers),
    },
  };
}

function failureOf(failure: TestFailure | undefined) {
  if (failure === undefined) return null;
  const { path: _, ...shown } = failure;
  return shown;
}

function shareOf<T>({ all, tested, untested }: { all: number; tested: number; untested: readonly T[] }) {
  return { total: all, tested, untested: [...untested] };
}

/** For people: each test, and the untested parts. */
export function testLines(answer: TestAnswer): readonly string[] {
  return [...answer.tests.flatMap(resultLines), ...summaryLines(answer)];
}

function resultLines({
  name,
  failure,
  unjudged,
  transcript,
}: TestAnswer["tests"][number]): readonly string[] {
  if (failure === null) return [`pass  ${name}`, ...unjudged.map((claim) => `      not judged: ${claim}`)];
  const { message, expected, got, line } = failure;
  return [
    `FAIL  ${name}`,
    `      line ${line}: ${message}`,
    ...(expected === undefined ? [] : [`      expected  ${expected}`]),
    ...(got === undefined ? [] : [`      got       ${got}`]),
    ...transcript.map(({ from, text }) => `        ${from.padEnd(8)}${text}`),
  ];
}

function summaryLines({ tests, coverage }: TestAnswer): readonly string[] {
  const { nodes, branches, inherited_give_up: inherited, handlers } = coverage;
  const passed = tests.filter((each) => each.passed).length;
  const also = [
    share("nodes", nodes),
    share("handlers", handlers),
    share("questions given up", inherited),
  ].filter((part) => part !== undefined);
  return [
    tests.length === 0 ? "no tests" : `${passed} of ${tests.length} tests pass`,
    `${share("branches", branches) ?? "no branches"} tested${also.length === 0 ? "" : `; ${also.join(", ")}`}`,
    ...branches.untested.map(
      ({ line, from, to, label }: Coverage["branches"]["untested"][number]) =>
        `  not tested: line ${line}, ${from} to ${to} (${label})`,
    ),
  ];
}

function share(what: string, { total, tested }: { total: number; tested: number }): string | undefined {
  return total === 0 ? undefined : `${tested} of ${total} ${what}`;
}
