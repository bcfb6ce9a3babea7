// Command `simulate FILE`: lets simulated people call a flow, in simulated time and without a server, and prints
// where they succeeded and failed.

import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { simulateFlow } from "../sim/simulation.ts";
import { simulationLines } from "../sim/simulation-lines.ts";
import { problemLines, readFlowFiles } from "./flow-files.ts";
import { invocation } from "./invocation.ts";
import { misuse } from "./mistakes/misuse.ts";

const callersDefault = 100;
/** A night's work; more callers find nothing more. */
const callersMax = 100_000;
/** Fewer callers are simulated sooner than threads can start. */
const threadedCallersMin = 50;
const seedMax = 2 ** 31;
const options = {
  callers: { type: "string", default: String(callersDefault) },
  seed: { type: "string", default: "1" },
  troubles: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;
const usage = `simulate FILE|NAME [--callers ${callersDefault}] [--seed 1] [--troubles] [--json]`;

/** Exits with 0 unless the file cannot be run, a call broke a law, or the calls broke the flow's contract. */
export async function simulate(args: readonly string[]): Promise<number> {
  const wanted = read(args);
  if (typeof wanted === "string") {
    console.error(wanted);
    return 2;
  }
  const [file] = (await readFlowFiles([wanted.path])) ?? [];
  if (file === undefined) return 1;
  const { program, tests } = file.loaded;
  if (program === undefined || tests === undefined) {
    for (const line of problemLines(file)) console.error(line);
    return 1;
  }
  const { callers, seed, troubles, isJson } = wanted;
  const report = await simulateFlow({
    text: file.text,
    program,
    tests,
    callers,
    seed,
    troubles,
    threads: callers < threadedCallersMin ? 1 : availableParallelism(),
    progress: (done) => showProgress(done, callers),
  });
  console.log(isJson ? JSON.stringify(report) : [file.path, ...simulationLines(report)].join("\n"));
  const isHeld = report.contract.every(({ state }) => state !== "broken");
  return isHeld && report.broken.length === 0 ? 0 : 1;
}

interface Wanted {
  readonly path: string;
  readonly callers: number;
  readonly seed: number;
  readonly troubles: boolean;
  readonly isJson: boolean;
}

function read(args: readonly string[]): Wanted | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [path, ...rest] = positionals;
    if (path === undefined || rest.length > 0) return misuse(usage, args);
    const [callers, seed] = [wholeNumber(values.callers), wholeNumber(values.seed)];
    if (callers < 1 || callers > callersMax) return outside("--callers", [1, callersMax], values.callers);
    if (seed < 0 || seed > seedMax) return outside("--seed", [0, seedMax], values.seed);
    return { path, callers, seed, troubles: values.troubles, isJson: values.json };
  } catch {
    return misuse(usage, args);
  }
}

const outside = (option: string, range: readonly number[], given: string): string =>
  `${option} must be a whole number from ${range.join(" to ")}, not "${given}".\nUsage: ${invocation} ${usage}`;
const wholeNumber = (text: string): number => (/^\d{1,12}$/.test(text) ? Number(text) : -1);

/** Shows the progress on a terminal only: a file gets the report alone. */
function showProgress(done: number, callers: number): void {
  if (process.stderr.isTTY !== true) return;
  process.stderr.write(done === callers ? "\r\u001b[K" : `\r${done} of ${callers} calls`);
}
