// CPU time: processor time of work, without other programs of the machine.

/** Milliseconds of this process while `work` runs. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of several runs, as one may hold the collector's work, too; no more runs than it takes to be below. */
export function leastCpuMs(msMax: number, work: () => unknown): number {
  let least = Infinity;
  for (let run = 0; run < 5 && least >= msMax; run++) least = Math.min(least, cpuMsOf(work));
  return least;
}
