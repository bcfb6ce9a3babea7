// Capacity benchmark: the number of calls that one core carries, with the server and its Worker on one CPU, the callers
// on another, real voice detection, and instant providers. Also the time that we add to a turn, and a call's memory.

import type { Claim } from "./claims.ts";
import { type Lateness, startCallers } from "./callers.ts";
import { doubling } from "./climb.ts";
import { type ClimbResult, climbed, head, lateMsMax, type Load, rowOf } from "./load.ts";

const seconds = 15;
const steps = doubling(150);
const within = 25;
const quickCalls = 20;
const chunksMs = [20, 100] as const;

interface Capacity extends ClimbResult<Lateness> {
  /** Audio in each message of a caller. */
  readonly chunkMs: number;
}

/** `RUNS=3`: each size of chunk so often. */
export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Capacities> {
  const runs: Capacity[] = [];
  for (let i = 0; i < (isQuick ? 1 : Number(process.env.RUNS ?? 1)); i++)
    for (const chunkMs of isQuick ? chunksMs.slice(0, 1) : chunksMs) {
      tell(`  callers send ${chunkMs} ms at a time`);
      tell(head("replies; cut-ins"));
      const found = await climbed(isQuick ? [quickCalls] : steps, {
        seconds,
        within,
        start: (port, calls) => startCallers(port, { calls, seconds, chunkMs }),
        tell: (load) => tell(shown(load)),
      });
      runs.push({ chunkMs, ...found });
      tell(`  ${found.callsMax ?? "?"} calls a core with 99 % of the audio less than ${lateMsMax} ms late\n`);
    }
  const most = runs.flatMap(({ callsMax }) => callsMax ?? []);
  return { callsMax: most.length < runs.length ? null : Math.min(...most), runs };
}

interface Capacities {
  /** Calls that were carried with each size of chunk; null: one of them was not measured. */
  readonly callsMax: number | null;
  readonly runs: readonly Capacity[];
}

/**
 * Each caller ends one turn in ten seconds, which is answered once: turns that are split by mistake show here, at any
 * load.
 */
export function claims({ callsMax, runs }: Capacities): readonly Claim[] {
  const loads = runs.flatMap(({ steps }) => steps).filter(({ verdict }) => verdict !== "disturbed");
  return [
    [`${quickCalls} calls are carried`, callsMax !== null && callsMax >= quickCalls],
    ["each caller's turn is answered", loads.some(({ calls, heard }) => heard.replies >= calls)],
    ["no answer cuts another short", loads.some(({ heard }) => heard.cutIns === 0)],
  ];
}

const shown = (load: Load<Lateness>): string =>
  rowOf(load, `${load.heard.replies}; ${load.heard.cutIns}`.padStart(16));
