// Thread priority: lowers that of Bun's thread pool, because its work may wait and the main thread's next audio frame
// may not.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

/** A tenth of the main thread's share of a contested core, and all of a free one. */
const niceness = 10;
const tasks = "/proc/self/task";
const poolName = "Bun Pool";

/**
 * Call it right after giving work to the pool: its threads come and go. No effect where threads have no priority of
 * their own.
 */
export function yieldPool(): void {
  // Linux alone has a priority for each thread, set as for processes (setpriority(2), "C library/kernel differences").
  if (!existsSync(tasks)) return;
  for (const thread of readdirSync(tasks)) {
    try {
      if (readFileSync(`${tasks}/${thread}/comm`, "utf8").startsWith(poolName))
        setPriority(Number(thread), niceness);
    } catch {
      // The process has ended, or permission is missing: its priority stays.
    }
  }
}
