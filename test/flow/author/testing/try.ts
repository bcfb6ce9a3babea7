// Runs tests that are written in flows of a few lines.

import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import { type FlowTestReport, runFlowTests } from "../../../../src/flow/author/testing/flow-tests.ts";
import type { TestResult } from "../../../../src/flow/author/testing/test-report.ts";

export function reportOf(text: string, others: Readonly<Record<string, string>> = {}): FlowTestReport {
  const { program, tests, problems } = loadFlow(text, {
    resolveFlow: (id) => (Object.hasOwn(others, id) ? others[id] : undefined),
    hasOtherFlows: true,
  });
  if (program === undefined || tests === undefined) {
    throw new Error(problems.map(({ line, message }) => `${line}: ${message}`).join("\n"));
  }
  return runFlowTests(text, { program, tests });
}

/** Runs the only test of a flow: `script` without its brackets, and `more` keys of the test. */
export function resultOf(flow: string, script: string, more = ""): TestResult {
  const [result] = reportOf(`${flow}tests: [{name: it, ${more}script: [${script}]}]\n`).tests;
  if (result === undefined) throw new Error("There is no test");
  return result;
}

/** Failure of the test; undefined if it passes. */
export function failureOf(flow: string, script: string, more = ""): string | undefined {
  const { failure } = resultOf(flow, script, more);
  if (failure === undefined) return undefined;
  const { message, expected, got } = failure;
  return expected === undefined ? message : `${message}: ${expected} | ${got}`;
}

export function flow(body: string): string {
  return `voice_flow: 1\nid: tried\nlanguage: en\nstart: a\n${body.trim()}\n`;
}
