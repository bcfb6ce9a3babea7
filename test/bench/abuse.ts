// Abuse benchmark: the effect of harmful clients on calls. While calls run, each kind of abuse is added in turn; the
// benchmark prints the lateness of the agent's audio and the answers to the abusers.

import type { Attack, Report } from "./abuse-client.ts";
import { startCallers, startServer } from "./capacity/callers.ts";
import { FigureList, type Figures } from "./figures.ts";
import { clientCore, linesOf, pinned } from "./pinned.ts";

const calls = 50;
/** Longer than the server's own limit. */
const seconds = 26;
const lateMsMax = 20;

/** A short run has one of the slow attacks and one of the fast. */
const phases: readonly (readonly [attack: Attack | undefined, says: string, isShort?: true])[] = [
  [undefined, "nothing", true],
  ["slow", "1,000 slow clients, half in headers, half in bodies, 1 byte/s"],
  ["half-open", "1,000 half-open connections", true],
  ["oversized", "oversized bodies, announced and not"],
  ["pipelined", "pipelined requests, 500 in one write"],
  ["idle", "5,000 idle connections"],
  ["login-flood", "a login flood from one address", true],
  ["login-flood-many", "a login flood from many addresses"],
  ["flows", "checks of flows of 240 KiB from many addresses, 4 at a time"],
  ["offers", "WebRTC offers of 2,100 candidates, 60 at a time"],
];

export { claimsOf as claims } from "./figures.ts";

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  await using server = await startServer();
  const list = new FigureList(tell);
  for (const [attack, says] of isQuick ? phases.filter(([, , isShort]) => isShort === true) : phases) {
    const callers = await startCallers(server.port, { calls, seconds });
    const report = attack === undefined ? undefined : abuse(attack, server.port);
    const [before, from] = [await server.ask(), performance.now()];
    await Bun.sleep((seconds - 1) * 1_000);
    const [after, until] = [await server.ask(), performance.now()];
    const late = await callers.late;
    const cpu = `${(((after.cpuMs - before.cpuMs) / (until - from)) * 100).toFixed(0)} % of the core`;
    const note = [cpu, shown(await report)].filter((each) => each !== "").join("; ");
    list.add({
      of: `${calls} calls beside ${says}, p99`,
      value: late.p99 ?? NaN,
      unit: "ms",
      note,
      atMost: lateMsMax,
    });
  }
  return list;
}

/** The abusers yield to the callers when both need the core: the callers' lateness is measured. */
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
