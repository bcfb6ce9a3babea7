// Command `test`: runs the tests in flow files, without audio, network or a model.

import { parseArgs } from "node:util";
import { FlowTests } from "../flow/author/testing/flow-tests.ts";
import { testAnswer, testLines } from "../flow/author/testing/test-answer.ts";
import { type FlowFile, problemLines, readFlowFiles } from "./flow-files.ts";
import { type JUnitSuite, junitXml } from "./junit-report.ts";
import { writeOrSay } from "./written-file.ts";
import { misuse } from "./mistakes/misuse.ts";

export async function test(args: readonly string[]): Promise<number> {
  const wanted = read(args);
  if (wanted === undefined) {
    console.error(misuse("test FILE... [--junit FILE.xml]", args));
    return 2;
  }
  const files = await readFlowFiles(wanted.paths);
  if (files === undefined) return 1;
  const suites = suitesOf(files);
  for (const suite of suites) show(suite);
  if (wanted.junit !== undefined && !(await writeOrSay(wanted.junit, junitXml(suites)))) return 1;
  return suites.every(({ report }) => report?.passed === true) ? 0 : 1;
}

function read(args: readonly string[]): { paths: readonly string[]; junit: string | undefined } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { junit: { type: "string" } },
    });
    return positionals.length === 0 ? undefined : { paths: positionals, junit: values.junit };
  } catch {
    return undefined;
  }
}

/** A flow is covered by its own tests, and by those of the flows that call it. */
function suitesOf(files: readonly FlowFile[]): readonly JUnitSuite[] {
  const all = files.map((file) => ({ file, tests: testsOf(file) }));
  const ran = all.flatMap(({ tests }) => (tests === undefined ? [] : [tests]));
  for (const tests of ran) for (const _ of tests.run());
  return all.map(({ file, tests }) => {
    const others = ran.filter((each) => each !== tests);
    const report = tests?.reportWith(others.flatMap((each) => each.through(tests.flow)));
    return { file: file.path, report, errors: tests === undefined ? problemLines(file) : [] };
  });
}

function testsOf({ text, loaded: { program, tests } }: FlowFile): FlowTests | undefined {
  return program === undefined || tests === undefined ? undefined : new FlowTests(text, { program, tests });
}

function show({ file, report, errors }: JUnitSuite): void {
  console.log(file);
  for (const line of errors) console.log(`  ${line}`);
  if (report === undefined) return;
  for (const line of testLines(testAnswer(report))) console.log(`  ${line}`);
}
