// Climb: finds the most calls that a server carries, step by step, on a machine that may be disturbed.

/** "disturbed": the host or the callers interfered, so that the run proves nothing. */
export type Verdict = "fine" | "late" | "disturbed";

/** The most runs of one step. */
export const triesMax = 5;

const count = (verdicts: readonly Verdict[], wanted: Verdict): number =>
  verdicts.filter((verdict) => verdict === wanted).length;

/** A step is repeated before it counts as failed: a shared machine stalls at times. */
export function isUndecided(verdicts: readonly Verdict[], tries = triesMax): boolean {
  return !verdicts.includes("fine") && verdicts.length < tries && count(verdicts, "late") < 2;
}

/** Steps that double without an end: the climb ends at the server's limit. */
export function doubling(first: number): Iterable<number> {
  return {
    *[Symbol.iterator]() {
      for (let next = first; ; next *= 2) yield next;
    },
  };
}

/**
 * The most calls that succeeded; 0 if none did. Takes the rising steps until one fails, and then bisects between that
 * one and the last success until at most `within` lies between them.
 */
export async function climb(
  steps: Iterable<number>,
  run: (calls: number) => Promise<Verdict>,
  { tries = triesMax, within = Infinity }: { readonly tries?: number; readonly within?: number } = {},
): Promise<number> {
  let [carried, broken] = [0, Infinity];
  const carries = async (calls: number): Promise<boolean> => {
    const verdicts: Verdict[] = [];
    while (isUndecided(verdicts, tries)) verdicts.push(await run(calls));
    const isFine = verdicts.includes("fine");
    if (isFine) carried = calls;
    else broken = calls;
    return isFine;
  };
  for (const calls of steps) if (!(await carries(calls))) break;
  while (broken < Infinity && broken - carried > within)
    await carries(carried + within * Math.floor((broken - carried) / within / 2 || 1));
  return carried;
}
