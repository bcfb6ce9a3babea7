// Climb: the most calls that a server carries, tried step by step on a machine that may be disturbed.

/** "disturbed": the host or the callers were in the way, so that the run says nothing. */
export type Verdict = "fine" | "late" | "disturbed";

/** The most runs of one step. */
export const triesMax = 5;

const count = (verdicts: readonly Verdict[], wanted: Verdict): number =>
  verdicts.filter((verdict) => verdict === wanted).length;

/** Once more before a step is given up: a shared machine stalls for a moment now and then. */
export function isUndecided(verdicts: readonly Verdict[], tries = triesMax): boolean {
  return !verdicts.includes("fine") && verdicts.length < tries && count(verdicts, "late") < 2;
}

/** These steps, and above the last of them one after the other, each `by` higher: a climb ends where the server does. */
export function rising(steps: readonly number[], by: number): Iterable<number> {
  return {
    *[Symbol.iterator]() {
      yield* steps;
      for (let next = (steps.at(-1) ?? 0) + by; ; next += by) yield next;
    },
  };
}

/** The last of the steps, which rise, that went well; 0 when none did. Ends at the first that did not. */
export async function climb(
  steps: Iterable<number>,
  run: (calls: number) => Promise<Verdict>,
  tries = triesMax,
): Promise<number> {
  let most = 0;
  for (const calls of steps) {
    const verdicts: Verdict[] = [];
    while (isUndecided(verdicts, tries)) verdicts.push(await run(calls));
    if (!verdicts.includes("fine")) break;
    most = calls;
  }
  return most;
}
