// JUnit report: results of flow tests as JUnit XML, which build servers read.

import type { FlowTestReport } from "../flow/author/testing/flow-tests.ts";
import type { TestResult } from "../flow/author/testing/test-report.ts";

export interface JUnitSuite {
  readonly file: string;
  /** Absent: the flow has errors, which are in these lines. */
  readonly report: FlowTestReport | undefined;
  readonly errors: readonly string[];
}

export function junitXml(suites: readonly JUnitSuite[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.map(suiteXml).join("")}</testsuites>\n`;
}

function suiteXml({ file, report, errors }: JUnitSuite): string {
  const tests = report?.tests ?? [];
  const failures = tests.filter(({ failure }) => failure !== undefined).length;
  const name = escaped(file);
  const counts = `tests="${report === undefined ? 1 : tests.length}" failures="${failures}"`;
  const cases =
    report === undefined
      ? `    <testcase name="check" classname="${name}"><error message="the flow has errors">${escaped(errors.join("\n"))}</error></testcase>\n`
      : tests.map((test) => caseXml(name, test)).join("");
  return `  <testsuite name="${name}" ${counts} errors="${report === undefined ? 1 : 0}">\n${cases}  </testsuite>\n`;
}

function caseXml(suite: string, { name, failure, transcript }: TestResult): string {
  const head = `    <testcase name="${escaped(name)}" classname="${suite}"`;
  if (failure === undefined) return `${head}/>\n`;
  const { message, expected, got, line } = failure;
  const lines = [
    `line ${line}: ${message}`,
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
    ...(got === undefined ? [] : [`got: ${got}`]),
    ...transcript.map(({ from, text }) => `${from}: ${text}`),
  ];
  return `${head}><failure message="${escaped(message)}">${escaped(lines.join("\n"))}</failure></testcase>\n`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** XML 1.0 has no other control characters than these three (section 2.2). */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"]/g, (char) => entities[char] ?? char)
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
