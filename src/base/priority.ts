// Thread priority: lowers that of Bun's thread pool, because its work may take its time and the main thread's next
// audio frame may not.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

/** A tenth of the main thread's share of a core that both want, and all of one that is free. */
const niceness = 10;
const tasks = "/proc/self/task";
const poolName = "Bun Pool";

/**
 * Call it when the pool has just been given work: its threads come and go. Does nothing where threads have no
 * priority of their own.
 */
export function yieldPool(): void {
  // Linux alone has a priority for each thread, set as for processes (setpriority(2), "C library/kernel differences").
  if (!existsSync(tasks)) return;
  for (const thread of readdirSync(tasks)) {
    try {
      if (readFileSync(`${tasks}/${thread}/comm`, "utf8").startsWith(poolName))
        setPriority(Number(thread), niceness);
    } catch {
      // The process has ended, or we lack the right: its priority stays.
    }
  }
}
