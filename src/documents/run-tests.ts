// Test run: runs the embedded tests of a flow, or a tried conversation, within a time limit.

import { wallClock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import type { LoadedFlow } from "../flow/language/load-flow.ts";
import { type FlowTestReport, FlowTests } from "../flow/author/testing/flow-tests.ts";
import { tryWords, type TriedWords } from "../flow/author/testing/tried-words.ts";
import type { SimulationReport } from "../sim/simulation.ts";
import { checkDocument } from "./flow-text-check.ts";

/** Processor time; the rest of a job's time is for reading the flow and for the report. */
const testsMsMax = 1_500;
/** Shorter: a call in progress at the limit continues to its end. */
const simulationMsMax = 1_000;
/** On a busy machine that second is long, and an answer with fewer callers is better than none. */
const simulationWaitMsMax = 4_000;
/** Steps between two checks of the used time. */
const stepsPerLook = 20;

/** A runnable flow with its hints. Throws `flow/invalid` and `request/too-large`. */
export function runnableFlow(text: string, load: (text: string) => LoadedFlow): Required<LoadedFlow> {
  let loaded: LoadedFlow | undefined;
  const { diagnostics } = checkDocument(text, (checked) => {
    loaded = load(checked);
    return loaded.problems;
  });
  const { problems = [], program, tests } = loaded ?? {};
  if (program !== undefined && tests !== undefined) return { problems, program, tests };
  const [first] = diagnostics.filter(({ severity }) => severity === "error");
  const why = first === undefined ? "" : `: line ${first.line}, ${first.message}`;
  throw new Fault("flow/invalid", `This flow cannot run${why}.`, { diagnostics });
}

/** `usedMs`: this thread's processor time so far, in milliseconds. */
export function testFlow(text: string, flow: Required<LoadedFlow>, usedMs: () => number): FlowTestReport {
  const tests = new FlowTests(text, flow);
  const run = tests.run();
  const endsAt = usedMs() + testsMsMax;
  do {
    for (let step = 0; step < stepsPerLook; step++) if (run.next().done === true) return tests.report;
  } while (usedMs() < endsAt);
  return tests.report;
}

/** A conversation in text, within the same time. */
export function sayTo(flow: Required<LoadedFlow>, says: readonly string[], usedMs: () => number): TriedWords {
  const endsAt = usedMs() + testsMsMax;
  return tryWords(flow, says, () => usedMs() < endsAt);
}

/** Calls of simulated people: the wanted number, or fewer if the time runs out. */
export async function simulateIn(
  wanted: { readonly text: string; readonly callers: number; readonly seed: number },
  flow: Required<LoadedFlow>,
  usedMs: () => number,
): Promise<SimulationReport> {
  // The complete code of conversations; a thread that only reads flows does not load it.
  const { simulateFlow } = await import("../sim/simulation.ts");
  const [endsAt, lateAt] = [usedMs() + simulationMsMax, wallClock.now() + simulationWaitMsMax];
  const mayGoOn = (): boolean => usedMs() < endsAt && wallClock.now() < lateAt;
  const here = { troubles: false, threads: 1, progress: () => undefined, mayGoOn };
  return await simulateFlow({ ...flow, ...wanted, ...here });
}
