// Linux threads: the present thread, the processor time of one, and lowering the priority of one.

import { readFileSync, readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { threadCpuUsage } from "node:process";

/** A hundredth of a second, on every Linux (proc(5), "sysconf(_SC_CLK_TCK)"). */
const tickMs = 10;

/** Number of the calling thread; undefined where threads have no readable number. */
export function threadNumber(): number | undefined {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  } catch {
    return undefined;
  }
}

/** Processor milliseconds used by the calling thread, to the microsecond. */
export function ownProcessorMs(): number {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Processor milliseconds used by a thread of this process; undefined if it is gone or the system does not report it.
 */
export function processorMs(thread: number | undefined): number | undefined {
  if (thread === undefined) return undefined;
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "latin1");
    // After the name, which may hold anything: field 3 and the following.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return undefined;
  }
}

/**
 * Lowers a thread's priority, from 1 (a little) to 19 (behind everything else). No effect where threads have no
 * priority of their own.
 */
export function giveWay(thread: number | undefined, niceness: number): void {
  if (thread === undefined) return;
  try {
    setPriority(thread, niceness);
  } catch {
    // No permission: it competes as before.
  }
}
