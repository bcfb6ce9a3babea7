// Capacity benchmark: how many calls one core carries, with the server and its Worker on one CPU, the callers on
// another, real voice detection, and providers that take no time. Also what we add to a turn, and what a call costs
// in memory.

import { startCallers, startServer } from "./callers.ts";
import { quantile } from "./pinned.ts";

const lateMsMax = 20;
const secondsEach = 15;
const steps = [100, 150, 200, 225, 250, 275, 300, 350];

export async function run(): Promise<void> {
  console.log(
    "  calls | CPU of the core | audio late p50 / p99 / worst | added to a turn p50 / p99 | memory a call",
  );
  let most = 0;
  for (const calls of steps) {
    // Once more before a step is given up: a shared machine stalls for a moment now and then.
    const fine = (await step(calls)) || (await step(calls));
    if (!fine) break;
    most = calls;
  }
  console.log(`  ${most} calls a core with 99 % of the audio less than ${lateMsMax} ms late`);
}

async function step(calls: number): Promise<boolean> {
  await using server = await startServer();
  const idle = await server.ask();
  const callers = await startCallers(server.port, { calls, seconds: secondsEach });
  await Bun.sleep(4_000);
  const [before, from] = [await server.ask(), performance.now()];
  await Bun.sleep((secondsEach - 1) * 1_000);
  const [after, until] = [await server.ask(), performance.now()];
  const late = await callers.late;
  const cpu = (after.cpuMs - before.cpuMs) / (until - from);
  const added = [...after.added].sort((a, b) => a - b);
  const at = (share: number): string => quantile(added, share).toFixed(1);
  const kib = (after.rss - idle.rss) / calls / 1024;
  console.log(
    [
      `  ${String(calls).padStart(5)}`,
      `${(cpu * 100).toFixed(0)} %`.padStart(15),
      `${late.p50.toFixed(1)} / ${late.p99.toFixed(1)} / ${late.worst.toFixed(1)} ms`.padStart(28),
      `${at(0.5)} / ${at(0.99)} ms of ${added.length}`.padStart(25),
      `${kib.toFixed(0)} KiB`,
    ].join(" | "),
  );
  return late.p99 < lateMsMax && cpu < 1;
}
