// Test list: the tests in the present text, each with its last result. Pure.

import { type Fields, fieldsOf } from "../../../src/flow/author/edit/data-at-path.ts";
import { mapAt } from "../../../src/flow/author/document/targets.ts";
import { readSource } from "../../../src/flow/language/source/source-reader.ts";
import type { TestResult } from "../../../src/flow/author/testing/test-report.ts";
import type { TextPosition } from "../state/editor-state.ts";

export interface ListedTest {
  readonly index: number;
  readonly name: string;
  readonly position: TextPosition;
  /** The last result; undefined when the test has not been run. */
  readonly result: TestResult | undefined;
  /** The flow has changed since it was run. */
  readonly isStale: boolean;
}

/** A test's last result, and the text that was run. */
export interface LastResult {
  readonly text: string;
  readonly result: TestResult;
}

/** Results by the test's index in the list. */
export type LastResults = ReadonlyMap<number, LastResult>;

/** Undefined when the text is not valid YAML. */
export function listedTests(text: string, lastResults: LastResults): readonly ListedTest[] | undefined {
  const source = readSource(text);
  const tests = source.value?.get("tests");
  if (source.value === undefined) return undefined;
  if (!Array.isArray(tests)) return [];
  return tests.map((test: unknown, index) => {
    const name = nameOf(test) ?? `test ${index + 1}`;
    const { line, column } = source.placeOf(["tests", index]);
    const lastResult = lastResults.get(index);
    const result = lastResult?.result.name === name ? lastResult.result : undefined;
    return { index, name, position: { line, column }, result, isStale: lastResult?.text !== text };
  });
}

function nameOf(test: unknown): string | undefined {
  const name: unknown = test instanceof Map ? test.get("name") : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Ids of flows that the document calls, which this page does not have. */
export function externalIdsOf(document: Fields): readonly string[] {
  const called = [...mapAt(document, "nodes").values()].map((node) => fieldsOf(node).get("call"));
  return [...new Set(called.filter((id) => typeof id === "string"))];
}
