// Benchmark of processes: the same calls in one process and in two, and the load of the busiest process. A machine's
// limit is reached when its busiest process has used up a core; the callers' own work does not count.

import { linesOf } from "./pinned.ts";
import { ServedProcesses } from "../support/servers/served-processes.ts";
import { tempFolder } from "../support/servers/store.ts";
import type { Lateness } from "./capacity/callers.ts";
import { FigureList, type Figures } from "./figures.ts";

interface Load {
  /** Share of a core, by process, including its threads, each with models for hearing and speaking. */
  readonly shares: readonly number[];
  readonly late: Lateness;
}

export { claimsOf as claims } from "./figures.ts";

export async function measure(isQuick: boolean, tell: (line: string) => void): Promise<Figures> {
  // Enough to nearly fill one process, while the callers keep their core: callers with too little do less.
  const [calls, seconds] = isQuick ? [6, 12] : [50, 12];
  const list = new FigureList(tell);
  tell(`  ${calls} calls of people who talk for 4 s of each 10 s, with the built-in ears and voice`);
  const one = await load(1, { calls, seconds });
  const two = await load(2, { calls, seconds });
  for (const [count, { shares, late }] of Object.entries({ "1 process": one, "2 processes": two })) {
    const note = `${shares.map((share) => `${(share * 100).toFixed(0)} %`).join(" + ")} of a core`;
    list.add({ of: `audio late with ${count}, p99`, value: late.p99 ?? NaN, unit: "ms", note, atMost: 20 });
  }
  const [factor, even] = [
    Math.max(...one.shares) / Math.max(...two.shares),
    (2 * sum(one.shares)) / sum(two.shares),
  ];
  // Few calls may come to one process alone.
  list.add(
    {
      of: "two carry, when the busiest is full",
      value: factor,
      unit: "times",
      ...(isQuick ? {} : { atLeast: 1.8 }),
    },
    { of: "two carry, when both are", value: even, unit: "times" },
  );
  return list;
}

async function load(
  count: number,
  { calls, seconds }: { readonly calls: number; readonly seconds: number },
): Promise<Load> {
  using folder = tempFolder();
  await using served = await ServedProcesses.open(folder.path, {
    count,
    DRAIN_SECONDS: "0",
    SPEECH_WORKERS: String(count),
  });
  const options = { url: `${served.url.replace("http", "ws")}/ws`, calls, seconds, chunk: 20 };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const client = Bun.spawn([process.execPath, `${import.meta.dir}/capacity/capacity-client.ts`, ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const line = linesOf(client.stdout);
  await line();
  const pids = Array.from({ length: count }, (_, index) => served.pid(index));
  const [before, from] = [await Promise.all(pids.map(workedMs)), performance.now()];
  await Bun.sleep((seconds - 1) * 1_000);
  const [after, until] = [await Promise.all(pids.map(workedMs)), performance.now()];
  const late = JSON.parse(await line()) as Lateness;
  await client.exited;
  await served.stop();
  return { shares: after.map((ms, index) => (ms - (before[index] ?? 0)) / (until - from)), late };
}

/** Milliseconds that a process has worked so far, including its threads; from proc(5). */
async function workedMs(pid: number): Promise<number> {
  const text = await Bun.file(`/proc/${pid}/stat`).text();
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  // They count in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
