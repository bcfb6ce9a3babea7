// Field benchmark: `bun run bench turns --field` measures how agents take turns with recorded people, by the metrics of the
// public voice benchmark: our call in virtual time, and then ours, Pipecat and LiveKit Agents in real time. SIDE=tune takes
// the recordings that the turn step may be changed with, CALLS and SEED another sample, AGENTS=ours,LiveKit some of the agents
// ("none": virtual time alone), LIVE_CALLS the callers of each at once, and MISSES=1 prints what went wrong.

import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { EnginesAtOnce } from "../../support/engines-at-once.ts";
import { seedOf } from "../../support/random.ts";
import { FigureList, type Figures } from "../figures.ts";
import { agentVoice } from "./agent-words.ts";
import { plansOf } from "./call-plans.ts";
import { figuresOf, rowOf, tableHead } from "./field-figures.ts";
import { callLive } from "./field-live.ts";
import { callOurs } from "./field-own.ts";
import { type FieldAgent, fieldAgents } from "./field-servers.ts";
import { allOf, type FieldCall, interactionOf } from "./interaction.ts";
import { recordingsOf, type Side, type VoiceClip } from "./recordings.ts";

export { claimsOf as claims } from "../figures.ts";

const callsDefault = { whole: 36, quick: 3 } as const;
/** Number of calls that two cores carry beside the callers. */
const liveCallsDefault = 6;

/** Our defaults, and the agent that talks listeners through. */
const settings: Readonly<Record<string, { readonly bargeInMs?: number }>> = {
  "ours in virtual time": {},
  "ours in virtual time, BARGE_IN_MS=950": { bargeInMs: 950 },
};

const progress = (line: string): void => console.error(`  ${line}`);

class FieldRun {
  readonly figures: FigureList;
  readonly rows: string[] = [];

  constructor(tell: (line: string) => void) {
    this.figures = new FigureList(tell);
  }

  add(name: string, calls: readonly FieldCall[]): void {
    const all = allOf(calls.map(interactionOf));
    this.figures.add(...figuresOf(name, all));
    this.rows.push(rowOf(name, all, loadavg()[0] ?? 0));
    if (process.env.MISSES !== undefined) for (const miss of all.misses) progress(miss);
  }
}

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const side: Side = process.env.SIDE === "tune" ? "tune" : "held";
  const recordings = await recordingsOf(side, progress);
  const speakers = new Set(recordings.map(({ speaker }) => speaker)).size;
  const load = loadavg()[0]?.toFixed(1);
  tell(
    `  ${recordings.length} recordings of ${speakers} speakers (${side}), seed ${seedOf(1)}, load ${load}`,
  );
  const run = new FieldRun(tell);
  await virtually(run, recordings, isQuick);
  const wanted = process.env.AGENTS?.split(",") ?? (isQuick ? ["none"] : [""]);
  if (!wanted.includes("none")) {
    const agents = await fieldAgents(progress);
    await inRealTime(
      run,
      recordings,
      agents.filter(({ name }) => wanted.some((part) => name.includes(part))),
    );
  }
  tell(`\n${[...tableHead, ...run.rows].join("\n")}`);
  return run.figures;
}

async function virtually(run: FieldRun, recordings: readonly VoiceClip[], isQuick: boolean): Promise<void> {
  const calls = Number(process.env.CALLS ?? callsDefault[isQuick ? "quick" : "whole"]);
  const given = { engines: await EnginesAtOnce.open(), say: await agentVoice() };
  const plans = plansOf(recordings, { calls, seed: seedOf(1), size: "whole" });
  for (const [name, options] of Object.entries(settings)) {
    const made: FieldCall[] = [];
    for (const plan of plans) made.push(await callOurs(plan, { ...given, ...options }));
    run.add(name, made);
  }
}

async function inRealTime(
  run: FieldRun,
  recordings: readonly VoiceClip[],
  agents: readonly FieldAgent[],
): Promise<void> {
  const calls = Number(process.env.LIVE_CALLS ?? liveCallsDefault);
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-field-"));
  try {
    const answerFile = join(folder, "answer.pcm");
    const say = await agentVoice();
    await Bun.write(answerFile, Int16Array.from(say("all of it")));
    for (const agent of agents) {
      progress(`${agent.name}: ${calls} callers`);
      await using server = await agent.start(answerFile);
      const plans = plansOf(recordings, { calls, seed: seedOf(1), size: "short" });
      run.add(agent.name, await callLive(plans, (number) => server.open(number)));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
