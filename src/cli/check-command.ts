// Command `check`: says what is wrong with flow files, and where.

import { migrated } from "../flow/author/migrate/migrated-flow.ts";
import { configOrSay } from "./command-config.ts";
import {
  type FlowFile,
  type FlowText,
  flowTextsById,
  loadFlowTexts,
  problemLines,
  readFlowFiles,
  heardHere,
} from "./flow-files.ts";
import { writeOrSay } from "./written-file.ts";
import { misuse } from "./mistakes/misuse.ts";

const fix = "--fix";

/** With `--fix` it rewrites what the files say in words of earlier documents, where others say the same. */
export async function check(args: readonly string[]): Promise<number> {
  const paths = args.filter((arg) => arg !== fix);
  if (paths.length === 0 || paths.some((arg) => arg.startsWith("-"))) {
    console.error(misuse(`check [${fix}] FILE...`, args));
    return 2;
  }
  const config = configOrSay();
  if (config === undefined) return 1;
  const more = heardHere(config);
  let files = await readFlowFiles(paths, more);
  if (files === undefined) return 1;
  if (args.includes(fix)) {
    const texts = await rewrite(files);
    files = texts === undefined ? undefined : loadFlowTexts(texts, more);
    if (files === undefined) return 1;
  }
  for (const line of files.flatMap(problemLines)) console.log(line);
  const problems = files.flatMap(({ loaded }) => loaded.problems);
  const number = (kind: string): number => problems.filter(({ severity }) => severity === kind).length;
  const errors = number("error");
  const checked = files.length === 1 ? "1 flow" : `${files.length} flows`;
  console.log(`${checked} checked: ${counted(errors, "error")}, ${counted(number("warning"), "warning")}`);
  return errors === 0 ? 0 : 1;
}

/** Undefined when a file cannot be written; that has then been printed. */
async function rewrite(files: readonly FlowFile[]): Promise<readonly FlowText[] | undefined> {
  const textsById = flowTextsById(files);
  const texts: FlowText[] = [];
  for (const { path, text } of files) {
    const { text: fixed, changes } = migrated(text, (id) => textsById.get(id));
    // A built-in flow is not a user's file.
    const isKept = changes.length === 0 || !(await Bun.file(path).exists());
    texts.push({ path, text: isKept ? text : fixed });
    if (isKept) continue;
    if (!(await writeOrSay(path, fixed))) return undefined;
    for (const change of changes) console.log(`${path}: ${change}`);
  }
  return texts;
}

function counted(number: number, what: string): string {
  return `${number === 0 ? "no" : number} ${what}${number === 1 ? "" : "s"}`;
}
