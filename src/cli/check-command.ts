// Command `check`: says what is wrong with flow files, and where.

import { knowsWord } from "../speech/dictionary.ts";
import { configOrSay } from "./command-config.ts";
import { problemLines, readFlowFiles } from "./flow-files.ts";
import { invocation } from "./invocation.ts";

export async function check(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.some((arg) => arg.startsWith("-"))) {
    console.error(`Usage: ${invocation} check FILE...`);
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  const files = await readFlowFiles(args, config.speech.on ? { knowsWord } : {});
  if (files === undefined) return 1;
  for (const line of files.flatMap(problemLines)) console.log(line);
  const found = files.flatMap(({ loaded }) => loaded.problems);
  const number = (kind: string): number => found.filter(({ severity }) => severity === kind).length;
  const errors = number("error");
  const checked = files.length === 1 ? "1 flow" : `${files.length} flows`;
  console.log(`${checked} checked: ${counted(errors, "error")}, ${counted(number("warning"), "warning")}`);
  return errors === 0 ? 0 : 1;
}

function counted(number: number, what: string): string {
  return `${number === 0 ? "no" : number} ${what}${number === 1 ? "" : "s"}`;
}
