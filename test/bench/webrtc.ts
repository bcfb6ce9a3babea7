// WebRTC benchmark: how many calls one core carries, with the server and its Worker on one CPU, callers of another
// stack on the other, Opus both ways, real voice detection and providers that take no time. A caller talks 40 % of
// the time.

import { startServer } from "./capacity/callers.ts";
import { clientCore, linesOf, pinned } from "./pinned.ts";

const lateMsMax = 20;
const secondsEach = 12;
const steps = [10, 25, 40, 50, 60, 75, 100];

interface Result {
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  readonly packets: number;
  readonly perSecond: number;
  readonly connectMs: number;
  readonly firstAudioMs: number;
}

export async function run(): Promise<void> {
  console.log(
    "  calls | CPU of the core | packets late p50 / p99 / worst | memory a call | new calls | to connect / first audio",
  );
  let most = 0;
  for (const calls of steps) {
    // Once more before a step is given up: a shared machine stalls for a moment now and then.
    const fine = (await step(calls)) || (await step(calls));
    if (!fine) break;
    most = calls;
  }
  console.log(`  ${most} calls a core with 99 % of the packets less than ${lateMsMax} ms late`);
}

async function step(calls: number): Promise<boolean> {
  await using server = await startServer();
  const idle = await server.ask();
  const args = [
    "--url",
    `http://127.0.0.1:${server.port}`,
    "--calls",
    String(calls),
    "--seconds",
    String(secondsEach),
  ];
  const client = Bun.spawn([...pinned(clientCore, "webrtc-client.ts"), ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = linesOf(client.stdout);
  await lines();
  await Bun.sleep(4_000);
  const [before, from] = [await server.ask(), performance.now()];
  await Bun.sleep((secondsEach - 1) * 1_000);
  const [after, until] = [await server.ask(), performance.now()];
  const result = JSON.parse(await lines()) as Result;
  await client.exited;
  const cpu = (after.cpuMs - before.cpuMs) / (until - from);
  const mib = (after.rss - idle.rss) / calls / 2 ** 20;
  const ms = (value: number): string => value.toFixed(1);
  console.log(
    [
      `  ${String(calls).padStart(5)}`,
      `${(cpu * 100).toFixed(0)} %`.padStart(15),
      `${ms(result.p50)} / ${ms(result.p99)} / ${ms(result.worst)} ms`.padStart(30),
      `${mib.toFixed(2)} MiB`.padStart(13),
      `${result.perSecond.toFixed(1)}/s`.padStart(9),
      `${ms(result.connectMs)} / ${ms(result.firstAudioMs)} ms`,
    ].join(" | "),
  );
  return result.p99 < lateMsMax && cpu < 1;
}
