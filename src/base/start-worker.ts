// Worker start: runs the same program again in another thread, with only the name of its role.

/** Threads started ahead and not in use yet, by role. */
const ahead = new Map<string, Worker>();

/**
 * Starts a thread in a role known to `src/main.ts`, unless one was started ahead. Its environment holds the role
 * alone, so no secret enters it.
 */
export function startWorker(role: string): Worker {
  const waiting = ahead.get(role);
  if (waiting === undefined) return start(role);
  ahead.delete(role);
  return waiting;
}

/**
 * Starts a thread that will soon be needed, so that it loads its modules while the main thread loads its own. Its
 * messages wait until then. Disposing ends an unused thread.
 */
export function startAhead(role: string): Disposable {
  const worker = start(role);
  const isWaiting = (): boolean => ahead.get(role) === worker;
  // The next request starts a new one, and gets its error.
  worker.onerror = (event) => event.preventDefault();
  worker.addEventListener("close", () => isWaiting() && ahead.delete(role));
  ahead.set(role, worker);
  return {
    [Symbol.dispose]() {
      if (!isWaiting()) return;
      ahead.delete(role);
      worker.terminate();
    },
  };
}

function start(role: string): Worker {
  // Under `bun test` the main program is the test file, which knows no roles: names ours.
  const program = Bun.isStandaloneExecutable ? Bun.main : new URL("../main.ts", import.meta.url);
  return new Worker(program, { env: { ROLE: role } });
}
