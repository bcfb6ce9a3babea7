// Field benchmark: `bun run bench turns --field` measures how agents take turns with recorded people, by the metrics of the
// public voice benchmark: our call in virtual time, and each server that is compared, in real time. SIDE=tune takes the
// recordings that the turn step may be changed with, CALLS and SEED another sample, MISSES=1 prints what went wrong.

import { loadavg } from "node:os";
import { EnginesAtOnce } from "../../support/engines-at-once.ts";
import { seedOf } from "../../support/random.ts";
import { FigureList, type Figures } from "../figures.ts";
import { agentVoice } from "./agent-words.ts";
import { plansOf } from "./call-plans.ts";
import { callOurs } from "./field-own.ts";
import { figuresOf, goals } from "./field-figures.ts";
import { allOf, interactionOf } from "./interaction.ts";
import { recordingsOf, type Side } from "./recordings.ts";

export { claimsOf as claims } from "../figures.ts";

/** Nine speakers, so that each calls several times. */
const callsDefault = { whole: 36, quick: 3 } as const;

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const list = new FigureList(tell);
  const side: Side = process.env.SIDE === "tune" ? "tune" : "held";
  const calls = Number(process.env.CALLS ?? callsDefault[isQuick ? "quick" : "whole"]);
  const seed = seedOf(1);
  const recordings = await recordingsOf(side, (line) => console.error(`  ${line}`));
  const speakers = new Set(recordings.map(({ speaker }) => speaker)).size;
  tell(
    `  ${recordings.length} recordings of ${speakers} speakers (${side}), seed ${seed}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const plans = plansOf(recordings, { calls, seed });
  const given = { engines: await EnginesAtOnce.open(), say: await agentVoice() };
  const interactions = [];
  for (const plan of plans) interactions.push(interactionOf(await callOurs(plan, given)));
  const all = allOf(interactions);
  list.add(...figuresOf("ours in virtual time", all, goals));
  if (process.env.MISSES !== undefined) for (const miss of all.misses) console.error(`  ${miss}`);
  return list;
}
