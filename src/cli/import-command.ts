// Command `import`: makes a flow of another system's export, and says how well each part came over.

import { existsSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { didYouMean } from "../base/closest-word.ts";
import {
  exportBytesMax,
  type ImportedFlow,
  importFlow,
  ImportProblem,
  importSources,
  reportLines,
  sourceNamed,
} from "../import/importer.ts";
import { hasErrors, loadFlowTexts, problemLines } from "./flow-files.ts";
import { invocation } from "./invocation.ts";
import { missingFileSentence } from "./mistakes/missing-file.ts";
import { optionProblem } from "./mistakes/option-problem.ts";
import { writeOrSay } from "./written-file.ts";

interface ImportOptions {
  readonly path: string;
  /** Undefined where the export is to tell. */
  readonly format: string | undefined;
  readonly out: string | undefined;
  readonly force: boolean;
  readonly json: boolean;
}

const names = importSources.map(({ name }) => name);

const options = {
  from: { type: "string" },
  out: { type: "string" },
  force: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

/** The flow goes to standard output if no file is named for it, and the report then to standard error. */
export async function importExport(args: readonly string[]): Promise<number> {
  const wanted = wantedBy(args);
  if (typeof wanted === "string") {
    console.error(
      `${wanted}\nUsage: ${invocation} import FILE [--from ${names.join("|")}] [--out FILE.yaml] [--force] [--json]`,
    );
    return 2;
  }
  const { path, format, out, force, json } = wanted;
  const text = await textOf(path);
  if (text === undefined) {
    console.error(missingFileSentence(path, ".json"));
    return 1;
  }
  const imported = importOrSay(path, text, format);
  if (imported === undefined) return 1;
  const [file] = loadFlowTexts([{ path: out ?? "the flow", text: imported.text }]) ?? [];
  if (file === undefined) return 1;
  if (hasErrors(file)) {
    for (const line of problemLines(file)) console.error(line);
    return 1;
  }
  const warnings = file.loaded.problems.filter(({ severity }) => severity === "warning").length;
  if (out !== undefined && existsSync(out) && !force) {
    console.error(`${out} already exists. Choose another name, or overwrite it with --force.`);
    return 1;
  }
  if (out !== undefined && !(await writeOrSay(out, imported.text))) return 1;
  if (json) {
    const flow = out === undefined ? { text: imported.text } : { out };
    console.log(JSON.stringify({ ...flow, ...imported.report, warnings }, undefined, 2));
    return 0;
  }
  const lines = [...reportLines(imported.report), checkedLine(warnings, out)];
  if (out === undefined) await Bun.write(Bun.stdout, imported.text);
  for (const line of lines) (out === undefined ? console.error : console.log)(line);
  return 0;
}

function checkedLine(warnings: number, out: string | undefined): string {
  const warningsText = warnings === 0 ? "no warnings" : warnings === 1 ? "1 warning" : `${warnings} warnings`;
  return out === undefined
    ? `Checked: no errors, ${warningsText}.`
    : `${out} checked: no errors, ${warningsText}.`;
}

/** The reader refuses an export beyond the limit; more than that of it is not needed. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await Bun.file(path)
      .slice(0, exportBytesMax + 1)
      .text();
  } catch {
    return undefined;
  }
}

function importOrSay(path: string, text: string, format: string | undefined): ImportedFlow | undefined {
  try {
    return importFlow(text, { format, name: basename(path).replace(/\.json$/i, "") });
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    console.error(`${path}: ${error.message}.`);
    return undefined;
  }
}

/** A sentence if the options are wrong. */
function wantedBy(args: readonly string[]): ImportOptions | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [path, ...more] = positionals;
    if (path === undefined) return "The export file is missing.";
    if (more.length > 0) return "Give one export file at a time.";
    const format = values.from === undefined ? undefined : sourceNamed(values.from)?.name;
    if (values.from === undefined || format !== undefined)
      return { path, format, out: values.out, force: values.force, json: values.json };
    const meant = didYouMean(values.from, names);
    const sourceList = importSources.map(({ label, name }) => `${label} (${name})`).join(", ");
    return `Exports of '${values.from}' are not supported; ${meant ?? `those of ${sourceList} are.`}`;
  } catch (error) {
    return `${optionProblem(
      error,
      Object.keys(options).map((name) => `--${name}`),
    )}.`;
  }
}
