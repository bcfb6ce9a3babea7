// Capacity benchmark with speech: the number of callers that one core carries with our own recogniser and voice on it.
// People answer the questions of a flow every 9 s, or talk freely, 4 s of each 10, to an instant model.

import type { Claim } from "./claims.ts";
import { type Lateness, startCallers } from "./callers.ts";
import { answerMs, roundMs } from "./caller-script.ts";
import { doubling } from "./climb.ts";
import { type ClimbResult, climbed, head, lateMsMax, type Load, rowOf } from "./load.ts";

const seconds = 18;
const within = 5;
const quickCalls = 4;
/** Share of the callers' turns that must be answered: a deaf server would not be late. */
const answeredMin = 0.8;

const kinds = [
  { kind: "flow", round: "answers", query: "?mode=flow&program_id=asking", first: 40, turnMs: answerMs },
  { kind: "free", round: "talk", query: "", first: 20, turnMs: roundMs },
] as const;
type Kind = (typeof kinds)[number];

interface SpeechCapacity extends ClimbResult<Lateness> {
  readonly kind: Kind["kind"];
}

interface SpeechCapacities {
  /** By the callers' behaviour; null: not measured. */
  readonly callsMax: Readonly<Record<Kind["kind"], number | null>>;
  readonly runs: readonly SpeechCapacity[];
}

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<SpeechCapacities> {
  const runs: SpeechCapacity[] = [];
  for (const { kind, round, query, first } of kinds) {
    tell(`  ${kind}: our own ears and voice on the core`);
    tell(head("replies; cut-ins"));
    const found = await climbed(isQuick ? [quickCalls] : doubling(first), {
      seconds,
      within,
      env: { SPEECH: "own" },
      start: (port, calls) => startCallers(port, { calls, seconds, chunkMs: 20, round, query }),
      tell: (load) => tell(shown(load)),
    });
    runs.push({ kind, ...found });
    tell(`  ${found.callsMax ?? "?"} callers a core with 99 % of the audio less than ${lateMsMax} ms late\n`);
  }
  const most = (wanted: Kind["kind"]): number | null =>
    runs.find(({ kind }) => kind === wanted)?.callsMax ?? null;
  return { callsMax: { flow: most("flow"), free: most("free") }, runs };
}

export function claims({ callsMax, runs }: SpeechCapacities): readonly Claim[] {
  return kinds.flatMap(({ kind, turnMs }): Claim[] => {
    const loads = runs
      .filter((run) => run.kind === kind)
      .flatMap(({ steps }) => steps)
      .filter(({ verdict }) => verdict !== "disturbed");
    const turns = (calls: number): number => (calls * seconds * 1_000) / turnMs;
    return [
      [`${quickCalls} callers of kind ${kind} are carried`, (callsMax[kind] ?? 0) >= quickCalls],
      [
        `callers of kind ${kind} are answered`,
        loads.some(({ calls, heard }) => heard.replies >= answeredMin * turns(calls)),
      ],
    ];
  });
}

const shown = (load: Load<Lateness>): string =>
  rowOf(load, `${load.heard.replies}; ${load.heard.cutIns}`.padStart(16));
