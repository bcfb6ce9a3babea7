// Command `check`: prints the faults of flow files with their lines.

import { configOrSay } from "./command-config.ts";
import { heardHere, problemLines, readFlowFiles } from "./flow-files.ts";
import { misuse } from "./mistakes/misuse.ts";

export async function check(paths: readonly string[]): Promise<number> {
  if (paths.length === 0 || paths.some((path) => path.startsWith("-"))) {
    console.error(misuse("check FILE...", paths));
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  const files = await readFlowFiles(paths, heardHere(config));
  if (files === undefined) return 1;
  for (const line of files.flatMap(problemLines)) console.log(line);
  const problems = files.flatMap(({ loaded }) => loaded.problems);
  const number = (kind: string): number => problems.filter(({ severity }) => severity === kind).length;
  const errors = number("error");
  const checked = files.length === 1 ? "1 flow" : `${files.length} flows`;
  console.log(`${checked} checked: ${counted(errors, "error")}, ${counted(number("warning"), "warning")}`);
  return errors === 0 ? 0 : 1;
}

function counted(number: number, what: string): string {
  return `${number === 0 ? "no" : number} ${what}${number === 1 ? "" : "s"}`;
}
