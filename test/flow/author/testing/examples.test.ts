// Example flows: the tests inside the shipped flows, and inside flows written as users write them, pass and cover every
// edge.

import { expect, test } from "bun:test";
import { loadFlow } from "../../../../src/flow/language/load-flow.ts";
import { runFlowTests } from "../../../../src/flow/author/testing/flow-tests.ts";

const folders = ["public/flows", "test/flow/examples/more"];
const files = folders
  .flatMap((folder) => [...new Bun.Glob(`${folder}/*.flow.yaml`).scanSync(".")])
  .toSorted();

test.each(files)("%s: its tests pass and cover every branch", async (path) => {
  const text = await Bun.file(path).text();
  const { program, tests } = loadFlow(text);
  if (program === undefined || tests === undefined) throw new Error("It has errors");
  const report = runFlowTests(text, { program, tests });
  const failed = report.tests.filter(({ failure }) => failure !== undefined);
  expect(failed).toEqual([]);
  expect(report.tests.length).toBeGreaterThan(2);
  expect(report.coverage.branches.untested).toEqual([]);
  expect(report.coverage.nodes.untested).toEqual([]);
});
