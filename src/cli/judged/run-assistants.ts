// Runs of assistants: the tests in assistant files, several times with the deployment's model.

import { wallClock } from "../../base/clock.ts";
import { textOf } from "../flow-files.ts";
import { type AssistantFile, isAssistantText, readAssistantFile } from "./assistant-file.ts";
import { playAssistant } from "./assistant-talk.ts";
import { isPossible, liveLines, type LiveTest } from "./live-tests.ts";
import type { DeploymentModels } from "./test-models.ts";

export interface TestPaths {
  readonly flows: readonly string[];
  readonly assistants: readonly string[];
}

/** Paths of flows, and those of assistants, by what stands in the files. */
export async function partedPaths(paths: readonly string[]): Promise<TestPaths> {
  const texts = await Promise.all(paths.map(textAt));
  const isAssistant = paths.map((_, at) => isAssistantText(texts[at] ?? ""));
  return {
    flows: paths.filter((_, at) => isAssistant[at] !== true),
    assistants: paths.filter((_, at) => isAssistant[at] === true),
  };
}

const textAt = async (path: string): Promise<string> => (await textOf(Bun.file(path))) ?? "";

/** Whether each test passes in one run at least; it is printed. */
export async function runAssistants(
  paths: readonly string[],
  models: DeploymentModels,
  runs: number,
): Promise<boolean> {
  let isFine = true;
  for (const path of paths) {
    console.log(`${path}, ${runs === 1 ? "1 run" : `${runs} runs`} with ${models.llm.id}`);
    const file = readAssistantFile(await textAt(path));
    const isReadable = "tests" in file;
    const tests = isReadable ? await played(file, models, runs) : [];
    for (const line of isReadable ? liveLines(tests, runs) : file) console.log(`  ${line}`);
    isFine &&= isReadable && isPossible(tests);
  }
  return isFine;
}

async function played(
  file: AssistantFile,
  { llm, judge, systemPrompt }: DeploymentModels,
  runs: number,
): Promise<readonly LiveTest[]> {
  const parts = { llm, judge, systemPrompt, clock: wallClock };
  const all: LiveTest[] = [];
  for (const test of file.tests) {
    const results: LiveTest["results"][number][] = [];
    for (let run = 0; run < runs; run++) {
      const { failure, unjudged } = await playAssistant(file, test, parts);
      results.push(
        failure === undefined
          ? { unjudged }
          : { failure: { ...failure, where: `step ${failure.step}` }, unjudged },
      );
    }
    all.push({ name: test.name, results });
  }
  return all;
}
