// CPU time: processor time of work, excluding other programs of the machine.

/** Milliseconds of this process while `work` runs. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of several runs, as one may include the collector's work; it stops at the first run below the limit. */
export function leastCpuMs(msMax: number, work: () => unknown): number {
  let least = Infinity;
  for (let run = 0; run < 5 && least >= msMax; run++) least = Math.min(least, cpuMsOf(work));
  return least;
}
