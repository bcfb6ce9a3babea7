// Benchmark of peers: every server of the comparison is installed and started, and answers its callers. The test does
// not measure speed.

import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Comparison } from "../bench/peers/peer-table.ts";

/** Time to install the servers for the first time, and four servers of half a minute each. */
const benchMs = 600_000;

test(
  "peer benchmark: its quick run has two calls with each server, and prints JSON",
  async () => {
    const command = [
      process.execPath,
      join(import.meta.dir, "../bench/run.ts"),
      "peers",
      "--quick",
      "--json",
    ];
    const bench = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" });
    const printed = await new Response(bench.stdout).text();
    expect(await bench.exited).toBe(0);
    const { peers } = JSON.parse(printed) as { readonly peers: Comparison };
    expect(peers.servers.map(({ name }) => name)).toEqual([
      "Pipecat 1.14.0, its defaults",
      "Pipecat 1.14.0, without Smart Turn",
      "LiveKit Agents 1.8.9",
      "Voice Flow",
    ]);
    for (const { startMs, steps } of peers.servers) {
      expect(startMs).toBeGreaterThan(0);
      expect(steps.map(({ calls, turns, lost }) => ({ calls, turns, lost }))).toEqual([
        { calls: 2, turns: 2, lost: 0 },
      ]);
      // A time before the turn's end would mean that the caller heard something other than the reply.
      expect(steps[0]?.addedMs.p50).toBeGreaterThan(0);
    }
  },
  benchMs,
);
