// Start-up benchmark: how long the executable takes from exec to its first answer, and until it can talk.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const rounds = 7;
const binary = join(import.meta.dir, "../../dist/voice-flow");

export async function run(): Promise<void> {
  if (!existsSync(binary)) {
    console.log("  build first: bun run build");
    return;
  }
  const answers: number[] = [];
  const readies: number[] = [];
  const memories: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const { answeredMs, readyMs, rss } = await start(4_100 + i);
    answers.push(answeredMs);
    readies.push(readyMs);
    memories.push(rss / 2 ** 20);
  }
  console.log(`  exec to /health        ${shown(answers)} ms`);
  console.log(`  exec to ready to talk  ${shown(readies)} ms`);
  console.log(`  memory when ready      ${shown(memories)} MiB`);
}

async function start(port: number): Promise<{ answeredMs: number; readyMs: number; rss: number }> {
  const folder = mkdtempSync(join(tmpdir(), "voice-flow-"));
  const from = performance.now();
  const server = Bun.spawn([binary], {
    cwd: folder,
    env: { PORT: String(port), LOG_LEVEL: "silent", DATA_DIR: folder },
    stdout: "ignore",
    stderr: "inherit",
  });
  try {
    const answeredMs = (await untilHealthy(port, () => true)) - from;
    const readyMs = (await untilHealthy(port, (ready) => ready)) - from;
    const status = await Bun.file(`/proc/${server.pid}/status`).text();
    return { answeredMs, readyMs, rss: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024 };
  } finally {
    server.kill();
    await server.exited;
    rmSync(folder, { recursive: true });
  }
}

/** Resolves when `/health` answers as wanted, with the time at which it did. */
export async function untilHealthy(port: number, wanted: (ready: boolean) => boolean): Promise<number> {
  for (;;) {
    try {
      const health = (await (await fetch(`http://127.0.0.1:${port}/health`)).json()) as { ready: boolean };
      if (wanted(health.ready)) return performance.now();
    } catch {
      // Not listening yet.
    }
    await Bun.sleep(1);
  }
}

function shown(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (i: number): string => (sorted[i] ?? 0).toFixed(0).padStart(5);
  return `${at(Math.floor(sorted.length / 2))} median, ${at(0)} least, ${at(sorted.length - 1)} most of ${sorted.length}`;
}
