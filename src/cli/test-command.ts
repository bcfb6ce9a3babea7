// Command `test`: runs the tests in flow files, without audio, network or a model.

import { parseArgs } from "node:util";
import { FlowTests } from "../flow/author/testing/flow-tests.ts";
import { testAnswer, testLines } from "../flow/author/testing/test-answer.ts";
import type { TestModels } from "../flow/author/testing/judged/test-model.ts";
import { partedPaths, runAssistants } from "./judged/run-assistants.ts";
import type { DeploymentModels } from "./judged/test-models.ts";
import { isPossible, liveLines, liveTests } from "./judged/live-tests.ts";
import { type FlowFile, problemLines, readFlowFiles } from "./flow-files.ts";
import { type JUnitSuite, junitXml } from "./junit-report.ts";
import { writeOrSay } from "./written-file.ts";
import { misuse } from "./mistakes/misuse.ts";

const usage = "test FILE... [--junit FILE.xml] [--judge] [--runs K]";
/** More find nothing more, and each costs a model's answers. */
const runsMax = 100;

export async function test(args: readonly string[]): Promise<number> {
  const wanted = read(args);
  if (wanted === undefined) {
    console.error(misuse(usage, args));
    return 2;
  }
  const { flows, assistants } = await partedPaths(wanted.paths);
  const files = await readFlowFiles(flows);
  if (files === undefined) return 1;
  const needsModel = wanted.judges || wanted.runs > 0 || assistants.length > 0;
  const models = needsModel ? await testModelsOrSay() : undefined;
  if (needsModel && models === undefined) return 1;
  const areGood = models === undefined || (await runAssistants(assistants, models, Math.max(1, wanted.runs)));
  const flowsAreGood =
    models !== undefined && wanted.runs > 0
      ? await showLive(files, models, wanted.runs)
      : await showTests(files, { judge: models?.judge }, wanted.junit);
  return areGood && flowsAreGood ? 0 : 1;
}

async function showTests(
  files: readonly FlowFile[],
  models: TestModels,
  junit: string | undefined,
): Promise<boolean> {
  const suites = await suitesOf(files, models);
  for (const suite of suites) show(suite);
  if (junit !== undefined && !(await writeOrSay(junit, junitXml(suites)))) return false;
  return suites.every(({ report }) => report?.passed === true);
}

async function testModelsOrSay(): Promise<DeploymentModels | undefined> {
  const { testModels } = await import("./judged/test-models.ts");
  return testModels();
}

/** Whether each test that asks a model passes in one run at least. */
async function showLive(
  files: readonly FlowFile[],
  { llm, ...models }: DeploymentModels,
  runs: number,
): Promise<boolean> {
  let isFine = true;
  for (const file of files) {
    console.log(`${file.path}, ${runs} runs with ${llm.id}`);
    const errors = file.loaded.program === undefined ? problemLines(file) : [];
    const tests = await liveTests(file, models, runs);
    for (const line of errors.length > 0 ? errors : liveLines(tests, runs)) console.log(`  ${line}`);
    isFine &&= errors.length === 0 && isPossible(tests);
  }
  return isFine;
}

interface Wanted {
  readonly paths: readonly string[];
  readonly junit: string | undefined;
  readonly judges: boolean;
  /** 0: scripted answers stand for a model. */
  readonly runs: number;
}

function read(args: readonly string[]): Wanted | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        junit: { type: "string" },
        judge: { type: "boolean", default: false },
        runs: { type: "string", default: "0" },
      },
    });
    const runs = /^\d{1,3}$/.test(values.runs) ? Number(values.runs) : -1;
    if (positionals.length === 0 || runs < 0 || runs > runsMax) return undefined;
    return { paths: positionals, junit: values.junit, judges: values.judge, runs };
  } catch {
    return undefined;
  }
}

/** A flow is covered by its own tests, and by those of the flows that call it. */
async function suitesOf(files: readonly FlowFile[], models: TestModels): Promise<readonly JUnitSuite[]> {
  const all = files.map((file) => ({ file, tests: testsOf(file, models) }));
  const ran = all.flatMap(({ tests }) => (tests === undefined ? [] : [tests]));
  for (const tests of ran) for (const waits of tests.run()) if (waits !== undefined) await waits;
  return all.map(({ file, tests }) => {
    const others = ran.filter((each) => each !== tests);
    const report = tests?.reportWith(others.flatMap((each) => each.through(tests.flow)));
    return { file: file.path, report, errors: tests === undefined ? problemLines(file) : [] };
  });
}

function testsOf({ text, loaded: { program, tests } }: FlowFile, models: TestModels): FlowTests | undefined {
  if (program === undefined || tests === undefined) return undefined;
  return new FlowTests(text, { program, tests }, models);
}

function show({ file, report, errors }: JUnitSuite): void {
  console.log(file);
  for (const line of errors) console.log(`  ${line}`);
  if (report === undefined) return;
  for (const line of testLines(testAnswer(report))) console.log(`  ${line}`);
}
