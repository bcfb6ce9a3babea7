// Worker start: runs the same program again in another thread, with the name of its role and nothing else.

/**
 * Starts a thread in a role that `src/main.ts` knows. Its environment holds the role alone, so that no secret enters
 * it.
 */
export function startWorker(role: string): Worker {
  // Under `bun test` the main program is the test file, which knows no roles: name ours.
  const program = Bun.isStandaloneExecutable ? Bun.main : new URL("../main.ts", import.meta.url);
  return new Worker(program, { env: { ROLE: role } });
}
