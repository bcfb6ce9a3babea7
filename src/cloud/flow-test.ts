// Runs the embedded tests of a stored flow beside the calls: in short slices, and not for long.

import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import { Turns } from "../base/turns.ts";
import type { LoadedFlow } from "../flow/load.ts";
import { type FlowTestReport, FlowTests } from "../flow/testing/flow-tests.ts";
import { checkFlow } from "./flow-check.ts";

/** Everything that the flow language makes of a text; without an account it knows less. */
export type LoadLanguage = (text: string, accountId?: string) => LoadedFlow;

/** What a call may have to wait for it: a quarter of a frame. */
const sliceMs = 5;
const cpuMsMax = 2_000;
/** Of all tests that run at once, one slice in each turn of the event loop. */
const turns = new Turns(1);

/** A flow that can run, with what is worth knowing. Throws `flow/invalid`, and `request/too-large`. */
export function runnableFlow(
  text: string,
  { load, accountId }: { readonly load: LoadLanguage; readonly accountId: string | undefined },
): Required<LoadedFlow> {
  let loaded: LoadedFlow | undefined;
  const checkLanguage = (checked: string): LoadedFlow["problems"] => {
    loaded = load(checked, accountId);
    return loaded.problems;
  };
  const found = checkFlow(text, checkLanguage);
  const { problems = [], program, tests } = loaded ?? {};
  if (program !== undefined && tests !== undefined) return { problems, program, tests };
  const [first] = found.filter(({ severity }) => severity === "error");
  const why = first === undefined ? "" : `: line ${first.line}, ${first.message}`;
  throw new Fault("flow/invalid", `This flow cannot run${why}.`, { diagnostics: found });
}

export async function testFlow(
  text: string,
  flow: Required<LoadedFlow>,
  clock: Clock,
): Promise<FlowTestReport> {
  const tests = new FlowTests(text, flow);
  const run = tests.run();
  for (let spentMs = 0; spentMs < cpuMsMax;) {
    await turns.enter();
    const beganAt = clock.now();
    do {
      if (run.next().done === true) return tests.report;
    } while (clock.now() - beganAt < sliceMs);
    spentMs += clock.now() - beganAt;
  }
  return tests.report;
}
