// Capacity benchmark: how many calls one core carries, with the server and its Worker on one CPU, the callers on
// another, real voice detection, and providers that take no time. Also what we add to a turn, and what a call costs
// in memory.

import { startCallers, startServer } from "./callers.ts";
import { climb, type Verdict } from "./climb.ts";
import { quantile, stolenMs } from "../pinned.ts";

const lateMsMax = 20;
const secondsEach = 15;
const steps = [150, 300, 400, 450, 500, 550, 600];
const chunksMs = [20, 100];
/** A run in which the host took more than this share of a core says more about the host. */
const stolenMax = 0.02;

/** `RUNS=3`: each size of chunk so often. */
export async function run(): Promise<void> {
  const runs = Number(process.env.RUNS ?? 1);
  for (let i = 0; i < runs; i++) for (const chunkMs of chunksMs) await climbWith(chunkMs);
}

async function climbWith(chunkMs: number): Promise<void> {
  console.log(`  callers send ${chunkMs} ms at a time`);
  console.log(
    "  calls | CPU of the core | audio late p50 / p99 / worst | added to a turn p50 / p99 | memory a call | stolen",
  );
  const most = await climb(steps, (calls) => step(calls, chunkMs));
  console.log(`  ${most} calls a core with 99 % of the audio less than ${lateMsMax} ms late\n`);
}

async function step(calls: number, chunkMs: number): Promise<Verdict> {
  await using server = await startServer();
  const idle = await server.ask();
  const callers = await startCallers(server.port, { calls, seconds: secondsEach, chunkMs });
  await Bun.sleep(4_000);
  const [before, from, stolenBefore] = [await server.ask(), performance.now(), await stolenMs()];
  await Bun.sleep((secondsEach - 1) * 1_000);
  const [after, until, stolenAfter] = [await server.ask(), performance.now(), await stolenMs()];
  const late = await callers.late;
  const cpu = (after.cpuMs - before.cpuMs) / (until - from);
  const stolen = (stolenAfter - stolenBefore) / (until - from);
  const added = [...after.added].sort((a, b) => a - b);
  const at = (share: number): string => quantile(added, share).toFixed(1);
  const kib = (after.rss - idle.rss) / calls / 1024;
  const isDisturbed = stolen > stolenMax;
  console.log(
    [
      `  ${String(calls).padStart(5)}`,
      `${(cpu * 100).toFixed(0)} %`.padStart(15),
      `${late.p50.toFixed(1)} / ${late.p99.toFixed(1)} / ${late.worst.toFixed(1)} ms`.padStart(28),
      `${at(0.5)} / ${at(0.99)} ms of ${added.length}`.padStart(25),
      `${kib.toFixed(0)} KiB`.padStart(13),
      `${(stolen * 100).toFixed(1)} %${isDisturbed ? ": thrown away" : ""}`,
    ].join(" | "),
  );
  if (isDisturbed) return "disturbed";
  return late.p99 < lateMsMax && cpu < 1 ? "fine" : "late";
}
