// Recovery benchmark: how soon callers of a server near its limit hear replies without gaps again after it stood still
// for a second, and what it then adds to a turn.

import { startCallers, startServer } from "./callers.ts";
import { quantile } from "../pinned.ts";

const windowMs = 250;
const [beforeMs, stallMs, afterMs] = [4_000, 1_000, 7_000];
const gapMsMax = 20;

/** `CALLS=300`: one step only. */
export async function run(): Promise<void> {
  const steps = process.env.CALLS === undefined ? [100, 200, 300, 350] : [Number(process.env.CALLS)];
  console.log(
    "  calls | gap before p99 | gaps after the stall, each 250 ms p99 | without gaps after | added to a turn p50 / p99, 2 s after",
  );
  for (const calls of steps) console.log(await step(calls));
}

async function step(calls: number): Promise<string> {
  await using server = await startServer();
  const seconds = (beforeMs + stallMs + afterMs) / 1_000;
  const callers = await startCallers(server.port, { calls, seconds, chunkMs: 20 });
  await Bun.sleep(beforeMs);
  await server.stall(stallMs);
  await Bun.sleep(2_000);
  await server.ask();
  await Bun.sleep(afterMs - 2_500);
  const added = [...(await server.ask()).added].sort((a, b) => a - b);
  const { gapsByWindow } = await callers.late;
  const from = (beforeMs + stallMs) / windowMs;
  const before = gapsByWindow.slice(2, beforeMs / windowMs - 1).toSorted((a, b) => b - a);
  const after = gapsByWindow.slice(from);
  const again = after.findLastIndex((gap) => gap >= gapMsMax) + 1;
  return [
    `  ${String(calls).padStart(5)}`,
    `${(before[0] ?? 0).toFixed(1)} ms at worst`.padStart(15),
    after
      .slice(0, 12)
      .map((gap) => gap.toFixed(0))
      .join(" "),
    again === after.length ? "never" : `${again * windowMs} ms`,
    `${quantile(added, 0.5).toFixed(1)} / ${quantile(added, 0.99).toFixed(1)} ms of ${added.length}`,
  ].join(" | ");
}
