// Abuse benchmark: what calls notice of harmful clients. So many calls run, one kind of abuse after the other comes
// beside them, and it prints how late the agent's audio was and how the abusers were answered.

import type { Attack, Report } from "./abuse-client.ts";
import { startCallers, startServer } from "./capacity/callers.ts";
import { clientCore, linesOf, pinned } from "./pinned.ts";

const calls = 50;
/** Longer than the server waits for anybody. */
const seconds = 26;
const lateMsMax = 20;

const phases: readonly (readonly [attack: Attack | undefined, says: string])[] = [
  [undefined, "nothing"],
  ["slow", "1,000 slow clients, half in headers, half in bodies, 1 byte/s"],
  ["half-open", "1,000 half-open connections"],
  ["oversized", "oversized bodies, announced and not"],
  ["pipelined", "pipelined requests, 500 in one write"],
  ["idle", "5,000 idle connections"],
  ["login-flood", "a login flood from one address"],
  ["login-flood-many", "a login flood from many addresses"],
  ["flows", "checks of flows of 240 KiB from many addresses, 4 at a time"],
  ["offers", "WebRTC offers of 2,100 candidates, 60 at a time"],
];

export async function run(): Promise<void> {
  await using server = await startServer();
  console.log(
    `  ${calls} calls beside`.padEnd(66) + " | audio late p50 / p99 / worst | CPU of the core | answers",
  );
  let worst = 0;
  for (const [attack, says] of phases) {
    const callers = await startCallers(server.port, { calls, seconds });
    const report = attack === undefined ? undefined : abuse(attack, server.port);
    const [before, from] = [await server.ask(), performance.now()];
    await Bun.sleep((seconds - 1) * 1_000);
    const [after, until] = [await server.ask(), performance.now()];
    const late = await callers.late;
    worst = Math.max(worst, late.p99 ?? Infinity);
    const cpu = (after.cpuMs - before.cpuMs) / (until - from);
    console.log(
      [
        `  ${says.padEnd(64)}`,
        `${late.p50?.toFixed(1)} / ${late.p99?.toFixed(1)} / ${late.worst?.toFixed(1)} ms`.padStart(28),
        `${(cpu * 100).toFixed(0)} %`.padStart(15),
        shown(await report),
      ].join(" | "),
    );
  }
  const verdict = worst < lateMsMax ? "stays" : "does not stay";
  console.log(`  99 % of the audio ${verdict} less than ${lateMsMax} ms late`);
}

/** Behind the callers when both want the core: how late the callers are is what is measured. */
async function abuse(attack: Attack, port: number): Promise<Report> {
  const args = ["--attack", attack, "--port", String(port), "--seconds", String(seconds)];
  const client = Bun.spawn(["nice", "-n", "19", ...pinned(clientCore, "abuse-client.ts"), ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const report = JSON.parse(await linesOf(client.stdout)()) as Report;
  await client.exited;
  return report;
}

function shown(report: Report | undefined): string {
  return Object.entries(report ?? {})
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([what, times]) => `${what}: ${times.toLocaleString("en")}`)
    .join(", ");
}
