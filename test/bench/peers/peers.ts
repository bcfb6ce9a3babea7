// Peers benchmark: Pipecat, LiveKit Agents and us, each alone on one core with the same callers on the other, with
// instant fakes of a recogniser, a model and a voice, and real voice detection. `--quick`: two calls each, as a trial.

import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { sampleRate } from "../../../src/audio/frame.ts";
import { speechLike } from "../../support/callers/speech-like.ts";
import type { Claim } from "../capacity/claims.ts";
import { climb, doubling } from "../capacity/climb.ts";
import { roundMs } from "../capacity/caller-script.ts";
import { busyMs, clientCore, linesOf, pinned, serverCore, stolenMs } from "../pinned.ts";
import { type Framework, install, InstallError, type Installation } from "./peer-install.ts";
import { livekitPeer, ours, type Peer, type PeerServer, pipecatPeers } from "./peer-server.ts";
import { type Comparison, lineOf, type PeerFigures, type Step, tableOf, verdictOf } from "./peer-table.ts";
import type { Outcome } from "./reply-timing.ts";

const answerMs = 4_000;
const startsEach = 3;
/** Time after a start until its temporary memory has been freed. */
const settledMs = 10_000;
/** Fewer than in other benchmarks: the whole comparison must end while the machine is unchanged. */
const triesMax = 3;

/** The run takes minutes and its result is one table, so the progress is printed apart from it. */
const progress = (line: string): void => console.error(`  ${line}`);

/** A server that answered none of its callers was not compared. */
export const claims = ({ servers }: Comparison): readonly Claim[] =>
  servers.map(({ name, steps }) => [
    `${name} answers its callers`,
    steps.some(({ turns, lost }) => turns > 0 && lost === 0),
  ]);

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Comparison> {
  const comparison = await compared(isQuick);
  tell(tableOf(comparison));
  return comparison;
}

async function compared(isQuick: boolean): Promise<Comparison> {
  const [pipecat, livekit] = [await installed("pipecat"), await installed("livekit")];
  const folder = await mkdtemp(join(tmpdir(), "voice-flow-peers-"));
  try {
    const answerFile = join(folder, "answer.pcm");
    await Bun.write(answerFile, speechLike((answerMs / 1000) * sampleRate));
    const servers: PeerFigures[] = [];
    for (const peer of [...pipecatPeers(pipecat), livekitPeer(livekit), ours])
      servers.push(await measureOne(peer, answerFile, isQuick));
    const [cpu] = cpus();
    return {
      machine: `${cpus().length} × ${cpu?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
      command: `bun run bench peers${isQuick ? " --quick (too short: its figures say nothing)" : ""}`,
      date: new Date().toISOString().slice(0, 10),
      versions: [
        `Voice Flow on Bun ${Bun.version}`,
        `pipecat-ai ${pipecat.version} on Python ${pipecat.pythonVersion}`,
        `livekit-agents ${livekit.version} on Python ${livekit.pythonVersion}`,
      ],
      servers,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function installed(framework: Framework): Promise<Installation> {
  try {
    return await install(framework, progress);
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

async function measureOne(peer: Peer, answerFile: string, isQuick: boolean): Promise<PeerFigures> {
  const starts: number[] = [];
  let idleMemory = 0;
  while (starts.length < (isQuick ? 1 : startsEach)) {
    await using server = await peer.start(answerFile);
    starts.push(server.startMs);
    if (starts.length === startsEach) await Bun.sleep(settledMs);
    idleMemory = await server.rss();
  }
  const steps: Step[] = [];
  const wanted = isQuick ? [2] : doubling(8);
  const callsMax = await climb(
    wanted,
    async (calls) => {
      await using server = await peer.start(answerFile);
      const step = await runStep(peer, server, { calls, idleMemory, spreadMs: isQuick ? 2_000 : roundMs });
      progress(lineOf(peer.name, step));
      steps.push(step);
      return step.verdict;
    },
    { tries: isQuick ? 1 : triesMax, within: peer.within },
  );
  return {
    name: peer.name,
    stop: peer.stop,
    startMs: starts.toSorted((a, b) => a - b)[Math.floor(starts.length / 2)]!,
    idleMemory,
    callsMax,
    steps,
  };
}

async function runStep(
  { stopMs, aheadMs }: Peer,
  server: PeerServer,
  { calls = 0, idleMemory = 0, spreadMs = 0 },
): Promise<Step> {
  const url = `ws://127.0.0.1:${server.port}/ws`;
  const args = Object.entries({ url, calls, stopMs, aheadMs, answerMs, spreadMs }).flatMap(
    ([name, value]) => [`--${name}`, String(value)],
  );
  const callers = Bun.spawn([...pinned(clientCore, "peers/peer-caller.ts"), ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = linesOf(callers.stdout);
  await lines();
  await lines();
  const [cpuBefore, busyBefore] = [await server.cpuMs(), await busyMs(serverCore)];
  const [stolenBefore, from] = [await stolenMs(), performance.now()];
  const outcome = JSON.parse(await lines()) as Outcome;
  const tookMs = performance.now() - from;
  const cpuMs = (await server.cpuMs()) - cpuBefore;
  const measured = {
    ...outcome,
    calls,
    cpu: cpuMs / tookMs,
    others: Math.max(0, (await busyMs(serverCore)) - busyBefore - cpuMs) / tookMs,
    stolen: ((await stolenMs()) - stolenBefore) / tookMs,
    memoryPerCall: ((await server.rss()) - idleMemory) / calls,
  };
  await callers.exited;
  return { ...measured, verdict: verdictOf(measured) };
}
