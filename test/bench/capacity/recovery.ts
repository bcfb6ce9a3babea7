// Recovery benchmark: the time until callers of a server near its limit hear replies without gaps again after it stood
// still for a second, and the time that it then adds to a turn.

import { startCallers, startServer } from "./callers.ts";
import { type Figure, FigureList, type Figures } from "../figures.ts";
import { quantile } from "../pinned.ts";

const windowMs = 250;
const [beforeMs, stallMs, afterMs] = [4_000, 1_000, 7_000];
const gapMsMax = 20;

/** `CALLS=300`: one step only. */
export { claimsOf as claims } from "../figures.ts";

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  const list = new FigureList(tell);
  const chosen = process.env.CALLS ?? (isQuick ? "20" : undefined);
  const steps = chosen === undefined ? [100, 200, 300, 350] : [Number(chosen)];
  for (const calls of steps) list.add(...(await step(calls)));
  return list;
}

async function step(calls: number): Promise<readonly Figure[]> {
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
  const gaps = after.slice(0, 12).map((gap) => gap.toFixed(0));
  return [
    {
      of: `${calls} calls: without gaps after the stall`,
      value: again === after.length ? Infinity : again * windowMs,
      unit: "ms",
      note: `gaps p99 each ${windowMs} ms: ${gaps.join(" ")}; before it ${(before[0] ?? 0).toFixed(1)} ms`,
      atMost: 2_000,
    },
    {
      of: `${calls} calls: added to a turn, 2 s later, p99`,
      value: quantile(added, 0.99),
      unit: "ms",
      note: `of ${added.length}, median ${quantile(added, 0.5).toFixed(1)} ms`,
    },
  ];
}
