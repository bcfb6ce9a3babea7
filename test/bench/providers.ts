// Providers benchmark: what our clients and their policy add between a vendor and a call, with the vendors as fakes on
// another core, and whether sockets and memory are given back when many sessions are over.

import { clientCore, linesOf, pinned, serverCore } from "./pinned.ts";
import type { Added, Held, Report } from "./providers-client.ts";

const sessions = 1_000;
/** What the heap may have grown by; a leak of a session's things would be far more in a thousand sessions. */
const heapGrowthBytesMax = 2_000_000;

interface Whole extends Report {
  /** When the servers are gone, too. */
  readonly closed: Held;
}

export async function measure(): Promise<Whole> {
  const fakes = Bun.spawn(pinned(clientCore, "providers-fakes.ts"), { stdout: "pipe", stderr: "inherit" });
  try {
    const addresses = JSON.parse(await linesOf(fakes.stdout)()) as Record<string, string>;
    const args = Object.entries(addresses).flatMap(([name, url]) => [`--${name}`, url]);
    const client = Bun.spawn(
      [...pinned(serverCore, "providers-client.ts"), ...args, "--sessions", String(sessions)],
      { stdin: "pipe", stdout: "pipe", stderr: "inherit" },
    );
    const lines = linesOf(client.stdout);
    const report = JSON.parse(await lines()) as Report;
    fakes.kill();
    await fakes.exited;
    void client.stdin.write("\n");
    await client.stdin.flush();
    const closed = JSON.parse(await lines()) as Held;
    await client.exited;
    return { ...report, closed };
  } finally {
    fakes.kill();
    await fakes.exited;
  }
}

export async function run(): Promise<void> {
  const { final, firstToken, firstAudio, begun, warm, after, closed, seconds, atATime } = await measure();
  console.log(`  ${sessions} sessions, ${atATime} at a time, in ${seconds.toFixed(1)} s`);
  console.log(`  ${"from the fake's write to the call".padEnd(34)} | p50 / p99`);
  for (const [what, added] of [
    ["recogniser: final transcript", final],
    ["model: first token", firstToken],
    ["voice: first audio", firstAudio],
  ] as const)
    console.log(`  ${what.padEnd(34)} | ${shown(added)}`);
  for (const [when, held] of [
    ["at first", begun],
    ["after warming up", warm],
    ["when all sessions are closed", after],
    ["when the servers are gone", closed],
  ] as const)
    console.log(`  ${when.padEnd(34)} | ${holding(held)}`);
  const isBack =
    closed.sockets <= begun.sockets &&
    closed.files <= begun.files &&
    closed.heapBytes - warm.heapBytes < heapGrowthBytesMax;
  console.log(`  sockets, files and heap ${isBack ? "return" : "do not return"} to what they were`);
}

const shown = ({ p50, p99, count }: Added): string => `${p50.toFixed(2)} / ${p99.toFixed(2)} ms of ${count}`;

function holding({ files, sockets, heapBytes, objects, rssBytes }: Held): string {
  const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  return `${files} files, of them ${sockets} sockets; heap ${mib(heapBytes)} in ${objects} objects; RSS ${mib(rssBytes)}`;
}
