// Providers benchmark: the cost of our clients and policies between a vendor and a call, with fake vendors on another
// core, and the release of sockets and memory after many sessions.

import { clientCore, linesOf, pinned, serverCore } from "./pinned.ts";
import { FigureList, type Figures } from "./figures.ts";
import type { Held, Report } from "./providers-client.ts";

/** Allowed growth of the heap; a leak in each session would be far more after a thousand sessions. */
const heapGrowthBytesMax = 2_000_000;

interface Whole extends Report {
  /** After the servers are gone, too. */
  readonly closed: Held;
}

async function reported(sessions: number): Promise<Whole> {
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

/** Claims of NUMBERS.md about the time from the fake's write to the call, median and p99 in milliseconds. */
const claimed = {
  "recogniser: final transcript": [0.5, 49],
  "model: first token": [1.4, 22],
  "voice: first audio": [2, 32],
} as const;

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const sessions = isQuick ? 100 : 1_000;
  const { final, firstToken, firstAudio, begun, warm, after, closed, seconds, atATime } =
    await reported(sessions);
  const list = new FigureList(tell);
  tell(`  ${sessions} sessions, ${atATime} at a time, in ${seconds.toFixed(1)} s`);
  const added = [final, firstToken, firstAudio];
  for (const [i, [of, [p50Max, p99Max]]] of Object.entries(claimed).entries()) {
    const { p50, p99, count } = added[i]!;
    list.add(
      { of, value: p50, unit: "ms", note: `of ${count}`, atMost: p50Max },
      { of: `${of}, p99`, value: p99, unit: "ms", atMost: p99Max },
    );
  }
  for (const [when, held] of [
    ["at first", begun],
    ["after warming up", warm],
    ["when all sessions are closed", after],
    ["when the servers are gone", closed],
  ] as const)
    tell(`  ${when.padEnd(34)} | ${holding(held)}`);
  list.add(
    { of: "sockets that stay", value: closed.sockets - begun.sockets, unit: "", atMost: 0 },
    { of: "files that stay", value: closed.files - begun.files, unit: "", atMost: 0 },
    {
      of: "bytes of the heap that stay",
      value: closed.heapBytes - warm.heapBytes,
      unit: "",
      atMost: heapGrowthBytesMax,
    },
  );
  return list;
}

export { claimsOf as claims } from "./figures.ts";

function holding({ files, sockets, heapBytes, objects, rssBytes }: Held): string {
  const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
  return `${files} files, of them ${sockets} sockets; heap ${mib(heapBytes)} in ${objects} objects; RSS ${mib(rssBytes)}`;
}
