// Worker start: runs the same program again in another thread, with the name of its role and nothing else.

/** Threads that were started ahead and are not in use yet, by role. */
const ahead = new Map<string, Worker>();

/**
 * Starts a thread in a role that `src/main.ts` knows, unless one was started ahead. Its environment holds the role alone,
 * so that no secret enters it.
 */
export function startWorker(role: string): Worker {
  const waiting = ahead.get(role);
  if (waiting === undefined) return start(role);
  ahead.delete(role);
  return waiting;
}

/**
 * Starts a thread that is soon asked for, so that it loads its modules while the main thread loads its own. Its
 * messages wait until then. Disposing ends a thread that is not in use yet.
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
  // Under `bun test` the main program is the test file, which knows no roles: name ours.
  const program = Bun.isStandaloneExecutable ? Bun.main : new URL("../main.ts", import.meta.url);
  return new Worker(program, { env: { ROLE: role } });
}
