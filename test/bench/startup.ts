// Start-up benchmark: the time from the executable's exec to its first answer, and to its readiness for calls.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, FigureList, type Figures } from "./figures.ts";
import { quantile } from "./pinned.ts";

const rounds = 7;
const binary = join(import.meta.dir, "../../dist/voice-flow");

export { claimsOf as claims } from "./figures.ts";

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  if (!existsSync(binary)) throw new Error("There is no executable to start: bun run build");
  const list = new FigureList(tell);
  const starts: Start[] = [];
  for (let i = 0; i < (isQuick ? 2 : rounds); i++) starts.push(await start(4_100 + i));
  const all = (of: (start: Start) => number): readonly number[] => starts.map(of).toSorted((a, b) => a - b);
  const add = (of: string, values: readonly number[], claim: Pick<Figure, "unit" | "atMost">): void =>
    list.add({ of, value: quantile(values, 0.5), ...claim, note: `${values[0]} to ${values.at(-1)}` });
  add(
    "exec to /health",
    all(({ answeredMs }) => answeredMs),
    { unit: "ms", atMost: 150 },
  );
  add(
    "exec to ready to talk",
    all(({ readyMs }) => readyMs),
    { unit: "ms", atMost: 1_200 },
  );
  add(
    "memory when ready",
    all(({ mib }) => mib),
    { unit: "MiB", atMost: 300 },
  );
  return list;
}

interface Start {
  readonly answeredMs: number;
  readonly readyMs: number;
  readonly mib: number;
}

async function start(port: number): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), "voice-flow-"));
  const from = performance.now();
  const server = Bun.spawn([binary], {
    cwd: folder,
    env: { PORT: String(port), LOG_LEVEL: "silent", DATA_DIR: folder },
    stdout: "ignore",
    stderr: "inherit",
  });
  try {
    const answeredMs = Math.round((await untilHealthy(port, () => true)) - from);
    const readyMs = Math.round((await untilHealthy(port, (ready) => ready)) - from);
    const status = await Bun.file(`/proc/${server.pid}/status`).text();
    return { answeredMs, readyMs, mib: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024) };
  } finally {
    server.kill();
    await server.exited;
    rmSync(folder, { recursive: true });
  }
}

/** Resolves to the time at which `/health` gives the wanted answer. */
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
