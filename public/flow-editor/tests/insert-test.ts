// Test insertion: adds a test to a flow's text as one edit.

import type { Operation } from "../../../src/flow/author/edit/operation.ts";
import { readSource } from "../../../src/flow/language/source/source-reader.ts";

/** The edit that appends a test, and the `index` that the test will have. */
export function insertTest(
  text: string,
  test: object,
): { readonly operation: Operation; readonly index: number } {
  const tests = readSource(text).value?.get("tests");
  const index = Array.isArray(tests) ? tests.length : 0;
  return index === 0
    ? { operation: { op: "set", pointer: "/tests", value: [test] }, index }
    : { operation: { op: "insert", pointer: "/tests", index, value: test }, index };
}
